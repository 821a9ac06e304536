-- Triggers article_search_removed and article_search_changed: the statement tells whose articles lost words; the next refresh finds out which.
CREATE OR REPLACE FUNCTION note_search_losses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_losses (client_id)
    SELECT DISTINCT client_id FROM removed r WHERE NOT EXISTS (SELECT 1 FROM search_losses l WHERE l.client_id = r.client_id)
    ORDER BY client_id ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
