import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { embeddedTemplate } from "../../tests/support/embedded-template";
import { type Engine, engine, freshPostgres, hasPostgres } from "../../tests/support/engines";
import { databaseWorker, migrationsFolder } from "../config";
import { applyMigrations, DatabaseNewerThanCode } from "./migrate";
import { type Database, openDatabase, sqlStateOf } from "./pool";

let folder: string;
const open: Database[] = [];
const tidyUps: (() => void)[] = [];

beforeEach(() => {
  const root = mkdtempSync(join(tmpdir(), "folda-migrations-"));
  folder = join(root, "migrations");
  tidyUps.push(() => rmSync(root, { recursive: true }));
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((database) => database.close()));
  for (const tidyUp of tidyUps.splice(0).reverse()) tidyUp();
});

function writeMigrations(...statements: string[]): void {
  mkdirSync(join(folder, "meta"), { recursive: true });
  const entries = statements.map((_, idx) => ({
    idx,
    version: "7",
    when: 1_700_000_000_000 + idx * 1_000,
    tag: `000${idx}`,
    breakpoints: true,
  }));
  writeFileSync(join(folder, "meta/_journal.json"), JSON.stringify({ version: "7", dialect: "postgresql", entries }));
  statements.forEach((statement, idx) => {
    writeFileSync(join(folder, `000${idx}.sql`), statement);
  });
}

async function postgres(): Promise<() => Promise<Database>> {
  const databaseUrl = await freshPostgres();
  return async () => {
    const database = await openDatabase({ databaseUrl, dataDir: "unused", workerPath: "unused" });
    open.push(database);
    return database;
  };
}

async function embedded(): Promise<() => Promise<Database>> {
  const dataDir = mkdtempSync(join(tmpdir(), "folda-migrate-"));
  tidyUps.push(() => rmSync(dataDir, { recursive: true }));
  const template = await embeddedTemplate();
  return async () => {
    const database = await openDatabase({ dataDir, workerPath: databaseWorker, template });
    open.push(database);
    return database;
  };
}

const ways: Record<Engine, () => Promise<() => Promise<Database>>> = { postgres, embedded };

describe("migrations", () => {
  const prepare = ways[engine];

  test("are applied once and in order, after the extensions that they need", async () => {
    const database = await (await prepare())();
    writeMigrations("CREATE TABLE first (name text);\n--> statement-breakpoint\nCREATE INDEX ON first USING gin (name gin_trgm_ops);");
    await applyMigrations(database, folder);
    await applyMigrations(database, folder);
    writeMigrations("CREATE TABLE first (name text);", "ALTER TABLE first ADD COLUMN age int;");
    await applyMigrations(database, folder);
    const { rows } = await database.pool.query("SELECT attname FROM pg_attribute WHERE attrelid = 'first'::regclass AND attnum > 0");
    expect(rows).toEqual([{ attname: "name" }, { attname: "age" }]);
  });

  test("include the current functions, even before the tables that these read", async () => {
    const database = await (await prepare())();
    const functions = join(folder, "../functions");
    const newestName = async () => (await database.pool.query("SELECT newest_name() AS name")).rows[0].name;
    const writeFunction = (body: string) =>
      writeFileSync(
        join(functions, "newest_name.sql"),
        `-- Comment.\nCREATE OR REPLACE FUNCTION newest_name() RETURNS text LANGUAGE sql AS $$ ${body} $$;\n`,
      );
    mkdirSync(functions);
    writeFunction("SELECT max(name) FROM first");
    const first = "SELECT 1;\n--> statement-breakpoint\n--> include functions/newest_name.sql";
    const second = "CREATE TABLE first AS SELECT 'Ayşe' AS name;";
    writeMigrations(first, second);
    await applyMigrations(database, folder);
    expect(await newestName()).toBe("Ayşe");

    writeFunction("SELECT max(name) || '!' FROM first");
    await applyMigrations(database, folder);
    expect(await newestName()).toBe("Ayşe");
    writeMigrations(first, second, "--> include functions/newest_name.sql\n");
    await applyMigrations(database, folder);
    expect(await newestName()).toBe("Ayşe!");
  });

  test("leave nothing behind if one of them fails", async () => {
    const database = await (await prepare())();
    writeMigrations("CREATE TABLE first (name text);", "CREATE TABLE first (again text);");
    await expect(applyMigrations(database, folder)).rejects.toThrow();
    const { rows } = await database.pool.query("SELECT to_regclass('first') AS first");
    expect(rows).toEqual([{ first: null }]);
  });

  test("are rejected by a version that does not know the newest one", async () => {
    const database = await (await prepare())();
    writeMigrations("CREATE TABLE first (name text);", "CREATE TABLE second (name text);");
    await applyMigrations(database, folder);
    writeMigrations("CREATE TABLE first (name text);");
    const refusal = await applyMigrations(database, folder).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DatabaseNewerThanCode);
    expect(String(refusal)).toContain("2023-11-14T22:13:21.000Z");
  });
});

/** Columns that later migrations add to rows of 0017, by table. */
const upgraded = {
  users: { color_scheme: "auto", has_shortcuts: true, time_zone: null, notification_modes: {}, first_password_until: null },
  invitations: { team_ids: [] },
  folders: { hidden_from_stream: false, subscribable: false },
  articles: { source_id: null },
  comments: { mentions: [] },
  mailings: {},
  mailing_deliveries: { subscriber_id: null },
  audit_entries: { position: null },
};

test("an upgrade keeps every row of an older version, and what it says", async () => {
  const database = await (await ways[engine]())();
  cpSync(join(migrationsFolder, ".."), join(folder, ".."), { recursive: true, filter: (path) => !path.endsWith(".ts") });
  const journalFile = join(folder, "meta/_journal.json");
  const journal = JSON.parse(readFileSync(journalFile, "utf8"));
  writeFileSync(journalFile, JSON.stringify({ ...journal, entries: journal.entries.slice(0, 18) }));
  await applyMigrations(database, folder);
  const insert = async (table: string, row: Record<string, unknown>): Promise<string> => {
    const names = Object.keys(row);
    const values = names.map((_, index) => `$${index + 1}`);
    const statement = `INSERT INTO ${table} (${names}) VALUES (${values}) RETURNING id`;
    return (await database.pool.query(statement, Object.values(row))).rows[0].id;
  };
  const client_id = await insert("clients", { workspace: "demo", name: "Bahn" });
  const person = { client_id, email: "jana@demo.example", password_hash: "$argon2id$", role: "editor", first_name: "Jana" };
  const user_id = await insert("users", person);
  const expires_at = "2027-01-01";
  await insert("invitations", { client_id, email: "neu@demo.example", role: "reader", user_id, expires_at });
  const team_id = await insert("teams", { client_id, name: "Netz", slug: "netz" });
  const folder_id = await insert("folders", { client_id, team_id, name: "Korridor" });
  const article = { client_id, folder_id, user_id, title: "Brücke", teaser: "", body: "<p>Bald.</p>", published_at: "2026-01-01" };
  const article_id = await insert("articles", article);
  await insert("comments", { client_id, article_id, user_id, body: "Endlich." });
  const mailing = { client_id, folder_id, user_id, updated_by_id: user_id, subject: "Brief", vuex_state: "{}" };
  const mailing_id = await insert("mailings", mailing);
  await insert("mailing_deliveries", { client_id, mailing_id, user_id, email: person.email, name: "Jana" });
  await insert("audit_entries", { client_id, topic: "people", kind: "signed_in", actor: "person", data: "{}" });
  const read = async () => {
    const rows = Object.keys(upgraded).map(async (table) => {
      const found = await database.pool.query(`SELECT to_jsonb(one) AS row FROM ${table} one`);
      return [table, found.rows.map(({ row }) => row)];
    });
    return Object.fromEntries(await Promise.all(rows));
  };
  const before: Record<keyof typeof upgraded, object[]> = await read();
  await applyMigrations(database, migrationsFolder);
  const expected = Object.entries(upgraded).map(([table, added]) => [
    table,
    before[table as keyof typeof upgraded].map((row) => ({ ...row, ...added })),
  ]);
  expect(await read()).toEqual(Object.fromEntries(expected));
});

test.runIf(hasPostgres)("several processes that start together migrate it once", async () => {
  const another = await postgres();
  const first = await another();
  const databases = [first, await another(), await another(), await another()];
  // Ends when the other three wait.
  const wait = `DO $$ BEGIN
    WHILE (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) < 3
    LOOP PERFORM pg_sleep(0.01); END LOOP; END $$;`;
  writeMigrations(`CREATE TABLE first (name text);\n--> statement-breakpoint\n${wait}`, "INSERT INTO first VALUES ('once');");
  await Promise.all(databases.map((database) => applyMigrations(database, folder)));
  const { rows } = await first.pool.query("SELECT name FROM first");
  expect(rows).toEqual([{ name: "once" }]);
});

test.runIf(hasPostgres)("migrations have more time than requests", async () => {
  const database = await (await postgres())();
  writeMigrations("CREATE TABLE patience AS SELECT current_setting('statement_timeout') AS statement_timeout;");
  await applyMigrations(database, folder);
  const { rows } = await database.pool.query("SELECT statement_timeout FROM patience");
  expect(rows).toEqual([{ statement_timeout: "0" }]);
});

describe.runIf(hasPostgres)("a migration of a table that is in use", () => {
  /** A table that is locked by another transaction, for as long as that is open. */
  async function usedTable() {
    const database = await (await postgres())();
    writeMigrations("CREATE TABLE first (name text);");
    await applyMigrations(database, folder);
    const user = await database.pool.connect();
    await user.query("BEGIN");
    await user.query("SELECT * FROM first");
    writeMigrations("CREATE TABLE first (name text);", "ALTER TABLE first ADD COLUMN age int;");
    return { database, user };
  }
  const hasAge = async (database: Database) =>
    (await database.pool.query("SELECT 1 FROM pg_attribute WHERE attrelid = 'first'::regclass AND attname = 'age'")).rowCount;

  test("lets others through between its attempts, and succeeds once the table is free", async () => {
    const { database, user } = await usedTable();
    const migrated = applyMigrations(database, folder, { lockMs: 50, pauseMs: 200, tries: 1_000 });
    // A second reader does not have to wait for the first one.
    await vi.waitUntil(
      async () => (await database.pool.query("SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'first'::regclass")).rowCount,
      {
        interval: 5,
        timeout: 120_000,
      },
    );
    await database.pool.query("SELECT * FROM first");
    expect(await hasAge(database)).toBe(0);
    await user.query("COMMIT");
    user.release();
    await migrated;
    expect(await hasAge(database)).toBe(1);
  });

  test("fails after the last attempt, and leaves nothing behind", async () => {
    const { database, user } = await usedTable();
    const failed = await applyMigrations(database, folder, { lockMs: 20, pauseMs: 1, tries: 3 }).catch(sqlStateOf);
    expect(failed).toBe("55P03");
    await user.query("COMMIT");
    user.release();
    expect(await hasAge(database)).toBe(0);
  });
});
