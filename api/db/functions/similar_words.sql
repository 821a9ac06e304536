-- The words of a workspace most like a typed one. Two swapped letters leave few trigrams unchanged: the usual threshold would miss them.
-- Not the operator %: in PGlite 0.5.16 it ends the statement without an answer, and %> does the same here.
CREATE OR REPLACE FUNCTION similar_words(workspace uuid, typed text, many integer) RETURNS SETOF text LANGUAGE sql STABLE
  SET pg_trgm.word_similarity_threshold = 0.25 AS $$
  SELECT word FROM search_words
    WHERE client_id = workspace AND fold_word(word) %> fold_word(typed) AND length(word) BETWEEN length(typed) - 2 AND length(typed) + 2
    ORDER BY similarity(fold_word(word), fold_word(typed)) DESC, word LIMIT many
$$;
