import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { expectSearchUpToDate, fileIn, MixedWrites } from "../support/crash/mixed-writes";
import { queryEmbedded } from "../support/embedded-query";
import { openLossyDisk, whyNoLossyDisk } from "../support/lossy-disk";
import { startProduct } from "../support/served-product";
import { freshDatabase } from "../support/template";

/** A few blocks of data. Syncing other files, as the product does all the time, makes this file's name durable, but never its content. */
const notSynced = "lost".repeat(4096);

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 2);

const reason = whyNoLossyDisk();
const elsewhere = reason ? ` (not on this machine: ${reason})` : "";

describe.runIf(reason === undefined)(`When the power is cut under the embedded database${elsewhere}`, () => {
  test(
    `nothing that was confirmed is lost, and nothing is there in part, over ${ROUNDS} times while everybody writes`,
    async () => {
      const disk = openLossyDisk(768);
      const dataDir = join(disk.path, "data");
      const environment = { DATA_DIR: dataDir, DEMO: "0", LOG_LEVEL: "error", SESSION_SECRET: "for tests only, and long enough to be one" };
      const ask = (text: string, values?: unknown[]) => queryEmbedded(dataDir, text, values);
      const writes = new MixedWrites();
      let product: Awaited<ReturnType<typeof startProduct>> | undefined;
      try {
        await freshDatabase("embedded", dataDir);
        execFileSync("sync", ["-f", disk.path]);
        for (let round = 1; round <= ROUNDS; round += 1) {
          const before = writes.confirmed;
          const running = await startProduct({ dataDir, environment });
          product = running;
          await writes.expectAllThere(ask, fileIn(dataDir));
          await writes.writeUntil(running, async () => {
            writeFileSync(join(disk.path, `not-synced-${round}`), notSynced);
            disk.cut();
            await running.end("SIGKILL");
          });
          expect(writes.confirmed).toBeGreaterThan(before);
          disk.restore();
          expect(readIfThere(join(disk.path, `not-synced-${round}`)), "the cut loses what was not synced").toBe("");
        }
        product = await startProduct({ dataDir, environment });
        await writes.expectAllThere(ask, fileIn(dataDir));
        expect(await product.end("SIGTERM")).toEqual([0, null]);
        await expectSearchUpToDate(environment);
      } finally {
        await product?.end("SIGKILL");
        disk.close();
      }
    },
    60_000 + ROUNDS * 60_000,
  );
});

const readIfThere = (path: string): string => (existsSync(path) ? readFileSync(path, "utf8") : "");
