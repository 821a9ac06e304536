import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { type BreakableLine, openBreakableLine } from "../../tests/support/breakable-proxy";
import { freshPostgres, postgresOnly } from "../../tests/support/engines";
import { onExclusiveConnection, unlessLocked } from "./exclusive";
import { type Database, inTransaction, openDatabase } from "./pool";
import { isDatabaseUnavailable } from "./unavailable";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const readyForQuery = 0x5a;
/** A fatal error as PostgreSQL sends it when an administrator ends a connection. */
const fatal = (() => {
  const fields = Buffer.from("SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0");
  const head = Buffer.from("E....");
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
})();

describe.runIf(postgresOnly.length > 0)("A connection to PostgreSQL", () => {
  let databaseUrl: URL;
  let drop: () => Promise<void>;
  let line: BreakableLine;

  beforeAll(async () => {
    const fresh = await freshPostgres();
    drop = fresh.drop;
    databaseUrl = new URL(fresh.databaseUrl);
    line = await openBreakableLine({ host: databaseUrl.hostname, port: Number(databaseUrl.port || 5432) });
  });
  afterEach(() => line.alter(undefined));
  afterAll(async () => {
    await line.close();
    await drop();
  });

  /** The database through the proxy; `queryMs` shortens the time for an answer. */
  async function open({ queryMs, onStall }: { queryMs?: number; onStall?: (connections: number) => void } = {}): Promise<Database> {
    const url = new URL(databaseUrl);
    url.port = String(line.port);
    if (queryMs !== undefined) url.searchParams.set("query_timeout", String(queryMs));
    const database = await openDatabase({ databaseUrl: url.href, dataDir: "unused", workerPath: "unused", onStall });
    onTestFinished(() => database.close());
    return database;
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
    const until = Date.now() + 3_000;
    const written: number[] = [];
    let next = 0;
    let terminated = 0;
    const write = async () => {
      while (Date.now() < until) {
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
      while (Date.now() < until) {
        const { rowCount } = await direct.pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and application_name = 'folda' and pid <> pg_backend_pid()`,
        );
        terminated += rowCount ?? 0;
      }
      await direct.close();
    };
    await Promise.all([...Array.from({ length: 20 }, write), terminate()]);
    // The last one terminated may still be in the pool.
    const { rows } = await vi.waitFor(() => database.pool.query<{ id: number }>("select id from acknowledged"));
    const stored = new Set(rows.map(({ id }) => id));
    expect(written.filter((id) => !stored.has(id))).toEqual([]);
    expect(terminated).toBeGreaterThan(10);
    expect(written.length).toBeGreaterThan(10);
  });

  it("that is frozen costs one timeout, together with all that have been silent for as long, and none of them is reused", async () => {
    const stalls: number[] = [];
    const database = await open({ queryMs: 1_000, onStall: (connections) => stalls.push(connections) });
    const all = () => Promise.allSettled(Array.from({ length: 10 }, () => database.pool.query("select pg_sleep(0.1)")));
    await all();
    expect(database.pool.totalCount).toBe(10);
    line.freeze();
    const failure = await database.pool.query("select 1").catch((error: unknown) => error);
    expect(isDatabaseUnavailable(failure), String(failure)).toBe(true);
    expect(stalls).toEqual([10]);
    expect((await all()).map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => "fulfilled"));
    expect(stalls).toEqual([10]);
  });

  it("with a query that exceeds its own time limit does not affect others", async () => {
    const stalls: number[] = [];
    const database = await open({ queryMs: 30_000, onStall: (connections) => stalls.push(connections) });
    const slow = database.pool.query("select pg_sleep(3)");
    await database.pool.query("select 1");
    const hasty = { text: "select pg_sleep(20)", query_timeout: 300 };
    await expect(database.pool.query(hasty)).rejects.toThrow(/timeout/);
    expect((await slow).rowCount).toBe(1);
    expect(stalls).toEqual([]);
  });

  it("that is frozen ends a transaction after one timeout, including its ROLLBACK", async () => {
    const database = await open({ queryMs: 5_000 });
    let begun = 0;
    const failure = await inTransaction(database, async (tx) => {
      await tx.execute(sql`select 1`);
      line.freeze();
      begun = performance.now();
      await tx.execute(sql`select 2`);
    }).catch((error: unknown) => error);
    expect(performance.now() - begun).toBeLessThan(9_500);
    expect(isDatabaseUnavailable(failure), String(failure)).toBe(true);
    expect(database.pool.totalCount).toBe(0);
    expect((await database.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  });

  it("that is frozen can be closed without delay", async () => {
    const database = await open({ queryMs: 1_000 });
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
