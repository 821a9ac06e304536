ALTER TABLE "audit_entries" ADD COLUMN "position" bigint;--> statement-breakpoint
-- Writes of audit entries wait while it is built: about a second per million of them.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "audit_entries_client_position" ON "audit_entries" USING btree ("client_id","position","created_at","id");