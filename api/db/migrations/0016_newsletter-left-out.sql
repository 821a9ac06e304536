-- stop all processes first: the previous version does not renew the leases of its jobs, which are 20 seconds from now on.
ALTER TABLE "mailings" ADD COLUMN "left_out" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "mailings" ADD COLUMN "article_titles" jsonb DEFAULT '{}'::jsonb NOT NULL;