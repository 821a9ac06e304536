ALTER TABLE "clients" ADD COLUMN "logo_width" integer;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "logo_height" integer;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "external" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "shareable" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "lock_version" integer DEFAULT 0 NOT NULL;