ALTER TABLE "memberships" ADD COLUMN "idempotency_key" text;--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "idempotency_key" text;--> statement-breakpoint
CREATE INDEX "memberships_team_created" ON "memberships" USING btree ("team_id","created_at","id");--> statement-breakpoint
ALTER TABLE "teams" ADD CONSTRAINT "teams_idempotency" UNIQUE("client_id","idempotency_key");