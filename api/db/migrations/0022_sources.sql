CREATE TABLE "source_entries" (
	"client_id" uuid NOT NULL,
	"scope_id" uuid NOT NULL,
	"key" text NOT NULL,
	"source_id" uuid NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "source_entries_scope_id_key_pk" PRIMARY KEY("scope_id","key")
);
--> statement-breakpoint
CREATE TABLE "sources" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"client_id" uuid NOT NULL,
	"folder_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"address" text NOT NULL,
	"site_url" text,
	"title" text NOT NULL,
	"included_words" text[] DEFAULT '{}' NOT NULL,
	"excluded_words" text[] DEFAULT '{}' NOT NULL,
	"tags" text[] NOT NULL,
	"full_text" boolean NOT NULL,
	"is_paused" boolean DEFAULT false NOT NULL,
	-- squawk-ignore prefer-bigint-over-int
	"lock_version" integer DEFAULT 0 NOT NULL,
	"idempotency_key" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"next_fetch_at" timestamp (3) with time zone DEFAULT now(),
	"fetched_at" timestamp (3) with time zone,
	"read_at" timestamp (3) with time zone,
	"etag" text,
	"last_modified" text,
	"schedule" jsonb,
	-- squawk-ignore prefer-bigint-over-int
	"failures" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"problem" text,
	"told_at" timestamp (3) with time zone,
	"moved_from" text,
	-- squawk-ignore prefer-bigint-over-int
	"filed" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "sources_folder_address" UNIQUE("folder_id","address"),
	CONSTRAINT "sources_idempotency" UNIQUE("user_id","idempotency_key")
);
--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "source_id" uuid;--> statement-breakpoint
ALTER TABLE "folders" ADD COLUMN "hidden_from_stream" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sources" ADD CONSTRAINT "sources_folder" FOREIGN KEY ("client_id","folder_id") REFERENCES "public"."folders"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sources" ADD CONSTRAINT "sources_user" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "source_entries_seen" ON "source_entries" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "sources_client" ON "sources" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "sources_next_fetch" ON "sources" USING btree ("next_fetch_at");