import pg from "pg";
import type { Database } from "./pool";

/**
 * Runs `fn` on a connection of its own, without the time limits of the pool, which are made for requests; when several
 * processes start at once, one does it and the others wait.
 */
export async function onExclusiveConnection<Result>(
  database: Database,
  name: string,
  fn: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ ...database.pool.options, statement_timeout: 0, query_timeout: 0 });
  await client.connect();
  try {
    // The embedded engine needs none, its directory being locked, and could not hold one: all its connections share a session.
    if (database.engine === "postgres") await client.query("SELECT pg_advisory_lock(hashtext($1))", [name]);
    return await fn(client);
  } finally {
    // The lock ends with its connection.
    await client.end();
  }
}
