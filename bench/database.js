import { randomUUID } from "node:crypto";
import pg from "pg";
import { postgresServer } from "../tests/support/postgres-for-tests.js";

/**
 * Runs `work` with a fresh PostgreSQL database, and drops it afterwards.
 * @template T
 * @param {(environment: Record<string, string>) => Promise<T>} work gets the environment for the product
 */
export async function withDatabase(work) {
  const name = `folda_bench_${randomUUID().replaceAll("-", "")}`;
  const server = new pg.Client({ connectionString: postgresServer });
  await server.connect();
  try {
    await server.query(`create database ${name}`);
    const url = new URL(postgresServer);
    url.pathname = `/${name}`;
    return await work({ DATABASE_URL: url.href, SESSION_SECRET: randomUUID() });
  } finally {
    await server.query(`drop database if exists ${name} with (force)`);
    await server.end();
  }
}
