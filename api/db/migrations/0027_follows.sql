CREATE TABLE "digests" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"frequency" text NOT NULL,
	-- squawk-ignore prefer-bigint-over-int
	"weekday" integer NOT NULL,
	-- squawk-ignore prefer-bigint-over-int
	"hour" integer NOT NULL,
	"told_until" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp (3) with time zone,
	"mail_id" uuid,
	"mail_state" text,
	"mailed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "follows" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"client_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"folder_id" uuid,
	"tag_id" uuid,
	"query" jsonb,
	"name" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "follows_user_folder" UNIQUE("user_id","folder_id"),
	CONSTRAINT "follows_user_tag" UNIQUE("user_id","tag_id"),
	CONSTRAINT "follows_one_subject" CHECK (num_nonnulls("follows"."folder_id", "follows"."tag_id", "follows"."query") = 1)
);
--> statement-breakpoint
ALTER TABLE "digests" ADD CONSTRAINT "digests_user" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_user" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_folder" FOREIGN KEY ("client_id","folder_id") REFERENCES "public"."folders"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_tag" FOREIGN KEY ("client_id","tag_id") REFERENCES "public"."tags"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "digests_client_id" ON "digests" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "digests_due" ON "digests" USING btree ("due_at") WHERE "digests"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "digests_mailed" ON "digests" USING btree ("mailed_at") WHERE "digests"."mail_state" = 'sending';--> statement-breakpoint
CREATE UNIQUE INDEX "follows_user_query" ON "follows" USING btree ("user_id",md5("query"::text));--> statement-breakpoint
CREATE INDEX "follows_folder_id" ON "follows" USING btree ("folder_id");--> statement-breakpoint
CREATE INDEX "follows_tag_id" ON "follows" USING btree ("tag_id");