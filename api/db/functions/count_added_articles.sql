-- Trigger articles_added. Counters are exact at every moment: a statement-level trigger updates each folder once per statement.
-- Folders are locked in the order of their ids, so that two writers never deadlock.
CREATE OR REPLACE FUNCTION count_added_articles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO article_stats (article_id, client_id, folder_id) SELECT id, client_id, folder_id FROM added ON CONFLICT DO NOTHING;
  PERFORM 1 FROM folder_stats WHERE folder_id IN (SELECT folder_id FROM added) ORDER BY folder_id FOR UPDATE;
  UPDATE folder_stats SET articles_count = articles_count + change.n
    FROM (SELECT folder_id, count(*) AS n FROM added GROUP BY folder_id) AS change
    WHERE folder_stats.folder_id = change.folder_id;
  RETURN NULL;
END $$;
