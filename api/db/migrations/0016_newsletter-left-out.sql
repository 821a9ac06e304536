-- stop all processes first: jobs are leased for twenty seconds, which a program of before does not renew.
ALTER TABLE "mailings" ADD COLUMN "left_out" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "mailings" ADD COLUMN "article_titles" jsonb DEFAULT '{}'::jsonb NOT NULL;