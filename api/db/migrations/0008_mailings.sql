CREATE TYPE "public"."delivery_state" AS ENUM('waiting', 'handing_over', 'handed_over', 'refused', 'unknown', 'stopped', 'withdrawn');--> statement-breakpoint
CREATE TYPE "public"."mailing_status" AS ENUM('draft', 'scheduled', 'published');--> statement-breakpoint
CREATE TABLE "mailing_deliveries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"client_id" uuid NOT NULL,
	"mailing_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"state" "delivery_state" DEFAULT 'waiting' NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"answer" text,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"claimed_by" uuid,
	"claimed_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mailing_deliveries_mailing_user" UNIQUE("mailing_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "mailing_pictures" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"client_id" uuid NOT NULL,
	"mailing_id" uuid NOT NULL,
	"source_key" text NOT NULL,
	"storage_key" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"content_type" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mailing_pictures_source" UNIQUE("mailing_id","source_key")
);
--> statement-breakpoint
CREATE TABLE "mailings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"client_id" uuid NOT NULL,
	"folder_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"updated_by_id" uuid NOT NULL,
	"status" "mailing_status" DEFAULT 'draft' NOT NULL,
	"subject" text NOT NULL,
	"vuex_state" jsonb NOT NULL,
	"lock_version" integer DEFAULT 0 NOT NULL,
	"idempotency_key" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"scheduled_for" timestamp (3) with time zone,
	"published_at" timestamp (3) with time zone,
	"stopped_at" timestamp (3) with time zone,
	"content" jsonb,
	"html_content" text,
	"mail_html" text,
	"mail_text" text,
	CONSTRAINT "mailings_client_id" UNIQUE("client_id","id"),
	CONSTRAINT "mailings_idempotency" UNIQUE("user_id","idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "unsubscriptions" (
	"client_id" uuid NOT NULL,
	"folder_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "unsubscriptions_folder_id_user_id_pk" PRIMARY KEY("folder_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "email_signature" text;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "logo_key" text;--> statement-breakpoint
ALTER TABLE "mailing_deliveries" ADD CONSTRAINT "mailing_deliveries_mailing" FOREIGN KEY ("client_id","mailing_id") REFERENCES "public"."mailings"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailing_deliveries" ADD CONSTRAINT "mailing_deliveries_user" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailing_pictures" ADD CONSTRAINT "mailing_pictures_mailing" FOREIGN KEY ("client_id","mailing_id") REFERENCES "public"."mailings"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailings" ADD CONSTRAINT "mailings_folder" FOREIGN KEY ("client_id","folder_id") REFERENCES "public"."folders"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailings" ADD CONSTRAINT "mailings_user" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailings" ADD CONSTRAINT "mailings_updated_by" FOREIGN KEY ("client_id","updated_by_id") REFERENCES "public"."users"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unsubscriptions" ADD CONSTRAINT "unsubscriptions_folder" FOREIGN KEY ("client_id","folder_id") REFERENCES "public"."folders"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unsubscriptions" ADD CONSTRAINT "unsubscriptions_user" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mailing_deliveries_mailing_state" ON "mailing_deliveries" USING btree ("mailing_id","state");--> statement-breakpoint
CREATE INDEX "mailing_deliveries_open" ON "mailing_deliveries" USING btree ("mailing_id","next_attempt_at") WHERE "mailing_deliveries"."state" in ('waiting', 'handing_over');--> statement-breakpoint
CREATE INDEX "mailing_deliveries_user_updated" ON "mailing_deliveries" USING btree ("user_id","updated_at");--> statement-breakpoint
CREATE INDEX "mailing_pictures_storage" ON "mailing_pictures" USING btree ("storage_key");--> statement-breakpoint
CREATE INDEX "mailings_folder_created" ON "mailings" USING btree ("folder_id","created_at","id");--> statement-breakpoint
CREATE INDEX "mailings_folder_published" ON "mailings" USING btree ("folder_id","published_at","id") WHERE "mailings"."status" = 'published';--> statement-breakpoint
CREATE INDEX "unsubscriptions_user_id" ON "unsubscriptions" USING btree ("user_id");