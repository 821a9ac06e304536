-- A word without umlauts and ß, as people type it in a hurry or on another keyboard.
-- Indexed by search_words_similar: a changed result needs a new index.
CREATE OR REPLACE FUNCTION fold_word(word text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT translate(replace(lower(word), 'ß', 'ss'), 'äöü', 'aou')
$$;
