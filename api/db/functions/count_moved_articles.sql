-- Trigger articles_moved, as count_added_articles. A program that moves an article writes its facets in the same transaction, and may move its
-- search document first; index version 0 (edition) has the job reindex articles that an older program moves.
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
  UPDATE article_search SET folder_id = added.folder_id, edition = 0
    FROM added JOIN removed USING (id)
    WHERE article_search.article_id = added.id AND added.folder_id <> removed.folder_id
      AND article_search.folder_id <> added.folder_id;
  RETURN NULL;
END $$;
