import type pg from "pg";
import { Connection } from "./connection";
import type { Database } from "./pool";

/** Runs `fn` on a separate connection without the pool's time limits, under an advisory lock: other processes wait for it. */
export async function onExclusiveConnection<Result>(
  database: Database,
  name: string,
  fn: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = await connect({ ...database.pool.options, statement_timeout: 0, query_timeout: 0 });
  try {
    // The embedded engine needs no lock, because its directory is locked, and could not hold one, because all connections share a session.
    if (database.engine === "postgres") await client.query("SELECT pg_advisory_lock(hashtext($1))", [name]);
    return await fn(client);
  } finally {
    // The lock ends with its connection.
    await client.end();
  }
}

/** Runs `fn` under the advisory lock, unless another process holds it. */
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
