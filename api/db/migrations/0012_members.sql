ALTER TABLE "invitations" ADD COLUMN "idempotency_key" text;--> statement-breakpoint
CREATE INDEX "users_client_name" ON "users" USING btree ("client_id",(coalesce("first_name", "last_name", "email") collate "und-x-icu"),(coalesce("last_name", '') collate "und-x-icu"),"id");--> statement-breakpoint
CREATE INDEX "users_client_created" ON "users" USING btree ("client_id","created_at","id");