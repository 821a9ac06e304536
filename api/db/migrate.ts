import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
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

// Drizzle's own names, pinned so that they stay when its defaults change.
const MIGRATIONS_SCHEMA = "drizzle";
const MIGRATIONS_TABLE = "__drizzle_migrations";

const LOCK_NOT_AVAILABLE = "55P03";

/** How long a migration waits for a table that others use, how long it then leaves them alone, and how often it tries. */
export interface Patience {
  lockMs: number;
  pauseMs: number;
  tries: number;
}

/**
 * Whoever asks for a table meanwhile waits behind the migration: not longer than this. Each statement of it waits anew, and each of twenty
 * tries.
 */
const patience: Patience = { lockMs: 3_000, pauseMs: 5_000, tries: 20 };

/**
 * Brings the database to the newest migration in `folder`; when several processes start at once, one does it and the
 * others wait. Those of an older version that run on keep it from nothing for long, nor it them. Throws `DatabaseNewerThanCode`.
 */
export async function applyMigrations(database: Database, folder: string, { lockMs, pauseMs, tries }: Patience = patience): Promise<void> {
  await onExclusiveConnection(database, "folda migrations", async (client) => {
    await refuseNewerDatabase(client, folder);
    for (const extension of ["pg_trgm", "unaccent", "btree_gin"]) {
      await client.query(`CREATE EXTENSION IF NOT EXISTS ${extension}`);
    }
    // The embedded engine has no others, and one session for all.
    if (database.engine === "postgres") await client.query(`SET lock_timeout = ${lockMs}`);
    for (let tried = 1; ; tried += 1) {
      try {
        return await migrate(drizzle(client), {
          migrationsFolder: folder,
          migrationsSchema: MIGRATIONS_SCHEMA,
          migrationsTable: MIGRATIONS_TABLE,
        });
      } catch (error) {
        if (tried >= tries || sqlStateOf(error) !== LOCK_NOT_AVAILABLE) throw error;
        await sleep(pauseMs);
      }
    }
  });
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
