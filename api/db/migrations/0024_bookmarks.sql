CREATE TABLE "bookmark_imports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"client_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"filename" text NOT NULL,
	"format" text NOT NULL,
	"folders" jsonb NOT NULL,
	"choice" jsonb,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bookmarks" (
	"import_id" uuid NOT NULL,
	-- squawk-ignore prefer-bigint-over-int
	"position" integer NOT NULL,
	-- squawk-ignore prefer-bigint-over-int
	"line" integer NOT NULL,
	"url" text,
	"title" text NOT NULL,
	"text" text NOT NULL,
	-- squawk-ignore prefer-bigint-over-int
	"folder" integer NOT NULL,
	"tags" jsonb NOT NULL,
	"added_on" date,
	"outcome" text,
	CONSTRAINT "bookmarks_import_id_position_pk" PRIMARY KEY("import_id","position")
);
--> statement-breakpoint
ALTER TABLE "bookmark_imports" ADD CONSTRAINT "bookmark_imports_user" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookmarks" ADD CONSTRAINT "bookmarks_import_id_bookmark_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."bookmark_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bookmark_imports_user_created" ON "bookmark_imports" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "bookmark_imports_updated" ON "bookmark_imports" USING btree ("updated_at");