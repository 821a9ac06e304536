-- Trigger folders_added: a folder begins with its counters.
CREATE OR REPLACE FUNCTION folder_stats_of_new_folders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO folder_stats (folder_id) SELECT id FROM added ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
