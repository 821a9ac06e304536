-- One value of one field that lists are filtered by, as a number: a tag's id, a country's code, a source's name, a priority, an origin.
CREATE FUNCTION facet(kind text, value text) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT hashtextextended(kind || ':' || value, 0)
$$;
--> statement-breakpoint
-- All facets of an article as it is stored now.
CREATE FUNCTION article_facets(article uuid) RETURNS bigint[] LANGUAGE sql STABLE STRICT PARALLEL SAFE AS $$
  SELECT array(SELECT facet('tag', tag_id::text) FROM article_tags WHERE article_id = article)
    || array(SELECT facet('country', country) FROM article_countries WHERE article_id = article)
    || (SELECT array_remove(array[facet('priority', priority::text), facet('source', source_name),
          facet('origin', CASE WHEN source_url IS NULL THEN 'without' ELSE 'with' END)], NULL)
        FROM articles WHERE id = article)
$$;
--> statement-breakpoint
DROP INDEX "article_search_document";
--> statement-breakpoint
ALTER TABLE "article_search" ADD COLUMN "published_at" date;
--> statement-breakpoint
ALTER TABLE "article_search" ADD COLUMN "facets" bigint[];
--> statement-breakpoint
-- A few numbers stay in the row, when its document is moved beside the table.
ALTER TABLE "article_search" ALTER COLUMN "facets" SET STORAGE PLAIN;
--> statement-breakpoint
UPDATE "article_search" SET "published_at" = a."published_at", "facets" = article_facets(a."id") FROM "articles" a WHERE a."id" = "article_id";
--> statement-breakpoint
ALTER TABLE "article_search" ALTER COLUMN "published_at" SET NOT NULL, ALTER COLUMN "facets" SET NOT NULL;
--> statement-breakpoint
CREATE INDEX "article_search_client_created" ON "article_search" USING btree ("client_id","created_at","article_id");
--> statement-breakpoint
CREATE INDEX "article_search_client_published" ON "article_search" USING btree ("client_id","published_at","article_id");
--> statement-breakpoint
CREATE INDEX "article_search_document" ON "article_search" USING gin ("client_id","folder_id","facets","document") WITH (fastupdate=false);
--> statement-breakpoint
CREATE INDEX "articles_folder_source" ON "articles" USING btree ("folder_id","source_name");
--> statement-breakpoint
CREATE TABLE "search_losses" (
	"client_id" uuid PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- Whose articles lost words is known from the statement alone; which words, the next refresh finds out.
CREATE FUNCTION note_search_losses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_losses (client_id)
    SELECT DISTINCT client_id FROM removed r WHERE NOT EXISTS (SELECT 1 FROM search_losses l WHERE l.client_id = r.client_id)
    ORDER BY client_id ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER article_search_removed AFTER DELETE ON article_search REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION note_search_losses();
--> statement-breakpoint
CREATE TRIGGER article_search_changed AFTER UPDATE ON article_search REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION note_search_losses();
