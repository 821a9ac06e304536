import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { DataDirectoryOfOtherVersion, NotADataDirectory, POSTGRES_MAJOR } from "../src/cluster";
import { lockDirectory } from "../src/lock";
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

async function connected({ host, port }: PgliteServer): Promise<pg.Client> {
  const client = new pg.Client({ host, port, user: "postgres", database: "postgres" });
  client.on("error", () => {});
  await client.connect();
  return client;
}

async function query<Row extends pg.QueryResultRow>(database: PgliteServer, sql: string): Promise<Row[]> {
  const client = await connected(database);
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

test("Windows is rejected with a sentence that the log shows", async () => {
  vi.stubGlobal("process", Object.create(process, { platform: { value: "win32" } }));
  await expect(startPgliteServer(directory, { workerPath })).rejects.toMatchObject({ safeMessage: expect.stringContaining("Windows") });
  vi.unstubAllGlobals();
});

describe("opening the embedded database", () => {
  test("makes a directory where there is none, over what a start that was cut off has left", () => {
    // By the setup of these tests.
    expect(readFileSync(join(template, "PG_VERSION"), "utf8").trim()).toBe(POSTGRES_MAJOR);
    expect(existsSync(`${template}.unfinished`)).toBe(false);
  });

  test("keeps what was written, and leaves no socket", async () => {
    const deaths: Error[] = [];
    const first = await opened({ onDeath: (error) => deaths.push(error) });
    expect(statSync(first.host).mode & 0o777).toBe(0o700);
    await query(first, "CREATE TABLE kept AS SELECT 'kept' AS word");
    await query(first, "CREATE EXTENSION pg_trgm");
    const [server] = await query(
      first,
      "SELECT similarity('gleis', 'gleis') AS similarity, current_setting('fsync') AS fsync, current_setting('server_version_num')::int / 10000 AS major",
    );
    expect(server).toEqual({ similarity: 1, fsync: "on", major: Number(POSTGRES_MAJOR) });

    const alias = join(parent, "alias");
    symlinkSync(directory, alias);
    await expect(startPgliteServer(alias, { workerPath })).rejects.toMatchObject({ name: "DataDirectoryInUse", pid: process.pid });

    await first.close();
    await first.close();
    expect([deaths, readdirSync(first.host)]).toEqual([[], []]);
    expect(await query(await opened(), "SELECT word FROM kept")).toEqual([{ word: "kept" }]);
    expect(readdirSync(parent).sort()).toEqual(["alias", "database", "database.lock"]);
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
    (await lockDirectory(directory)).release();
  });

  test("is refused for a directory of other files, and touches none", async () => {
    mkdirSync(directory);
    writeFileSync(join(directory, "letter.txt"), "dear");
    await expect(opened()).rejects.toBeInstanceOf(NotADataDirectory);
    expect(readdirSync(directory)).toEqual(["letter.txt"]);
  });

  test("says why when the directory is damaged", async () => {
    cpSync(template, directory, { recursive: true });
    rmSync(join(directory, "global"), { recursive: true });
    await expect(opened()).rejects.toThrow(/has stopped: .*does not open: .*global/);
  });

  test("ends, reports why and releases the directory if a statement never ends", async () => {
    const death = new Promise<Error>((resolve) => {
      const runForever = (database: PgliteServer) => query(database, "SELECT count(*) FROM generate_series(1, 1e12)").catch(() => {});
      void opened({ onDeath: resolve, longestStatementMs: 1_500 }).then(runForever);
    });
    expect(await death).toMatchObject({
      code: "pglite_server_died",
      message: expect.stringMatching(/a statement ran for more than \d+ seconds/),
    });
    const free = await vi.waitFor(() => lockDirectory(directory), { timeout: 120_000 });
    free.release();
  });
});

describe("the embedded database in operation", () => {
  let folder: string;
  let database: PgliteServer;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "pglite-operation-"));
    const intervals = { checkpointMs: 200, maintenanceMs: 300, idleTransactionMs: 500 };
    database = await startPgliteServer(join(folder, "database"), { workerPath, template, ...intervals });
  });
  afterAll(async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("keeps its log short automatically", async () => {
    const checkpoint = () => query(database, "SELECT redo_lsn FROM pg_control_checkpoint()");
    const before = await checkpoint();
    for (let round = 0; round < 3; round += 1) {
      await query(database, "CREATE TABLE much AS SELECT n, repeat('x', 2000) AS text FROM generate_series(1, 15000) n");
      await query(database, "DROP TABLE much");
    }
    await expect.poll(checkpoint).not.toEqual(before);
  });

  test("vacuums and analyses changed tables automatically", async () => {
    await query(database, "CREATE TABLE tended AS SELECT n FROM generate_series(1, 1000) n");
    const rounds = async () => {
      const count = "SELECT vacuum_count::int, analyze_count::int FROM pg_stat_user_tables WHERE relname = 'tended'";
      const [{ vacuum_count, analyze_count } = { vacuum_count: 0, analyze_count: 0 }] = await query(database, count);
      return Math.min(vacuum_count, analyze_count);
    };
    await expect.poll(rounds).toBeGreaterThan(0);
    const before = await rounds();
    await query(database, "DELETE FROM tended WHERE n <= 500");
    // The engine passes its counts on with the next statement after a second.
    await expect.poll(rounds, { interval: 300 }).toBeGreaterThan(before);
  });

  test("cuts off a client that is only silent in a transaction", async () => {
    const silent = await connected(database);
    const farewell = new Promise<Error>((resolve) => silent.on("error", resolve));
    await silent.query("BEGIN");
    expect(await query(database, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    expect(await farewell).toMatchObject({ code: "25P03" });
  });
});
