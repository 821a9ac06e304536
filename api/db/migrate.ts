import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import { NodePgSession } from "drizzle-orm/node-postgres";
import { PgDialect } from "drizzle-orm/pg-core";
import type pg from "pg";
import { onExclusiveConnection } from "./exclusive";
import { type Database, sqlStateOf } from "./pool";

/** A newer version of the program has changed the database; this one could damage it. */
export class DatabaseNewerThanCode extends Error {
  readonly code = "database_newer_than_code";

  constructor(
    readonly databaseIsFrom: Date,
    readonly codeIsFrom: Date,
  ) {
    super(
      `The database was changed by a newer version of the program (migration of ${databaseIsFrom.toISOString()}; ` +
        `this version knows them up to ${codeIsFrom.toISOString()}). Start the newer version, or restore an older backup.`,
    );
    this.name = "DatabaseNewerThanCode";
  }
}

// Drizzle's default names, pinned in case the defaults change.
const MIGRATIONS_SCHEMA = "drizzle";
const MIGRATIONS_TABLE = "__drizzle_migrations";

const LOCK_NOT_AVAILABLE = "55P03";

/** How long a migration waits for a lock, how long it pauses before the next attempt, and the number of attempts. */
export interface Patience {
  lockMs: number;
  pauseMs: number;
  tries: number;
}

/** Other queries of a table wait behind a migration that waits for its lock, but no longer than this per statement and attempt. */
const patience: Patience = { lockMs: 3_000, pauseMs: 5_000, tries: 20 };

/**
 * Brings the database to the newest migration in `folder`. If several processes start together, one migrates while the others wait. Running
 * processes of the previous version and the migration delay each other only briefly. Throws `DatabaseNewerThanCode`.
 */
export async function applyMigrations(database: Database, folder: string, { lockMs, pauseMs, tries }: Patience = patience): Promise<void> {
  await onExclusiveConnection(database, "folda migrations", async (client) => {
    await refuseNewerDatabase(client, folder);
    for (const extension of ["pg_trgm", "unaccent", "btree_gin"]) {
      await client.query(`CREATE EXTENSION IF NOT EXISTS ${extension}`);
    }
    // The embedded engine has no other sessions, and the setting would apply to all connections.
    if (database.engine === "postgres") await client.query(`SET lock_timeout = ${lockMs}`);
    const dialect = new PgDialect();
    const session = new NodePgSession<Record<string, never>, Record<string, never>>(client, dialect, undefined);
    const names = { migrationsFolder: folder, migrationsSchema: MIGRATIONS_SCHEMA, migrationsTable: MIGRATIONS_TABLE };
    for (let tried = 1; ; tried += 1) {
      try {
        return await dialect.migrate(readMigrations(folder), session, names);
      } catch (error) {
        if (tried >= tries || sqlStateOf(error) !== LOCK_NOT_AVAILABLE) throw error;
        await sleep(pauseMs);
      }
    }
  });
}

/**
 * Replaces each line `--> include functions/NAME.sql` with the current content of that file next to `folder`. On a new database, tables that
 * it needs may be created by later migrations, so function bodies are not checked.
 */
function readMigrations(folder: string): MigrationMeta[] {
  const include = (_line: string, path: string) =>
    `SET LOCAL check_function_bodies = off;\n${readFileSync(join(folder, "..", path), "utf8")}`;
  return readMigrationFiles({ migrationsFolder: folder }).map((migration) => ({
    ...migration,
    sql: migration.sql.map((statement) => statement.replaceAll(/^--> include (functions\/\w+\.sql)\r?$/gm, include)),
  }));
}

async function refuseNewerDatabase(client: pg.Client, folder: string): Promise<void> {
  const table = `${MIGRATIONS_SCHEMA}.${MIGRATIONS_TABLE}`;
  const found = await client.query<{ table: string | null }>("SELECT to_regclass($1) AS table", [table]);
  if (!found.rows[0]?.table) return;

  const applied = await client.query<{ newest: string | number | null }>(`SELECT max(created_at) AS newest FROM ${table}`);
  const newest = Number(applied.rows[0]?.newest ?? 0);
  const journal: { entries: { when: number }[] } = JSON.parse(readFileSync(join(folder, "meta/_journal.json"), "utf8"));
  const known = Math.max(0, ...journal.entries.map((entry) => entry.when));
  if (newest > known) throw new DatabaseNewerThanCode(new Date(newest), new Date(known));
}
