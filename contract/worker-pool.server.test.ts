import { rmSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleForNode } from "../scripts/bundle.js";
import { withRequestSignal } from "./request-signal.server";
import { createWorkerPool, PoolBusy, TaskTooLarge } from "./worker-pool.server";

const failureOf = (task: Promise<unknown>) => task.catch((error: unknown) => error);

describe("A pool of worker threads", () => {
  let filename: string;
  beforeAll(async () => {
    filename = await bundleForNode("tests/support/pool-worker.ts", `.cache/tests/pool-${process.pid}.mjs`);
  });
  afterAll(() => rmSync(filename));

  it("returns results and throws what a task throws", async () => {
    const run = createWorkerPool<string, string>({ filename, timeLimitMs: 20_000 });
    expect(await Promise.all(["a", "b"].map(run))).toEqual(["A", "B"]);
    await expect(run("fail")).rejects.toThrow(RangeError);
    expect(await run("env")).toBe("{}");
  });

  it("terminates a task that computes for too long, rejects one that waits for too long, and continues", async () => {
    const run = createWorkerPool<string, string>({ filename, processorLimitMs: 500, timeLimitMs: 20_000, waitLimitMs: 20_000 });
    const patient = createWorkerPool<string, string>({ filename, processorLimitMs: 500, timeLimitMs: 1_500, waitLimitMs: 20_000 });
    const ends = [run("compute"), patient("sleep"), run("compute"), run("a")].map(failureOf);
    expect(await ends[0]).toBeInstanceOf(TaskTooLarge);
    expect(await ends[1]).toBeInstanceOf(PoolBusy);
    expect(await ends[2]).toBeInstanceOf(TaskTooLarge);
    expect(await ends[3]).toBe("A");
  });

  it("terminates a task that takes too much memory, and continues", async () => {
    const run = createWorkerPool<string, string>({ filename, processorLimitMs: 20_000, timeLimitMs: 20_000 });
    await expect(run("huge")).rejects.toBeInstanceOf(TaskTooLarge);
    expect(await run("a")).toBe("A");
  });

  // Uncaught exceptions fail the run.
  it("continues when a thread dies between two tasks", async () => {
    const run = createWorkerPool<string, string>({ filename, timeLimitMs: 20_000 });
    expect(await run("die later")).toBe("DIE LATER");
    // Sleeps, because nothing reports the end of a thread without a task.
    await setTimeout(1_500);
    expect(await run("a")).toBe("A");
  });

  it("rejects tasks if too many are waiting, for whichever pool", async () => {
    const pools = [1, 2].map(() => createWorkerPool<string, string>({ filename, timeLimitMs: 20_000, waitLimitMs: 20_000 }));
    const results = await Promise.all(pools.flatMap((run) => Array.from({ length: 35 }, () => failureOf(run("a")))));
    expect(results.filter((result) => result === "A")).toHaveLength(66);
    expect(results.filter((result) => result instanceof PoolBusy)).toHaveLength(4);
  });

  it("lets no task wait longer than its limit or its request", async () => {
    const run = createWorkerPool<string, string>({ filename, timeLimitMs: 3_000, waitLimitMs: 20_000 });
    const hasty = createWorkerPool<string, string>({ filename, waitLimitMs: 100 });
    const busy = [run("sleep"), run("sleep")].map(failureOf);
    const ended: string[] = [];
    for (const task of busy) void task.then(() => ended.push("sleeper"));
    const request = new AbortController();
    const left = withRequestSignal(request.signal, () => failureOf(run("a")));
    expect(await failureOf(hasty("a"))).toBeInstanceOf(PoolBusy);
    request.abort("left");
    expect(await left).toBe("left");
    expect(await withRequestSignal(request.signal, () => failureOf(run("a")))).toBe("left");
    expect(ended).toEqual([]);
    await Promise.all(busy);
  });
});
