import { rmSync } from "node:fs";
import { withRequestSource } from "../../contract/request-scope.server";
import { createWorkerPool } from "../../contract/worker-pool.server";
import { bundleForNode } from "../../scripts/bundle.js";

const never = 600_000;
/** One that runs, and all that may wait. */
const mostOfPerson = 17;

/** Uses up a person's share of this process's threads. Returns a function that releases it. */
export async function holdThreads(personId: string): Promise<() => Promise<void>> {
  const filename = await bundleForNode("tests/support/pool-worker.ts", `.cache/tests/held-${process.pid}.mjs`);
  const hold = createWorkerPool<SharedArrayBuffer, string>({ filename, processorLimitMs: never, timeLimitMs: never, waitLimitMs: never });
  const gates = Array.from({ length: mostOfPerson }, () => new SharedArrayBuffer(4));
  const held = withRequestSource(personId, () => gates.map(hold));
  return async () => {
    for (const gate of gates) {
      Atomics.store(new Int32Array(gate), 0, 1);
      Atomics.notify(new Int32Array(gate), 0);
    }
    await Promise.all(held);
    rmSync(filename);
  };
}
