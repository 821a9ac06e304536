import type pg from "pg";
import { Connection } from "./connection";
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
  const client = await connect({ ...database.pool.options, statement_timeout: 0, query_timeout: 0 });
  try {
    // The embedded engine needs none, its directory being locked, and could not hold one: all its connections share a session.
    if (database.engine === "postgres") await client.query("SELECT pg_advisory_lock(hashtext($1))", [name]);
    return await fn(client);
  } finally {
    // The lock ends with its connection.
    await client.end();
  }
}

/** Runs `fn` as above, unless somebody else has the lock: nothing is done then. */
export async function unlessLocked(database: Database, name: string, fn: () => Promise<void>): Promise<void> {
  if (database.engine === "embedded") return fn();
  const client = await connect(database.pool.options);
  try {
    const { rows } = await client.query<{ mine: boolean }>("SELECT pg_try_advisory_lock(hashtext($1)) AS mine", [name]);
    if (rows[0]?.mine) await fn();
  } finally {
    await client.end();
  }
}

async function connect(options: pg.ClientConfig): Promise<pg.Client> {
  const client = new Connection({ ...options });
  await client.connect();
  return client;
}
