import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DataDirectoryOfOtherVersion, NotADataDirectory, POSTGRES_MAJOR } from "../src/cluster";
import { addressOfRunning, type PgliteServer, type PgliteServerOptions, startPgliteServer } from "../src/open";
import { built } from "./built";

const { worker: workerPath, template } = built;

let parent: string;
let directory: string;
const open: PgliteServer[] = [];
const children: ChildProcess[] = [];

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "pglite-open-"));
  directory = join(parent, "database");
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  await Promise.all(open.splice(0).map((database) => database.close()));
  rmSync(parent, { recursive: true, force: true });
});

async function opened(options: Partial<PgliteServerOptions> = {}): Promise<PgliteServer> {
  const database = await startPgliteServer(directory, { workerPath, template, ...options });
  open.push(database);
  return database;
}

async function query<Row extends pg.QueryResultRow>(database: PgliteServer, sql: string): Promise<Row[]> {
  const client = new pg.Client({ host: database.host, port: database.port, user: "postgres", database: "postgres" });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe("opening the embedded database", () => {
  test("makes a directory where there is none, over what a start that was cut off has left", async () => {
    mkdirSync(`${directory}.unfinished`);
    writeFileSync(join(`${directory}.unfinished`, "PG_VERSION"), "half");
    const database = await startPgliteServer(directory, { workerPath });
    open.push(database);
    expect(readFileSync(join(directory, "PG_VERSION"), "utf8").trim()).toBe(POSTGRES_MAJOR);
    expect(existsSync(`${directory}.unfinished`)).toBe(false);
    const [server] = await query<{ major: string }>(database, "SELECT current_setting('server_version_num')::int / 10000 AS major");
    expect(String(server?.major)).toBe(POSTGRES_MAJOR);
  });

  test("keeps what was written, and leaves no socket", async () => {
    const first = await opened();
    expect(statSync(first.host).mode & 0o777).toBe(0o700);
    await query(first, "CREATE TABLE kept AS SELECT 'kept' AS word");
    await first.close();
    await first.close();
    expect(readdirSync(first.host)).toEqual([]);
    expect(await query(await opened(), "SELECT word FROM kept")).toEqual([{ word: "kept" }]);
    expect(readdirSync(parent).sort()).toEqual(["database", "database.lock"]);
  });

  test("has the extensions of its worker, and syncs to disk", async () => {
    const database = await opened();
    await query(database, "CREATE EXTENSION pg_trgm");
    const rows = await query(database, "SELECT similarity('gleis', 'gleis') AS similarity, current_setting('fsync') AS fsync");
    expect(rows).toEqual([{ similarity: 1, fsync: "on" }]);
  });

  test("is refused to a second process with the first one's pid", async () => {
    const first = spawn(
      process.execPath,
      [
        "--input-type=module",
        "-e",
        `const { startPgliteServer } = await import(${JSON.stringify(built.server)});
         await startPgliteServer(${JSON.stringify(directory)}, ${JSON.stringify({ workerPath, template })});
         console.log("open");`,
      ],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    children.push(first);
    await once(first.stdout, "data");
    await expect(opened()).rejects.toMatchObject({ name: "DataDirectoryInUse", pid: first.pid });

    first.kill("SIGKILL");
    await once(first, "exit");
    const next = await opened();
    expect(await query(next, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    await next.close();
    expect(readdirSync(next.host), "what the killed one left is replaced").toEqual([]);
  });

  test("is refused under another name of the same directory", async () => {
    await opened();
    const alias = join(parent, "alias");
    symlinkSync(directory, alias);
    await expect(startPgliteServer(alias, { workerPath })).rejects.toMatchObject({ name: "DataDirectoryInUse", pid: process.pid });
  });

  test("works where the way to its socket is too long, in the temporary directory then", async () => {
    // Long from the root, but not from here, where the lock's own sockets are reached from.
    const near = mkdtempSync(join(import.meta.dirname, "../.cache/near-"));
    const rest = `${join(near, "database")}.lock/.s.PGSQL.5432`.length;
    directory = join(near, "d".repeat(Math.max(1, 103 - rest)), "database");
    const database = await opened();
    expect(database.host.startsWith(join(tmpdir(), "pglite-"))).toBe(true);
    expect(addressOfRunning(directory).host).toBe(database.host);
    expect(await query(database, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    await database.close();
    expect(existsSync(database.host)).toBe(false);
    rmSync(near, { recursive: true });
  });

  test("is refused for a directory of another PostgreSQL, which then is not locked", async () => {
    mkdirSync(directory);
    writeFileSync(join(directory, "PG_VERSION"), "16\n");
    const refusal = await opened().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DataDirectoryOfOtherVersion);
    expect(String(refusal)).toContain("PostgreSQL 16");
    rmSync(directory, { recursive: true });
    await opened();
  });

  test("is refused for a directory of other files, and touches none", async () => {
    mkdirSync(directory);
    writeFileSync(join(directory, "letter.txt"), "dear");
    await expect(opened()).rejects.toBeInstanceOf(NotADataDirectory);
    expect(readdirSync(directory)).toEqual(["letter.txt"]);
  });

  test("says why when the directory is damaged", async () => {
    const database = await opened();
    await database.close();
    rmSync(join(directory, "global"), { recursive: true });
    await expect(opened()).rejects.toThrow(/has stopped: .*does not open: .*global/);
  });
});

describe("the embedded database in operation", () => {
  test("tells when a statement that never ends had to be ended with the engine, and opens again", async () => {
    const death = new Promise<Error>((resolve) => void opened({ onDeath: resolve, longestStatementMs: 1_500 }).then(runForever));
    async function runForever(database: PgliteServer) {
      await query(database, "SELECT count(*) FROM generate_series(1, 1e12)").catch(() => {});
    }
    expect(await death).toMatchObject({
      code: "pglite_server_died",
      message: expect.stringMatching(/a statement ran for more than \d+ seconds/),
    });
    expect(await query(await opened(), "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  test("says nothing of death when it is closed", async () => {
    const deaths: Error[] = [];
    const database = await opened({ onDeath: (error) => deaths.push(error) });
    await database.close();
    expect(deaths).toEqual([]);
  });

  test("keeps its log short automatically, however much is written", async () => {
    const database = await opened({ checkpointMs: 200 });
    const logged = async () =>
      Number((await query<{ bytes: string }>(database, "SELECT sum(size) AS bytes FROM pg_ls_waldir()"))[0]?.bytes) / 1024 / 1024;
    for (let round = 0; round < 8; round += 1) {
      await query(database, "CREATE TABLE much AS SELECT n, repeat('x', 2000) AS text FROM generate_series(1, 15000) n");
      await query(database, "DROP TABLE much");
      // Room for the timer between two statements.
      await new Promise((resolve) => setImmediate(resolve));
    }
    await expect.poll(logged, { timeout: 10_000 }).toBeLessThan(200);
  });

  test("vacuums and analyses changed tables automatically", async () => {
    const database = await opened({ maintenanceMs: 300 });
    await query(database, "CREATE TABLE tended AS SELECT n FROM generate_series(1, 1000) n");
    const rounds = () => query(database, "SELECT vacuum_count::int, analyze_count::int FROM pg_stat_user_tables WHERE relname = 'tended'");
    await expect.poll(rounds, { timeout: 5_000 }).toEqual([{ vacuum_count: 1, analyze_count: 1 }]);

    await query(database, "DELETE FROM tended WHERE n <= 500");
    // The engine passes its counts on with the next statement after a second.
    await expect.poll(rounds, { timeout: 10_000, interval: 300 }).toEqual([{ vacuum_count: 2, analyze_count: 2 }]);
  });
});
