import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { type Ask, expectSearchUpToDate, fileIn, MixedWrites } from "../support/crash/mixed-writes";
import { queryEmbedded } from "../support/embedded-query";
import { engines } from "../support/engines";
import { startProduct } from "../support/served-product";
import { freshDatabase } from "../support/template";

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 2);

test.each(engines)(
  `nothing that was confirmed is lost, and nothing is there in part, over ${ROUNDS} kills while everybody writes (%s)`,
  async (engine) => {
    const dataDir = mkdtempSync(join(tmpdir(), "folda-mixed-"));
    const { databaseUrl, drop } = await freshDatabase(engine, dataDir);
    const environment = {
      DATA_DIR: dataDir,
      DEMO: "0",
      LOG_LEVEL: "error",
      SESSION_SECRET: "for tests only, and long enough to be one",
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    };
    const ask: Ask = databaseUrl ? queryPostgres(databaseUrl) : (text, values) => queryEmbedded(dataDir, text, values);
    const writes = new MixedWrites();
    try {
      for (let round = 1; round <= ROUNDS; round += 1) {
        const before = writes.confirmed;
        const product = await startProduct({ dataDir, environment });
        await writes.expectAllThere(ask, fileIn(dataDir));
        await writes.writeUntil(product, () => product.end("SIGKILL"));
        expect(writes.confirmed).toBeGreaterThan(before);
      }
      const last = await startProduct({ dataDir, environment });
      await writes.expectAllThere(ask, fileIn(dataDir));
      expect(await last.end("SIGTERM")).toEqual([0, null]);
      await expectSearchUpToDate(environment);
    } finally {
      await drop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
  60_000 + ROUNDS * 60_000,
);

const queryPostgres =
  (connectionString: string): Ask =>
  async (text, values = []) => {
    const client = new pg.Client({ connectionString });
    await client.connect();
    try {
      return (await client.query(text, values)).rows;
    } finally {
      await client.end();
    }
  };
