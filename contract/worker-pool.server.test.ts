import { rmSync } from "node:fs";
import type { Worker } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { bundleForNode } from "../scripts/bundle.js";
import { withRequestSignal } from "./request-scope.server";
import { createWorkerPool, PoolBusy, TaskTooLarge } from "./worker-pool.server";

const failureOf = (task: Promise<unknown>) => task.catch((error: unknown) => error);
const never = 600_000;

/** Lets the task go on that waits in this memory. */
function open(gate: SharedArrayBuffer): void {
  Atomics.store(new Int32Array(gate), 0, 1);
  Atomics.notify(new Int32Array(gate), 0);
}

describe("A pool of worker threads", () => {
  let filename: string;
  beforeAll(async () => {
    filename = await bundleForNode("tests/support/pool-worker.ts", `.cache/tests/pool-${process.pid}.mjs`);
  });
  afterAll(() => rmSync(filename));

  const pool = (limits: { processorLimitMs?: number; timeLimitMs?: number; waitLimitMs?: number } = {}) =>
    createWorkerPool<string | SharedArrayBuffer, string>({
      filename,
      processorLimitMs: never,
      timeLimitMs: never,
      waitLimitMs: never,
      ...limits,
    });

  it("returns results and throws what a task throws", async () => {
    const run = pool();
    expect(await Promise.all(["a", "b"].map(run))).toEqual(["A", "B"]);
    await expect(run("fail")).rejects.toThrow(RangeError);
    expect(await run("env")).toBe("{}");
  });

  it("terminates a task that computes or runs for too long, and continues", async () => {
    const run = pool({ processorLimitMs: 500 });
    const patient = pool({ timeLimitMs: 1_500 });
    const ends = [run("compute"), patient("sleep"), run("compute"), run("a")].map(failureOf);
    expect(await ends[0]).toBeInstanceOf(TaskTooLarge);
    expect(await ends[1]).toBeInstanceOf(PoolBusy);
    expect(await ends[2]).toBeInstanceOf(TaskTooLarge);
    expect(await ends[3]).toBe("A");
  });

  it("terminates a task that takes too much memory, and continues", async () => {
    const run = pool();
    await expect(run("huge")).rejects.toBeInstanceOf(TaskTooLarge);
    expect(await run("a")).toBe("A");
  });

  // Uncaught exceptions fail the run.
  it("continues when a thread dies between two tasks", async () => {
    const run = pool();
    const id = Number(await run("die later"));
    const { piscina } =
      (globalThis as unknown as Record<symbol, { piscina: { threads: Worker[] } }>)[Symbol.for("folda.worker-pool")] ?? {};
    const dying = piscina?.threads.find(({ threadId }) => threadId === id);
    await new Promise((resolve) => (dying ? dying.once("exit", resolve) : resolve(undefined)));
    expect(await run("a")).toBe("A");
  });

  it("rejects tasks if too many are waiting, for whichever pool", async () => {
    const results = await Promise.all([pool(), pool()].flatMap((run) => Array.from({ length: 35 }, () => failureOf(run("a")))));
    expect(results.filter((result) => result === "A")).toHaveLength(66);
    expect(results.filter((result) => result instanceof PoolBusy)).toHaveLength(4);
  });

  it("rejects tasks of a second instance of the module with that instance's error", async () => {
    vi.resetModules();
    const second = await import("./worker-pool.server");
    expect(second.PoolBusy).not.toBe(PoolBusy);
    const gates = [new SharedArrayBuffer(4), new SharedArrayBuffer(4)];
    const busy = gates.map(pool());
    const run = second.createWorkerPool<string, string>({ filename, waitLimitMs: 1 });
    expect(await failureOf(run("a"))).toBeInstanceOf(second.PoolBusy);
    gates.forEach(open);
    await Promise.all(busy);
  });

  it("lets no task wait longer than its limit or its request", async () => {
    const run = pool();
    const hasty = pool({ waitLimitMs: 100 });
    const gates = [new SharedArrayBuffer(4), new SharedArrayBuffer(4)];
    const busy = gates.map(run);
    const request = new AbortController();
    const left = withRequestSignal(request.signal, () => failureOf(run("a")));
    expect(await failureOf(hasty("a"))).toBeInstanceOf(PoolBusy);
    request.abort("left");
    expect(await left).toBe("left");
    expect(await withRequestSignal(request.signal, () => failureOf(run("a")))).toBe("left");
    gates.forEach(open);
    for (const end of await Promise.all(busy)) expect(["ok", "not-equal"]).toContain(end);
  });
});
