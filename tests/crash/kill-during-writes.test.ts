import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { databaseWorker } from "../../api/config";
import { inTransaction, openDatabase } from "../../api/db/pool";
import { bundleForNode } from "../../scripts/bundle.js";

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 3);

let writer: string;
let dataDir: string;

beforeAll(async () => {
  writer = await bundleForNode("tests/support/crash/writer.ts", ".cache/tests/crash-writer.js");
  dataDir = mkdtempSync(join(tmpdir(), "folda-crash-"));
});

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Lets the writer write for a while, kills it, and returns the acknowledged rows. */
async function writeUntilKilled(round: number, milliseconds: number): Promise<string[]> {
  const child = spawn(process.execPath, [writer, dataDir, databaseWorker, String(round)], { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.setEncoding("utf8");
  child.stdout.on("data", (piece: string) => {
    output += piece;
  });
  await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
  expect(child.exitCode).toBeNull();
  // Sleeps: the moment of the kill varies.
  await sleep(milliseconds);
  child.kill("SIGKILL");
  await once(child, "close");
  // The last line may be incomplete.
  return output.split("\n").slice(1, -1);
}

test(
  `no acknowledged row is lost and no transaction is halved over ${ROUNDS} kills`,
  async () => {
    const acknowledged: string[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      const written = await writeUntilKilled(round, 300 + Math.random() * 900);
      expect(written.length).toBeGreaterThan(0);
      acknowledged.push(...written);

      const database = await openDatabase({ dataDir, workerPath: databaseWorker });
      const { rows } = await database.pool.query<{ id: string; parts: number }>(
        "SELECT regexp_replace(id, '/[ab]$', '') AS id, count(*) AS parts FROM written GROUP BY 1",
      );
      const found = new Map(rows.map(({ id, parts }) => [id, parts]));
      expect(acknowledged.filter((id) => found.get(id) !== 2)).toEqual([]);
      expect(rows.filter(({ parts }) => parts !== 2)).toEqual([]);
      // The index must agree with the table.
      const byIndex = await inTransaction(database, async (transaction) => {
        await transaction.execute(sql`SET LOCAL enable_seqscan = off`);
        return transaction.execute(sql`SELECT count(*) AS rows FROM written WHERE id > ''`);
      });
      expect(byIndex.rows).toEqual([{ rows: 2 * rows.length }]);
      await database.close();
    }
  },
  60_000 + ROUNDS * 20_000,
);
