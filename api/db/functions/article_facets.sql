-- All facets of an article in its workspace and in its folder: its fields, and the years and months of its days, of which a range of days is
-- composed. Only for programs before 0015.
CREATE OR REPLACE FUNCTION article_facets(article uuid) RETURNS bigint[] LANGUAGE sql STABLE STRICT PARALLEL SAFE AS $$
  SELECT array_agg(DISTINCT facet(place, kind, value))
  FROM articles a
  CROSS JOIN LATERAL (
    VALUES ('place', ''), ('priority', a.priority::text), ('source', a.source_name),
      ('origin', CASE WHEN a.source_url IS NULL THEN 'without' ELSE 'with' END),
      ('filed', to_char(a.created_at AT TIME ZONE 'UTC', 'YYYY')), ('filed', to_char(a.created_at AT TIME ZONE 'UTC', 'YYYY-MM')),
      ('published', to_char(a.published_at, 'YYYY')), ('published', to_char(a.published_at, 'YYYY-MM'))
    UNION ALL SELECT 'tag', tag_id::text FROM article_tags WHERE article_id = a.id
    UNION ALL SELECT 'country', country FROM article_countries WHERE article_id = a.id
  ) AS one (kind, value)
  CROSS JOIN unnest(ARRAY[a.client_id, a.folder_id]) AS place
  WHERE a.id = article AND value IS NOT NULL
$$;
