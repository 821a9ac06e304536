import { randomUUID } from "node:crypto";
import pg from "pg";
import { postgresServer } from "./postgres-for-tests.js";

export type Engine = "embedded" | "postgres";

/** The database that this run tests; vitest.config.ts sets `TEST_DATABASE`. */
export const engine = engineOf(process.env.TEST_DATABASE ?? "embedded");

export const hasPostgres = engine === "postgres";

/** For what differs between them, in `tests/full`. */
export const availableEngines: Engine[] = hasPostgres ? ["embedded", "postgres"] : ["embedded"];

function engineOf(choice: string): Engine {
  if (choice === "embedded" || choice === "postgres") return choice;
  throw new Error(`TEST_DATABASE is embedded or postgres, not ${choice}`);
}

/** The beginning of the names of this run's databases. */
const prefix = `folda_test_${process.env.TEST_RUN}_`;

/** The address of a new database on the server, empty or a copy of `template`, which stays until the end of the run. */
export async function freshPostgres(template = "template1"): Promise<string> {
  const name = `${prefix}${randomUUID().slice(0, 8)}`;
  await onServer(async (client) => {
    await client.query(`create database ${name} template ${template}`);
    await client.query(`alter database ${name} set synchronous_commit to off`);
  });
  return postgresUrl(name);
}

/**
 * Drops all databases of this run, as nearly at once as possible: before the server drops one, it writes the new files of all others to disk, but
 * not of those that are being dropped.
 */
export async function dropDatabases(): Promise<void> {
  const { rows } = await onServer((client) =>
    client.query<{ name: string }>("select datname as name from pg_database where starts_with(datname, $1)", [prefix]),
  );
  // A server usually accepts 100 connections.
  while (rows.length > 0) {
    const clients = rows.splice(-80).map(({ name }) => ({ name, client: new pg.Client({ connectionString: postgresServer }) }));
    await Promise.all(clients.map(({ client }) => client.connect()));
    await Promise.all(clients.map(({ name, client }) => client.query(`drop database if exists ${name} with (force)`)));
    await Promise.all(clients.map(({ client }) => client.end()));
  }
}

export async function onServer<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: postgresServer });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The address of a database on the server. */
export function postgresUrl(name: string): string {
  const url = new URL(postgresServer);
  url.pathname = `/${name}`;
  return url.href;
}
