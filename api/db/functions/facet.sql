-- What people filter by, as a number: one value of one field in one place, which is a workspace or a folder.
-- Stored in article_search: a changed result needs a new index version (indexVersion).
CREATE OR REPLACE FUNCTION facet(place uuid, kind text, value text) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT hashtextextended(place::text || ':' || kind || ':' || value, 0)
$$;
