import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { embeddedTemplate } from "../../tests/support/embedded-template";
import { type Engine, engine, freshPostgres, hasPostgres } from "../../tests/support/engines";
import { databaseWorker } from "../config";
import { countStatements, type Database, inTransaction, openDatabase, PoolUsedInsideTransaction, sqlStateOf } from "./pool";

interface Opened {
  database: Database;
  tidyUp(): void;
}

const ways: Record<Engine, () => Promise<Opened>> = { postgres: openOnPostgres, embedded: openEmbeddedHere };

async function openOnPostgres(): Promise<Opened> {
  const databaseUrl = await freshPostgres();
  return { database: await openDatabase({ databaseUrl, dataDir: "unused", workerPath: "unused", poolSize: 4 }), tidyUp: () => {} };
}

async function openEmbeddedHere(): Promise<Opened> {
  const dataDir = mkdtempSync(join(tmpdir(), "folda-pool-"));
  const database = await openDatabase({ dataDir, workerPath: databaseWorker, template: await embeddedTemplate(), poolSize: 4 });
  return { database, tidyUp: () => rmSync(dataDir, { recursive: true }) };
}

describe("the database", () => {
  let database: Database;
  let tidyUp: () => void;

  beforeAll(async () => {
    ({ database, tidyUp } = await ways[engine]());
    await database.pool.query("CREATE TABLE counters (name text PRIMARY KEY, value int NOT NULL)");
  });

  afterAll(async () => {
    await database.close();
    tidyUp();
  });

  const counter = async (name: string) => {
    const { rows } = await database.pool.query("SELECT value FROM counters WHERE name = $1", [name]);
    return rows[0]?.value;
  };

  test("reports its engine and runs in UTC", async () => {
    expect(database.engine).toBe(engine);
    const { rows } = await database.pool.query("SELECT current_setting('TimeZone') AS zone");
    expect(rows).toEqual([{ zone: "UTC" }]);
  });

  test("returns dates as text, moments as Date and large integers as numbers, through Drizzle too", async () => {
    const statement = `SELECT '2024-02-29'::date AS day, ARRAY['2024-02-29'::date] AS days, 9007199254740991::int8 AS big,
                              ARRAY[1, NULL]::int8[] AS bigs, '2024-02-29T23:59:59.5Z'::timestamptz AS moment`;
    const expected = { day: "2024-02-29", days: ["2024-02-29"], big: 9_007_199_254_740_991, bigs: [1, null] };
    const { rows } = await database.pool.query(statement);
    expect(rows).toEqual([{ ...expected, moment: new Date("2024-02-29T23:59:59.500Z") }]);
    expect((await database.db.execute(sql.raw(statement))).rows[0]).toMatchObject({ day: "2024-02-29", big: 9_007_199_254_740_991 });
    await expect(database.pool.query("SELECT 9007199254740992::int8")).rejects.toThrow(RangeError);
  });

  test("commits a transaction whose function returns, and rolls back one whose function throws", async () => {
    const result = await inTransaction(database, async (transaction) => {
      await transaction.execute(sql`INSERT INTO counters VALUES ('kept', 1)`);
      return "done";
    });
    expect(result).toBe("done");
    const failing = inTransaction(database, async (transaction) => {
      await transaction.execute(sql`INSERT INTO counters VALUES ('dropped', 1)`);
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    expect(await counter("kept")).toBe(1);
    expect(await counter("dropped")).toBeUndefined();
    expect(database.pool.waitingCount).toBe(0);
  });

  test("rejects the pool inside an open transaction, in all three ways, and allows it afterwards", async () => {
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    let later: Promise<unknown> | undefined;
    await inTransaction(database, async (transaction) => {
      await expect(database.pool.query("SELECT 1")).rejects.toBeInstanceOf(PoolUsedInsideTransaction);
      await expect(database.pool.connect()).rejects.toBeInstanceOf(PoolUsedInsideTransaction);
      await expect(database.db.execute(sql`SELECT 1`)).rejects.toMatchObject({ cause: expect.any(PoolUsedInsideTransaction) });
      await expect(inTransaction(database, async () => {})).rejects.toBeInstanceOf(PoolUsedInsideTransaction);
      await transaction.execute(sql`SELECT 1`);
      later = ended.then(() => database.pool.query("SELECT 1"));
    });
    end();
    await later;
    await database.pool.query("SELECT 1");
  });

  test("lets others use the pool while a transaction is open", async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const transaction = inTransaction(database, () => held);
    const other = database.pool.query("SELECT 1 AS one");
    // The embedded database runs one transaction at a time.
    if (engine === "postgres") await other;
    release();
    await transaction;
    expect((await other).rows).toEqual([{ one: 1 }]);
  });

  test("retries a transaction after a serialization failure, at most three times", async () => {
    let attempts = 0;
    const failWith = (code: string, times: number) =>
      inTransaction(database, async (transaction) => {
        attempts += 1;
        await transaction.execute(sql.raw(`UPDATE counters SET value = value WHERE name = 'kept'`));
        if (attempts <= times) await transaction.execute(sql.raw(`DO $$ BEGIN RAISE SQLSTATE '${code}'; END $$`));
        return attempts;
      });

    expect(await failWith("40001", 3)).toBe(4);
    attempts = 0;
    const failure = await failWith("40P01", 99).catch((error: unknown) => error);
    expect(sqlStateOf(failure)).toBe("40P01");
    expect(attempts).toBe(4);
    attempts = 0;
    await failWith("23505", 99).catch(() => {});
    expect(attempts).toBe(1);
  });

  test("loses no increment among serialisable transactions", async () => {
    await database.pool.query("INSERT INTO counters VALUES ('shared', 0)");
    const increment = () =>
      inTransaction(database, async (transaction) => {
        await transaction.execute(sql`SET TRANSACTION ISOLATION LEVEL SERIALIZABLE`);
        const { rows } = await transaction.execute<{ value: number }>(sql`SELECT value FROM counters WHERE name = 'shared'`);
        await transaction.execute(sql`UPDATE counters SET value = ${(rows[0]?.value ?? 0) + 1} WHERE name = 'shared'`);
      });
    const fates = await Promise.allSettled([increment(), increment(), increment()]);
    expect(fates.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled"]);
    expect(await counter("shared")).toBe(3);
  });

  test("does not reuse a connection that was left inside a transaction", async () => {
    const fate = inTransaction(database, async (transaction) => {
      await transaction.execute(sql`INSERT INTO counters VALUES ('cut off', 1)`);
      if (engine === "postgres") await transaction.execute(sql`SELECT pg_terminate_backend(pg_backend_pid())`);
      else throw new Error("no such thing here");
    });
    await expect(fate).rejects.toThrow();
    expect(await counter("cut off")).toBeUndefined();
  });

  test("counts the statements of one async context, even while others wait for connections", async () => {
    const flow = (name: string) =>
      countStatements(async () => {
        await database.pool.query("SELECT $1::text", [name]);
        await Promise.all([
          database.db.execute(sql.raw(`SELECT '${name} with Drizzle'`)),
          database.pool.query({ text: `SELECT '${name} as object'` }),
        ]);
        await inTransaction(database, (transaction) => transaction.execute(sql.raw(`SELECT '${name} in transaction'`)));
        return name;
      });
    const counted = await Promise.all(Array.from({ length: 12 }, (_, index) => flow(`flow ${index}`)));
    for (const { result, statements } of counted) {
      expect([...statements].sort()).toEqual(
        [
          "SELECT $1::text",
          `SELECT '${result} as object'`,
          `SELECT '${result} in transaction'`,
          `SELECT '${result} with Drizzle'`,
          "begin",
          "commit",
        ].sort(),
      );
    }
  });

  test("includes the statements of an inner count in the outer one", async () => {
    const outer = await countStatements(async () => {
      await database.pool.query("SELECT 1");
      return countStatements(() => database.pool.query("SELECT 2"));
    });
    expect(outer.result.statements).toEqual(["SELECT 2"]);
    expect(outer.statements).toEqual(["SELECT 1", "SELECT 2"]);
  });
});

test.runIf(hasPostgres)("PostgreSQL gets its time limits", async () => {
  const { database, tidyUp } = await openOnPostgres();
  const { rows } = await database.pool.query(
    `SELECT current_setting('statement_timeout') AS statement, current_setting('idle_in_transaction_session_timeout') AS idle,
            current_setting('application_name') AS name`,
  );
  expect(rows).toEqual([{ statement: "15s", idle: "20s", name: "folda" }]);
  await database.close();
  await tidyUp();
});
