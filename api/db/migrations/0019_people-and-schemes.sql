ALTER TABLE "invitations" ADD COLUMN "team_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "color_scheme" text DEFAULT 'auto' NOT NULL;