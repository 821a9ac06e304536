ALTER TABLE "folders" ADD COLUMN "lock_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "folders" ADD COLUMN "idempotency_key" text;--> statement-breakpoint
ALTER TABLE "ownerships" ADD COLUMN "idempotency_key" text;--> statement-breakpoint
ALTER TABLE "folders" ADD CONSTRAINT "folders_idempotency" UNIQUE("client_id","idempotency_key");