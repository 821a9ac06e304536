-- stop all processes first: facets become other numbers, which a program of before would neither ask for nor write.
DROP INDEX "article_search_document";
--> statement-breakpoint
DROP FUNCTION article_facets(uuid);
--> statement-breakpoint
DROP FUNCTION facet(text, text);
--> statement-breakpoint
-- What somebody filters by, as a number: one value of one field in one place, which is a workspace or a folder.
CREATE FUNCTION facet(place uuid, kind text, value text) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT hashtextextended(place::text || ':' || kind || ':' || value, 0)
$$;
--> statement-breakpoint
-- All facets of an article as it is stored now, in its workspace and in its folder: what it is, and the years and months of its days, of
-- which a range of days is put together.
CREATE FUNCTION article_facets(article uuid) RETURNS bigint[] LANGUAGE sql STABLE STRICT PARALLEL SAFE AS $$
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
--> statement-breakpoint
-- All rows are written anew in one go. The numbers lie beside the table, like the document: the index knows them, and a row that is
-- found by them is short.
ALTER TABLE "article_search" ALTER COLUMN "facets" TYPE bigint[] USING article_facets("article_id"), ALTER COLUMN "facets" SET STORAGE EXTERNAL;
--> statement-breakpoint
CREATE INDEX "article_search_document" ON "article_search" USING gin ("facets","document") WITH (fastupdate=false);
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_moved_articles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM added JOIN removed USING (id) WHERE added.folder_id <> removed.folder_id) THEN
    RETURN NULL;
  END IF;
  PERFORM 1 FROM folder_stats
    WHERE folder_id IN (SELECT folder_id FROM added UNION SELECT folder_id FROM removed) ORDER BY folder_id FOR UPDATE;
  UPDATE folder_stats SET articles_count = articles_count + change.n
    FROM (
      SELECT folder_id, sum(n) AS n FROM (
        SELECT added.folder_id, 1 AS n FROM added JOIN removed USING (id) WHERE added.folder_id <> removed.folder_id
        UNION ALL
        SELECT removed.folder_id, -1 FROM added JOIN removed USING (id) WHERE added.folder_id <> removed.folder_id
      ) AS moves GROUP BY folder_id
    ) AS change
    WHERE folder_stats.folder_id = change.folder_id;
  UPDATE article_stats SET folder_id = added.folder_id
    FROM added JOIN removed USING (id)
    WHERE article_stats.article_id = added.id AND added.folder_id <> removed.folder_id;
  UPDATE article_search SET folder_id = added.folder_id, facets = article_facets(added.id)
    FROM added JOIN removed USING (id)
    WHERE article_search.article_id = added.id AND added.folder_id <> removed.folder_id;
  RETURN NULL;
END $$;
