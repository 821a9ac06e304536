import { readFileSync } from "node:fs";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import type pg from "pg";
import { onExclusiveConnection } from "./exclusive";
import type { Database } from "./pool";

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

/**
 * Brings the database to the newest migration in `folder`; when several processes start at once, one does it and the
 * others wait. Throws `DatabaseNewerThanCode`.
 */
export async function applyMigrations(database: Database, folder: string): Promise<void> {
  await onExclusiveConnection(database, "folda migrations", async (client) => {
    await refuseNewerDatabase(client, folder);
    for (const extension of ["pg_trgm", "unaccent", "btree_gin"]) {
      await client.query(`CREATE EXTENSION IF NOT EXISTS ${extension}`);
    }
    await migrate(drizzle(client), {
      migrationsFolder: folder,
      migrationsSchema: MIGRATIONS_SCHEMA,
      migrationsTable: MIGRATIONS_TABLE,
    });
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
