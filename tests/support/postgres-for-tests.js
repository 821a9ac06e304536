import pg from "pg";

/** The PostgreSQL server on which tests create their databases. */
export const postgresServer = process.env.TEST_POSTGRES_URL || "postgres://postgres@127.0.0.1:5432/postgres";

/**
 * Why tests cannot use the server; `undefined` if they can.
 * @returns {Promise<string | undefined>}
 */
export async function whyNoPostgres() {
  const client = new pg.Client({ connectionString: postgresServer, connectionTimeoutMillis: 60_000 });
  try {
    await client.connect();
    const { rows } = await client.query("select rolcreatedb or rolsuper as may from pg_roles where rolname = current_user");
    return rows[0]?.may ? undefined : "the user may not create databases";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}
