CREATE TABLE "subscribers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"client_id" uuid NOT NULL,
	"folder_id" uuid NOT NULL,
	"email" text NOT NULL,
	"locale" text NOT NULL,
	"consent" text NOT NULL,
	"consent_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"user_id" uuid
);
--> statement-breakpoint
CREATE TABLE "suppressions" (
	"client_id" uuid NOT NULL,
	"folder_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "suppressions_folder_id_hash_pk" PRIMARY KEY("folder_id","hash")
);
--> statement-breakpoint
-- The previous version joins people, so it leaves these rows to the new one.
-- squawk-ignore ban-drop-not-null
ALTER TABLE "mailing_deliveries" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "folders" ADD COLUMN "subscribable" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mailing_deliveries" ADD COLUMN "subscriber_id" uuid;--> statement-breakpoint
ALTER TABLE "subscribers" ADD CONSTRAINT "subscribers_folder" FOREIGN KEY ("client_id","folder_id") REFERENCES "public"."folders"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscribers" ADD CONSTRAINT "subscribers_user" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suppressions" ADD CONSTRAINT "suppressions_folder" FOREIGN KEY ("client_id","folder_id") REFERENCES "public"."folders"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "subscribers_folder_email" ON "subscribers" USING btree ("folder_id",lower("email"));--> statement-breakpoint
CREATE INDEX "subscribers_folder_consent" ON "subscribers" USING btree ("folder_id","consent_at","id");--> statement-breakpoint
CREATE INDEX "subscribers_pending" ON "subscribers" USING btree ("consent_at") WHERE "subscribers"."confirmed_at" is null;--> statement-breakpoint
-- Of no row yet, so building it only reads the table once.
-- squawk-ignore require-concurrent-index-creation
CREATE UNIQUE INDEX "mailing_deliveries_subscriber" ON "mailing_deliveries" USING btree ("subscriber_id","mailing_id") WHERE "mailing_deliveries"."subscriber_id" is not null;--> statement-breakpoint
ALTER TABLE "mailing_deliveries" ADD CONSTRAINT "mailing_deliveries_recipient" CHECK (num_nonnulls("mailing_deliveries"."user_id", "mailing_deliveries"."subscriber_id") = 1) NOT VALID;