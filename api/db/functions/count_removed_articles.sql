-- Trigger articles_removed, as count_added_articles.
CREATE OR REPLACE FUNCTION count_removed_articles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM folder_stats WHERE folder_id IN (SELECT folder_id FROM removed) ORDER BY folder_id FOR UPDATE;
  UPDATE folder_stats SET articles_count = articles_count - change.n
    FROM (SELECT folder_id, count(*) AS n FROM removed GROUP BY folder_id) AS change
    WHERE folder_stats.folder_id = change.folder_id;
  RETURN NULL;
END $$;
