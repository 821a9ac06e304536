import { expect, test } from "vitest";
import { stallDuring } from "../../support/stalls.js";

/** Blocks the event loop for this much of the processor's time. */
function block(ms: number): void {
  const start = process.cpuUsage();
  const used = () => process.cpuUsage(start).user + process.cpuUsage(start).system;
  while (used() < ms * 1000);
}

test("work that blocks the event loop for 300 ms right at its start is measured as such", async () => {
  expect(await stallDuring(async () => block(300))).toBeGreaterThanOrEqual(200);
});
