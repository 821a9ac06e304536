CREATE TABLE "jobs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"payload" jsonb NOT NULL,
	"is_alone" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" bigint DEFAULT 0 NOT NULL,
	"max_attempts" bigint NOT NULL,
	"may_retry" boolean DEFAULT true NOT NULL,
	"leased_until" timestamp (3) with time zone,
	"failure" text,
	"failed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "jobs_waiting" ON "jobs" USING btree ("name","due_at") WHERE leased_until is null and failed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_alone" ON "jobs" USING btree ("name") WHERE is_alone and attempts = 0 and leased_until is null and failed_at is null;