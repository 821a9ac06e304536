import { join } from "node:path";
import pg from "pg";

interface Database {
  dataDir: string;
  /** Missing or empty for the embedded database. */
  databaseUrl?: string | undefined;
}

/** Queries the database of a running product over a separate connection. */
export async function queryProduct(
  { dataDir, databaseUrl }: Database,
  text: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const embedded = { host: join(dataDir, "database.lock"), port: 5432, user: "postgres", database: "postgres" };
  const client = new pg.Client(databaseUrl ? { connectionString: databaseUrl } : embedded);
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}
