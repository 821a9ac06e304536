import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findBreaking, lastUnruled } from "../../scripts/migration-rules.js";

const folder = "api/db/migrations";
const ruled = readdirSync(folder).filter((file) => file.endsWith(".sql") && Number.parseInt(file, 10) > lastUnruled);

test("The migrations make what api/db/schema.ts says; else `npx drizzle-kit generate --name …` makes the next one", () => {
  const copy = mkdtempSync(join(tmpdir(), "folda-migrations-"));
  try {
    cpSync(folder, copy, { recursive: true });
    const options = ["--dialect", "postgresql", "--schema", "./api/db/schema.ts", "--casing", "snake_case", "--out", copy];
    execFileSync(process.execPath, ["node_modules/drizzle-kit/bin.cjs", "generate", ...options], { stdio: "pipe" });
    expect(readdirSync(copy)).toEqual(readdirSync(folder));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
});

describe("A migration that may run while the version before it does", () => {
  test.each(ruled)("is %s, or its first line says that all processes are to be stopped, and why", (file) => {
    expect(findBreaking(readFileSync(`${folder}/${file}`, "utf8"), Number(file.slice(0, 4)))).toEqual([]);
  });

  test.each([
    'CREATE TABLE "notes" ("id" uuid PRIMARY KEY, "text" text NOT NULL);--> statement-breakpoint\nCREATE UNIQUE INDEX "one" ON "notes" USING btree ("text");',
    'CREATE TABLE "notes" ("id" uuid);--> statement-breakpoint\nALTER TABLE "notes" ADD CONSTRAINT "x" FOREIGN KEY ("id") REFERENCES "users"("id");',
    'ALTER TABLE "users" ADD COLUMN "nickname" text;',
    `ALTER TABLE "users" ADD COLUMN "rank" integer DEFAULT 0 NOT NULL;`,
    `ALTER TABLE "public"."users" ADD COLUMN "since" timestamp DEFAULT now() NOT NULL;`,
    `CREATE TYPE "public"."kind" AS ENUM('drop table', 'rename');`,
    `ALTER TYPE "public"."kind" ADD VALUE 'more';`,
    `DROP INDEX "one";`,
    `ALTER TABLE "users" ALTER COLUMN "nickname" DROP NOT NULL;`,
    `ALTER TABLE "users" ALTER COLUMN "rank" SET DEFAULT 1;`,
    `CREATE OR REPLACE FUNCTION f() RETURNS void LANGUAGE sql AS $$ DELETE FROM users; DROP TABLE users $$;`,
    `CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $body$ BEGIN UPDATE users SET name = $$x$$; END $body$;`,
    `CREATE TRIGGER t AFTER UPDATE ON users FOR EACH ROW EXECUTE FUNCTION f();`,
    `INSERT INTO "countries" VALUES ('de') ON CONFLICT (code) DO UPDATE SET name = excluded.name;`,
    'CREATE TABLE "notes" ("id" uuid REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE SET NULL);',
    'CREATE TABLE "notes" ("id" uuid);--> statement-breakpoint\nWITH gone AS (DELETE FROM "notes" RETURNING id) UPDATE "notes" n SET "id" = NULL;',
    `DO $$ BEGIN PERFORM 1 FROM users ORDER BY id FOR UPDATE; END $$;`,
    `-- we rename nothing here\nINSERT INTO "countries" VALUES ('drop column');`,
    `-- short lock: clients has a hundred rows\nCREATE INDEX "clients_name" ON "clients" USING btree ("name");`,
    `-- stop all processes first: names are split\nALTER TABLE "users" RENAME COLUMN "name" TO "first_name";`,
    `-- second step of 0015: names are read from "people" since\nALTER TABLE "users" DROP COLUMN "name";`,
    "-- second step of 0015: it has another name\nDROP FUNCTION facet(text, text);",
  ])("does %s", (sql) => {
    expect(findBreaking(sql, 16)).toEqual([]);
  });

  test.each([
    'DROP TABLE "notes";',
    'DROP TYPE "public"."kind";',
    "DROP FUNCTION facet(text, text);",
    "-- stop all processes first: facets are other numbers\nDROP FUNCTION facet(text, text);",
    '-- stop all processes first: names are split\nALTER TABLE "users" DROP COLUMN "name";',
    '-- second step of 0016: unused\nDROP TABLE "notes";',
    '-- second step of nothing: unused\nDROP TABLE "notes";',
    '-- second step of 0015: unused\nALTER TABLE "users" DROP COLUMN "name", ALTER COLUMN "rank" SET NOT NULL;',
    '-- second step of 0015: unused\nDROP TABLE "notes";--> statement-breakpoint\nDROP TABLE "users";',
    'ALTER TABLE "users" DROP COLUMN "name";',
    'ALTER TABLE "users" DROP "name";',
    'ALTER TABLE "users" DROP CONSTRAINT "users_email";',
    'ALTER TABLE "users" RENAME COLUMN "name" TO "first_name";',
    'ALTER TABLE "users" RENAME TO "people";',
    "ALTER TYPE \"public\".\"kind\" RENAME VALUE 'a' TO 'b';",
    'ALTER TABLE "users" ADD COLUMN "name" text NOT NULL;',
    'ALTER TABLE "public"."users"\n\tADD COLUMN IF NOT EXISTS "name" text NOT NULL;',
    'ALTER TABLE "users" ALTER COLUMN "name" SET NOT NULL;',
    'ALTER TABLE "users" ALTER COLUMN "name" DROP DEFAULT;',
    'ALTER TABLE "users" ALTER COLUMN "rank" SET DATA TYPE bigint;',
    'ALTER TABLE "users" ALTER "rank" TYPE bigint;',
    'ALTER TABLE "users" ADD CONSTRAINT "named" CHECK (name <> \'\');',
    'ALTER TABLE "users" ADD COLUMN "key" uuid DEFAULT gen_random_uuid() NOT NULL;',
    'ALTER TABLE "users" ADD COLUMN "short" text GENERATED ALWAYS AS (left(name, 3)) STORED;',
    'CREATE INDEX "users_name" ON "users" USING btree ("name");',
    'CREATE UNIQUE INDEX "users_name" ON "public"."users" USING btree ("name");',
    '-- short lock: few rows\nCREATE UNIQUE INDEX "users_name" ON "users" USING btree ("name");',
    'CREATE INDEX CONCURRENTLY "users_name" ON "users" USING btree ("name");',
    `UPDATE "users" SET "name" = '';`,
    "UPDATE ONLY public.users AS u SET name = u.email;",
    'DELETE FROM "users";',
    "MERGE INTO users USING people ON users.id = people.id WHEN MATCHED THEN DELETE;",
    `DO $$ BEGIN UPDATE users SET name = ''; END $$;`,
    "DO LANGUAGE plpgsql $$ BEGIN DELETE FROM users; END $$;",
    `DO $$ BEGIN EXECUTE 'update users set name = null'; END $$;`,
    "WITH gone AS (DELETE FROM users RETURNING id) SELECT count(*) FROM gone;",
    "WITH old AS (SELECT id FROM users) UPDATE users SET name = NULL FROM old WHERE users.id = old.id;",
    'CREATE TABLE "notes" ("id" uuid);--> statement-breakpoint\nWITH gone AS (DELETE FROM "notes") DELETE FROM "users";',
    "CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ SELECT 1 $$; DROP TABLE users;",
    'TRUNCATE "users";',
    '-- stop all processes first:\nDROP TABLE "notes";',
    'CREATE TABLE "notes" ("id" uuid);\n-- stop all processes first: too late\n--> statement-breakpoint\nDROP TABLE "notes";',
  ])("does not %s", (sql) => {
    expect(findBreaking(sql, 16)).not.toEqual([]);
  });
});
