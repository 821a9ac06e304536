CREATE TABLE "trash" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"team_id" uuid NOT NULL,
	"folder_id" uuid NOT NULL,
	"folder_name" text NOT NULL,
	"user_id" uuid NOT NULL,
	"batch_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trash_rows" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"client_id" uuid NOT NULL,
	"trash_id" uuid NOT NULL,
	"table_name" text NOT NULL,
	"row" jsonb NOT NULL,
	"storage_key" text
);
--> statement-breakpoint
ALTER TABLE "trash" ADD CONSTRAINT "trash_team" FOREIGN KEY ("client_id","team_id") REFERENCES "public"."teams"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trash" ADD CONSTRAINT "trash_user" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trash_rows" ADD CONSTRAINT "trash_rows_trash_id_trash_id_fk" FOREIGN KEY ("trash_id") REFERENCES "public"."trash"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "trash_client_created" ON "trash" USING btree ("client_id","created_at","id");--> statement-breakpoint
CREATE INDEX "trash_created" ON "trash" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "trash_team_id" ON "trash" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "trash_folder_id" ON "trash" USING btree ("folder_id");--> statement-breakpoint
CREATE INDEX "trash_batch_id" ON "trash" USING btree ("batch_id");--> statement-breakpoint
CREATE INDEX "trash_rows_trash_table" ON "trash_rows" USING btree ("trash_id","table_name");--> statement-breakpoint
CREATE INDEX "trash_rows_client_table" ON "trash_rows" USING btree ("client_id","table_name");--> statement-breakpoint
CREATE INDEX "trash_rows_storage" ON "trash_rows" USING btree ("storage_key") WHERE "trash_rows"."storage_key" is not null;