import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROUNDS } from "../../support/crash/kills";
import { type Ask, expectSearchUpToDate, fileIn, MixedWrites } from "../../support/crash/mixed-writes";
import { availableEngines } from "../../support/engines";
import { openLossyDisk, whyNoLossyDisk } from "../../support/lossy-disk";
import { queryProduct } from "../../support/query-product";
import { type ServedProduct, startProduct } from "../../support/served-product";
import { freshDatabase } from "../../support/template";

const timeout = 300_000 + ROUNDS * 120_000;

/** Everybody writes until `end` ends the product, again and again. */
async function expectNothingLost(
  dataDir: string,
  { databaseUrl }: { databaseUrl?: string },
  end: (product: ServedProduct, round: number) => Promise<unknown>,
): Promise<void> {
  const environment = {
    DATA_DIR: dataDir,
    DEMO: "0",
    LOG_LEVEL: "error",
    SESSION_SECRET: "for tests only, and long enough to be one",
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  };
  const ask: Ask = (text, values) => queryProduct({ dataDir, databaseUrl }, text, values);
  const writes = new MixedWrites();
  let product: ServedProduct | undefined;
  try {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const before = writes.confirmed;
      const running = await startProduct({ dataDir, environment });
      product = running;
      await writes.expectAllThere(ask, fileIn(dataDir));
      await writes.writeUntil(running, round, () => end(running, round));
      expect(writes.confirmed).toBeGreaterThan(before);
    }
    product = await startProduct({ dataDir, environment });
    await writes.expectAllThere(ask, fileIn(dataDir));
    expect(await product.end("SIGTERM")).toEqual([0, null]);
    await expectSearchUpToDate(environment);
  } finally {
    await product?.end("SIGKILL");
  }
}

test.each(availableEngines)(
  `nothing confirmed is lost, and nothing exists in part, after ${ROUNDS} kills while everybody writes (%s)`,
  async (engine) => {
    const dataDir = mkdtempSync(join(tmpdir(), "folda-mixed-"));
    const database = await freshDatabase(engine, dataDir);
    try {
      await expectNothingLost(dataDir, database, (product) => product.end("SIGKILL"));
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
  timeout,
);

const reason = whyNoLossyDisk();

test.skipIf(reason)(
  `the same after ${ROUNDS} power cuts under the embedded database${reason ? ` (not on this machine: ${reason})` : ""}`,
  async () => {
    /** A few blocks of data. Syncing other files, as the product does all the time, makes this file's name durable, but never its content. */
    const notSynced = "lost".repeat(4096);
    const disk = openLossyDisk(768);
    const dataDir = join(disk.path, "data");
    try {
      const database = await freshDatabase("embedded", dataDir);
      execFileSync("sync", ["-f", disk.path]);
      await expectNothingLost(dataDir, database, async (product, round) => {
        const path = join(disk.path, `not-synced-${round}`);
        writeFileSync(path, notSynced);
        disk.cut();
        await product.end("SIGKILL");
        disk.restore();
        expect(existsSync(path) ? readFileSync(path, "utf8") : "", "the cut loses what was not synced").toBe("");
      });
    } finally {
      disk.close();
    }
  },
  timeout,
);
