-- Counters that are right at every moment, kept by statement-level triggers: one update a folder and
-- statement, however many rows it touches. Folders are locked in the order of their ids, so that two writers never deadlock.

CREATE FUNCTION folder_stats_of_new_folders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO folder_stats (folder_id) SELECT id FROM added ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER folders_added AFTER INSERT ON folders REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION folder_stats_of_new_folders();
--> statement-breakpoint
CREATE FUNCTION count_added_articles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO article_stats (article_id, client_id, folder_id) SELECT id, client_id, folder_id FROM added ON CONFLICT DO NOTHING;
  PERFORM 1 FROM folder_stats WHERE folder_id IN (SELECT folder_id FROM added) ORDER BY folder_id FOR UPDATE;
  UPDATE folder_stats SET articles_count = articles_count + change.n
    FROM (SELECT folder_id, count(*) AS n FROM added GROUP BY folder_id) AS change
    WHERE folder_stats.folder_id = change.folder_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER articles_added AFTER INSERT ON articles REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_added_articles();
--> statement-breakpoint
CREATE FUNCTION count_removed_articles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM folder_stats WHERE folder_id IN (SELECT folder_id FROM removed) ORDER BY folder_id FOR UPDATE;
  UPDATE folder_stats SET articles_count = articles_count - change.n
    FROM (SELECT folder_id, count(*) AS n FROM removed GROUP BY folder_id) AS change
    WHERE folder_stats.folder_id = change.folder_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER articles_removed AFTER DELETE ON articles REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_removed_articles();
--> statement-breakpoint
CREATE FUNCTION count_moved_articles() RETURNS trigger LANGUAGE plpgsql AS $$
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
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER articles_moved AFTER UPDATE ON articles REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_moved_articles();
--> statement-breakpoint
CREATE FUNCTION count_added_comments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE article_stats SET comments_count = comments_count + change.n
    FROM (SELECT article_id, count(*) AS n FROM added GROUP BY article_id) AS change
    WHERE article_stats.article_id = change.article_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER comments_added AFTER INSERT ON comments REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_added_comments();
--> statement-breakpoint
CREATE FUNCTION count_removed_comments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE article_stats SET comments_count = comments_count - change.n
    FROM (SELECT article_id, count(*) AS n FROM removed GROUP BY article_id) AS change
    WHERE article_stats.article_id = change.article_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER comments_removed AFTER DELETE ON comments REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_removed_comments();
