import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { type BreakableLine, openBreakableLine } from "../../tests/support/breakable-proxy";
import { freshPostgres, hasPostgres } from "../../tests/support/engines";
import { onExclusiveConnection, unlessLocked } from "./exclusive";
import { type Database, inTransaction, openDatabase } from "./pool";
import { isDatabaseUnavailable } from "./unavailable";

const readyForQuery = 0x5a;
/** A fatal error as PostgreSQL sends it when an administrator ends a connection. */
const fatal = (() => {
  const fields = Buffer.from("SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0");
  const head = Buffer.from("E....");
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
})();

describe.runIf(hasPostgres)("A connection to PostgreSQL", () => {
  let databaseUrl: URL;
  let line: BreakableLine;

  beforeAll(async () => {
    databaseUrl = new URL(await freshPostgres());
    line = await openBreakableLine({ host: databaseUrl.hostname, port: Number(databaseUrl.port || 5432) });
  });
  afterEach(() => line.alter(undefined));
  afterAll(() => line.close());

  /** The database through the proxy. */
  async function open(onStall?: (connections: number) => void): Promise<Database> {
    const url = new URL(databaseUrl);
    url.port = String(line.port);
    url.searchParams.set("query_timeout", "600000");
    const database = await openDatabase({ databaseUrl: url.href, dataDir: "unused", workerPath: "unused", onStall });
    onTestFinished(() => database.close());
    return database;
  }

  /** Changes the time for an answer on connections that are open already, so that no other query can be late. */
  function allowMs(database: Database, queryMs: number): void {
    const { _clients: clients } = database.pool as unknown as { _clients: { connectionParameters: { query_timeout: number } }[] };
    for (const { connectionParameters } of clients) connectionParameters.query_timeout = queryMs;
  }

  /** Ends the next connection right behind its first ReadyForQuery, in the same chunk. */
  function terminateNext(): void {
    line.alter((data) => {
      if (data[data.length - 6] !== readyForQuery) return { data, end: false };
      line.alter(undefined);
      return { data: Buffer.concat([data, fatal]), end: true };
    });
  }

  const ways: [string, (database: Database) => Promise<unknown>][] = [
    ["a transaction", (database) => inTransaction(database, (tx) => tx.execute(sql`select 1`))],
    ["a query", (database) => database.pool.query("select 1")],
    ["a query of the query builder", (database) => database.db.execute(sql`select 1`)],
    [
      "a client of the pool that is idle for a moment",
      async (database) => {
        const client = await database.pool.connect();
        await new Promise((resolve) => client.once("end", resolve));
        try {
          await client.query("select 1");
        } finally {
          client.release();
        }
      },
    ],
    [
      "a migration or the filling of the demo",
      (database) => onExclusiveConnection(database, "filling", (client) => client.query("select 1")),
    ],
    ["a cleanup job", (database) => unlessLocked(database, "cleaning", async () => {})],
  ];

  it.each(ways)("that is terminated right after connecting fails only its own call: %s", async (_, use) => {
    const database = await open();
    terminateNext();
    const failure = await use(database).catch((error: unknown) => error);
    expect(isDatabaseUnavailable(failure), String(failure)).toBe(true);
    expect((await database.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    expect(database.pool.totalCount).toBe(1);
  });

  it("may be terminated under load: no acknowledged write is lost, and all others fail as unavailable", async () => {
    const database = await open();
    await database.pool.query("create table acknowledged (id int primary key)");
    const written: number[] = [];
    let next = 0;
    let isLoaded = true;
    const write = async () => {
      while (isLoaded) {
        next += 1;
        const id = next;
        const insert = sql`insert into acknowledged values (${id})`;
        try {
          await (id % 2 === 0 ? database.db.execute(insert) : inTransaction(database, (tx) => tx.execute(insert)));
          written.push(id);
        } catch (error) {
          expect(isDatabaseUnavailable(error), String(error)).toBe(true);
        }
      }
    };
    const terminate = async () => {
      const direct = await openDatabase({ databaseUrl: databaseUrl.href, dataDir: "unused", workerPath: "unused" });
      for (let round = 0; round < 10; round += 1) {
        const before = written.length;
        await vi.waitUntil(() => written.length > before, { timeout: 120_000, interval: 1 });
        await direct.pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and application_name = 'folda' and pid <> pg_backend_pid()`,
        );
      }
      isLoaded = false;
      await direct.close();
    };
    await Promise.all([...Array.from({ length: 20 }, write), terminate()]);
    // The last one terminated may still be in the pool.
    const { rows } = await vi.waitFor(() => database.pool.query<{ id: number }>("select id from acknowledged"), { timeout: 120_000 });
    const stored = new Set(rows.map(({ id }) => id));
    expect(written.filter((id) => !stored.has(id))).toEqual([]);
  });

  it("that is frozen costs one timeout, together with all that have been silent for as long, and none of them is reused", async () => {
    const stalls: number[] = [];
    const database = await open((connections) => stalls.push(connections));
    const all = () => Promise.allSettled(Array.from({ length: 10 }, () => database.pool.query("select pg_sleep(0.1)")));
    await all();
    expect(database.pool.totalCount).toBe(10);
    allowMs(database, 500);
    line.freeze();
    const failure = await database.pool.query("select 1").catch((error: unknown) => error);
    expect(isDatabaseUnavailable(failure), String(failure)).toBe(true);
    expect(stalls).toEqual([10]);
    expect((await all()).map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => "fulfilled"));
    expect(stalls).toEqual([10]);
  });

  it("with a query that exceeds its own time limit does not affect others", async () => {
    const stalls: number[] = [];
    const database = await open((connections) => stalls.push(connections));
    const holder = await database.pool.connect();
    await holder.query("select pg_advisory_lock(1)");
    const text = "select pg_advisory_xact_lock(1)";
    const slow = database.pool.query(text);
    const hasty = { text, query_timeout: 300 };
    await expect(database.pool.query(hasty)).rejects.toThrow(/timeout/);
    await holder.query("select pg_advisory_unlock(1)");
    holder.release();
    expect((await slow).rowCount).toBe(1);
    expect(stalls).toEqual([]);
  });

  it("that is frozen ends a transaction after one timeout, including its ROLLBACK", async () => {
    const database = await open();
    const failure = await inTransaction(database, async (tx) => {
      await tx.execute(sql`select 1`);
      line.freeze();
      allowMs(database, 500);
      // A ROLLBACK that waited for its answer would now wait for ten minutes.
      await tx.execute(sql`select 2`).finally(() => allowMs(database, 600_000));
    }).catch((error: unknown) => error);
    expect(isDatabaseUnavailable(failure), String(failure)).toBe(true);
    expect(database.pool.totalCount).toBe(0);
    expect((await database.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  });

  it("that is frozen can be closed", async () => {
    const database = await open();
    let isDone = false;
    await unlessLocked(database, "cleaning", async () => {
      line.freeze();
      isDone = true;
    });
    expect(isDone).toBe(true);
  });

  it("that stays silent while connecting times out", async () => {
    const database = await open();
    database.pool.options.connectionTimeoutMillis = 300;
    line.alter(() => ({ data: Buffer.alloc(0), end: false }));
    for (const use of [() => database.pool.query("select 1"), () => unlessLocked(database, "cleaning", async () => {})]) {
      const failure = await use().catch((error: unknown) => error);
      expect(isDatabaseUnavailable(failure), String(failure)).toBe(true);
    }
  });

  it("to a server that has become read-only is not reused for transactions", async () => {
    const database = await open();
    await database.pool.query("create table written (id int)");
    const pid = async () => (await database.pool.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]?.pid;
    await database.pool.query("set default_transaction_read_only = on");
    const before = await pid();
    const failure = await inTransaction(database, (tx) => tx.execute(sql`insert into written values (1)`)).catch((error: unknown) => error);
    expect(isDatabaseUnavailable(failure), String(failure)).toBe(true);
    expect(await pid()).not.toBe(before);
  });
});
