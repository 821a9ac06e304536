import { expect, test } from "vitest";
import { stallDuring } from "../support/stalls.js";

/** Blocks the event loop, as costly code would. */
function block(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test("work that blocks the event loop for 300 ms right at its start is measured as such", async () => {
  expect(await stallDuring(async () => block(300))).toBeGreaterThanOrEqual(250);
});
