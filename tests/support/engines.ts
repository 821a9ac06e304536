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

/** A new database on the server, empty or a copy of `template`; `drop` removes it even while clients are connected. */
export async function freshPostgres(template = "template1"): Promise<{ databaseUrl: string; drop(): Promise<void> }> {
  const name = `folda_test_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  await onServer((client) => client.query(`create database ${name} template ${template}`));
  const drop = () => onServer(async (client) => void (await client.query(`drop database if exists ${name} with (force)`)));
  return { databaseUrl: postgresUrl(name), drop };
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
