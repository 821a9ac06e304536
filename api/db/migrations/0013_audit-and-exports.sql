-- A UUID of version 7 (RFC 9562, 6.2, method 3): the millisecond, its fraction in steps of a microsecond, and what is random.
CREATE FUNCTION "public"."ordered_uuid"() RETURNS uuid LANGUAGE sql VOLATILE AS $$
	SELECT (lpad(to_hex(floor(extract(epoch FROM moment) * 1000)::bigint), 12, '0') || '7'
		|| lpad(to_hex(floor(extract(epoch FROM moment) * 1000000)::bigint % 1000 * 4), 3, '0') || substr(gen_random_uuid()::text, 20))::uuid
	FROM (SELECT clock_timestamp() AS moment) AS now
$$;--> statement-breakpoint
CREATE TYPE "public"."audit_actor" AS ENUM('person', 'operator', 'system', 'unknown');--> statement-breakpoint
CREATE TYPE "public"."export_format" AS ENUM('html', 'pdf');--> statement-breakpoint
CREATE TYPE "public"."export_state" AS ENUM('waiting', 'working', 'done', 'failed');--> statement-breakpoint
CREATE TABLE "exports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"client_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"title" text NOT NULL,
	"format" "export_format" NOT NULL,
	"locale" text NOT NULL,
	"article_ids" jsonb NOT NULL,
	"state" "export_state" DEFAULT 'waiting' NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"collected" integer DEFAULT 0 NOT NULL,
	"left_out" integer DEFAULT 0 NOT NULL,
	"storage_key" text,
	"file_size" integer,
	"idempotency_key" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "exports_idempotency" UNIQUE("user_id","idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" uuid PRIMARY KEY DEFAULT ordered_uuid() NOT NULL,
	"client_id" uuid NOT NULL,
	"topic" text NOT NULL,
	"kind" text NOT NULL,
	"actor" "audit_actor" NOT NULL,
	"actor_id" uuid,
	"actor_name" text,
	"subject_id" uuid,
	"data" jsonb NOT NULL,
	"once_key" text,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "audit_entries_once_key" UNIQUE("once_key")
);
--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "disabled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports_user" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "exports_expires" ON "exports" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "exports_storage" ON "exports" USING btree ("storage_key");--> statement-breakpoint
CREATE INDEX "audit_entries_client_created" ON "audit_entries" USING btree ("client_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_client_topic" ON "audit_entries" USING btree ("client_id","topic","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_client_actor" ON "audit_entries" USING btree ("client_id","actor_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_client_subject" ON "audit_entries" USING btree ("client_id","subject_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_created" ON "audit_entries" USING btree ("created_at");