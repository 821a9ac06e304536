ALTER TABLE "trash" ADD COLUMN "article_id" uuid;--> statement-breakpoint
ALTER TABLE "trash" ADD COLUMN "article_title" text;--> statement-breakpoint
ALTER TABLE "trash" ADD COLUMN "author_id" uuid;