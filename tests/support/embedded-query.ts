import { join } from "node:path";
import pg from "pg";

/** Runs a statement on the embedded database of a running product, by its data directory. */
export async function queryEmbedded(dataDir: string, text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ host: join(dataDir, "database.lock"), port: 5432, user: "postgres", database: "postgres" });
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}
