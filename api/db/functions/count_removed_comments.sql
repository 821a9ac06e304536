-- Trigger comments_removed.
CREATE OR REPLACE FUNCTION count_removed_comments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE article_stats SET comments_count = comments_count - change.n
    FROM (SELECT article_id, count(*) AS n FROM removed GROUP BY article_id) AS change
    WHERE article_stats.article_id = change.article_id;
  RETURN NULL;
END $$;
