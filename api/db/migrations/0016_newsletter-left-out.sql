ALTER TABLE "mailings" ADD COLUMN "left_out" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "mailings" ADD COLUMN "article_titles" jsonb DEFAULT '{}'::jsonb NOT NULL;