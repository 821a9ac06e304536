import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { closeStatementMessage, queryMessage, startup, startupMessage, syncMessage } from "../src/frames";
import { type PgliteServer, startPgliteServer } from "../src/open";
import { built } from "./built";

let parent: string;
let database: PgliteServer;
const clients: pg.Client[] = [];

beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), "pglite-wire-"));
  database = await startPgliteServer(join(parent, "database"), {
    workerPath: built.worker,
    template: built.template,
  });
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end()));
});

afterAll(async () => {
  await database.close();
  rmSync(parent, { recursive: true, force: true });
});

async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ host: database.host, port: database.port, user: "postgres", database: "postgres" });
  client.on("error", () => {});
  await client.connect();
  clients.push(client);
  return client;
}

function drop(client: pg.Client): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}

async function scalar(client: pg.Client, sql: string, parameters: unknown[] = []): Promise<unknown> {
  const { rows } = await client.query({ text: sql, values: parameters, rowMode: "array" });
  return rows[0]?.[0];
}

describe("many clients at once", () => {
  test("each get their own responses to 120 large statements", async () => {
    const own = await Promise.all(Array.from({ length: 8 }, connected));
    await Promise.all(
      own.map(async (client, who) => {
        for (let turn = 0; turn < 15; turn += 1) {
          const mark = `${who}/${turn} `;
          const size = 20_000 + ((who * 7_919 + turn * 104_729) % 180_000);
          const { rows } = await client.query("SELECT repeat($1, 20) AS small, repeat($1, $2::int) AS large, $3::text AS echo", [
            mark,
            Math.floor(size / mark.length),
            mark.repeat(500),
          ]);
          expect(rows).toHaveLength(1);
          expect(rows[0].small).toBe(mark.repeat(20));
          expect(rows[0].large === mark.repeat(Math.floor(size / mark.length))).toBe(true);
          expect(rows[0].echo).toBe(mark.repeat(500));
        }
      }),
    );
  });

  test("can use the same names for different prepared statements", async () => {
    const [anna, ben] = [await connected(), await connected()];
    const ask = (client: pg.Client, text: string) => client.query({ name: "find", text, values: ["x"], rowMode: "array" });
    for (let turn = 0; turn < 5; turn += 1) {
      const answers = await Promise.all([ask(anna, "SELECT 'anna ' || $1"), ask(ben, "SELECT 'ben ' || $1, 2")]);
      expect(answers.map(({ rows }) => rows)).toEqual([[["anna x"]], [["ben x", 2]]]);
    }
  });

  test("leave no prepared statements behind", async () => {
    const watcher = await connected();
    const anna = await connected();
    await anna.query({ name: "left behind", text: "SELECT 1" });
    const count = "SELECT count(*)::int FROM pg_prepared_statements WHERE name LIKE '%left behind'";
    expect(await scalar(watcher, count)).toBe(1);
    await anna.end();
    await expect.poll(() => scalar(watcher, count)).toBe(0);
  });

  test("wait for each other's transactions and never see inside them", async () => {
    const [anna, ben] = [await connected(), await connected()];
    await anna.query("CREATE TABLE isolation (name text)");
    await anna.query("BEGIN");
    await anna.query("INSERT INTO isolation VALUES ('anna')");
    let answered = false;
    const seen = scalar(ben, "SELECT count(*)::int FROM isolation").finally(() => {
      answered = true;
    });
    // Sleeps: an answer gets the time to come too early.
    await sleep(100);
    expect(answered).toBe(false);
    await anna.query("INSERT INTO isolation VALUES ('anna again')");
    await anna.query("ROLLBACK");
    expect(await seen).toBe(0);
  });

  test("are greeted while another has a transaction open", async () => {
    const anna = await connected();
    await anna.query("BEGIN");
    await connected();
    await anna.query("COMMIT");
  });
});

describe("errors", () => {
  test("in a statement leave the connection usable", async () => {
    const anna = await connected();
    await expect(anna.query("SELECT nothing")).rejects.toMatchObject({ code: "42703" });
    await expect(anna.query("SELECT 1 / $1::int", [0])).rejects.toMatchObject({ code: "22012" });
    expect(await scalar(anna, "SELECT 7")).toBe(7);
  });

  test("in a transaction keep it failed until ROLLBACK, and to its owner", async () => {
    const [anna, ben] = [await connected(), await connected()];
    await anna.query("BEGIN");
    await expect(anna.query("SELECT nothing")).rejects.toMatchObject({ code: "42703" });
    const waiting = scalar(ben, "SELECT 'ben'");
    await expect(anna.query("SELECT 1")).rejects.toMatchObject({ code: "25P02" });
    await anna.query("ROLLBACK");
    expect(await waiting).toBe("ben");
  });

  test("in the middle of a batch skip its rest, and the statements of other batches still get their answers", async () => {
    const anna = await connected();
    await anna.query("CREATE TABLE batches (n int PRIMARY KEY)");
    const answers = await Promise.allSettled([
      anna.query("INSERT INTO batches VALUES (1); INSERT INTO batches VALUES (1); INSERT INTO batches VALUES (2)"),
      anna.query("INSERT INTO batches VALUES ($1)", [3]),
      anna.query("INSERT INTO batches VALUES ($1)", [3]),
      anna.query("INSERT INTO batches VALUES ($1)", [4]),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "rejected", "fulfilled"]);
    expect((await anna.query("SELECT n FROM batches ORDER BY n")).rows).toEqual([{ n: 3 }, { n: 4 }]);
  });

  test("at COPY FROM STDIN, which the engine would not survive, are only errors", async () => {
    const anna = await connected();
    await anna.query("CREATE TABLE copied (n int)");
    await expect(anna.query("COPY copied FROM STDIN")).rejects.toMatchObject({ code: "0A000" });
    expect(await scalar(anna, "SELECT 8")).toBe(8);
  });
});

describe("big values", () => {
  test("of 5 MB go in and out unchanged, and out through many rows", async () => {
    const anna = await connected();
    const text = "Zeile für Zeile – ".repeat(300_000).slice(0, 5_000_000);
    await anna.query("CREATE TABLE big (id int, value text)");
    await anna.query("INSERT INTO big VALUES (1, $1)", [text]);
    expect((await scalar(anna, "SELECT value FROM big WHERE id = 1")) === text).toBe(true);
    expect((await scalar(anna, `SELECT '${text}'`)) === text).toBe(true);
    const { rows } = await anna.query("SELECT n, repeat('x', 1000) AS x FROM generate_series(1, 20000) n");
    expect(rows).toHaveLength(20_000);
    expect(rows[19_999]).toEqual({ n: 20_000, x: "x".repeat(1_000) });
  });
});

describe("a client that disappears", () => {
  test("in a transaction is rolled back, and the others go on", async () => {
    const [anna, ben] = [await connected(), await connected()];
    await ben.query("CREATE TABLE lost (n int)");
    await anna.query("BEGIN");
    await anna.query("INSERT INTO lost VALUES (1)");
    drop(anna);
    expect(await scalar(ben, "SELECT count(*)::int FROM lost")).toBe(0);
  });

  test("in a failed transaction is rolled back", async () => {
    const [anna, ben] = [await connected(), await connected()];
    await anna.query("BEGIN");
    await anna.query("SELECT nothing").catch(() => {});
    drop(anna);
    expect(await scalar(ben, "SELECT 1")).toBe(1);
  });

  test("while its statements wait or run takes nobody with it", async () => {
    const ben = await connected();
    await ben.query("CREATE TABLE crowd (n int)");
    for (let answered = 0; answered < 4; answered += 1) {
      const anna = await connected();
      const pending = [
        anna.query("BEGIN"),
        anna.query("INSERT INTO crowd SELECT generate_series(1, 1000)"),
        anna.query("SELECT repeat('x', 1000) FROM generate_series(1, 2000)"),
      ];
      const fates = Promise.allSettled(pending);
      await Promise.all(pending.slice(0, answered));
      drop(anna);
      await fates;
    }
    expect(await scalar(ben, "SELECT count(*)::int FROM crowd")).toBe(0);
  });
});

describe("the protocol's less common ways", () => {
  test("a portal read in pieces with Flush belongs to its connection until Sync", async () => {
    const [anna, ben] = [await connected(), await connected()];
    const config: pg.QueryConfig & { rows: number } = { text: "SELECT generate_series(1, 10) AS n", values: [], rows: 3 };
    const [pieces, other] = await Promise.all([anna.query(config), scalar(ben, "SELECT 5")]);
    expect(pieces.rows.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(other).toBe(5);
  });

  test("COPY TO STDOUT answers", async () => {
    const answer = await talk(queryMessage("COPY (SELECT 'copied') TO STDOUT"), 1);
    expect(answer).toContain("copied");
  });

  test("an encrypted connection is declined, and the same connection goes on in plain", async () => {
    const plain = untyped(startup.ssl);
    const socket = connect(join(database.host, `.s.PGSQL.${database.port}`));
    socket.write(plain);
    const declined = await new Promise<Buffer>((resolve) => socket.once("data", resolve));
    expect(declined.toString()).toBe("N");
    socket.write(startupMessage("postgres", "postgres"));
    const greeting = await new Promise<Buffer>((resolve) => socket.once("data", resolve));
    expect(greeting[0]).toBe("R".charCodeAt(0));
    socket.destroy();
  });

  test("a request to cancel is ignored", async () => {
    const socket = connect(join(database.host, `.s.PGSQL.${database.port}`));
    socket.resume();
    socket.end(untyped(startup.cancel, 8));
    await new Promise((resolve) => socket.once("close", resolve));
    expect(await scalar(await connected(), "SELECT 1")).toBe(1);
  });

  test("batches sent ahead without waiting are answered in order, with one ReadyForQuery each", async () => {
    const answer = await talk(
      Buffer.concat([queryMessage("SELECT 'first'"), closeStatementMessage("none"), syncMessage(), queryMessage("SELECT 'third'")]),
      3,
    );
    expect(answer.indexOf("first")).toBeGreaterThan(0);
    expect(answer.indexOf("third")).toBeGreaterThan(answer.indexOf("first"));
    expect(answer.match(/Z\0\0\0\x05I/g)).toHaveLength(3);
  });

  test("what is no message of the protocol ends only its own connection", async () => {
    const socket = connect(join(database.host, `.s.PGSQL.${database.port}`));
    socket.write(startupMessage("postgres", "postgres"));
    socket.write(Buffer.from("Q\xff\xff\xff\xff and more", "latin1"));
    let said = "";
    socket.on("data", (piece) => {
      said += piece.toString("latin1");
    });
    await new Promise((resolve) => socket.once("close", resolve));
    expect(said).toContain("Protocol violation");
    expect(await scalar(await connected(), "SELECT 1")).toBe(1);
  });
});

function untyped(code: number, more = 0): Buffer {
  const message = Buffer.alloc(8 + more);
  message.writeInt32BE(message.length, 0);
  message.writeInt32BE(code, 4);
  return message;
}

/** Sends bytes on a new connection and returns the response after the greeting, up to that many ReadyForQuery messages. */
function talk(bytes: Buffer, readies: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(join(database.host, `.s.PGSQL.${database.port}`));
    socket.write(Buffer.concat([startupMessage("postgres", "postgres"), bytes]));
    let said = "";
    socket.on("error", reject);
    socket.on("data", (piece) => {
      said += piece.toString("latin1");
      const ready = said.match(/Z\0\0\0\x05I/g)?.length ?? 0;
      if (ready < readies + 1) return;
      socket.destroy();
      resolve(said.slice(said.indexOf("Z\0\0\0\x05I") + 6));
    });
  });
}
