import pg from "pg";
import { postgresServer } from "./postgres-for-tests.js";

export type Engine = "embedded" | "postgres";

/** For tests that run on each database: `TEST_DATABASE` is `embedded`, `postgres` or `both`, the default if PostgreSQL is available. */
export const engines: Engine[] = enginesOf(process.env.TEST_DATABASE ?? "embedded");

/**
 * For rules and responses, whose code is the same on both: PostgreSQL if it is tested, because it is faster, or if `TEST_MAIN_DATABASE` is
 * `postgres`. The browser flows use the embedded one.
 */
export const mainEngine: Engine = process.env.TEST_MAIN_DATABASE === "postgres" ? "postgres" : (engines.at(-1) ?? "embedded");

/** The same for `describe.each`. */
export const anyEngine = [mainEngine];

/** For tests of PostgreSQL alone; empty if it is not tested. */
export const postgresOnly: Engine[] = mainEngine === "postgres" ? ["postgres"] : [];

function enginesOf(choice: string): Engine[] {
  if (choice === "both") return ["embedded", "postgres"];
  if (choice === "embedded" || choice === "postgres") return [choice];
  throw new Error(`TEST_DATABASE is embedded, postgres or both, not ${choice}`);
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
