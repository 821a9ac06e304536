import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createWorkerPool, PoolBusy, TaskTooLarge } from "./worker-pool.server";

const worker = `export default async (task) => {
  if (task === "forever") for (;;);
  if (task === "huge") { const all = []; for (;;) all.push(new Array(1e5).fill(all.length)); }
  if (task === "die later") setTimeout(() => { throw new Error("too late"); }, 500);
  if (task === "fail") throw new RangeError("no");
  if (task === "env") return JSON.stringify(process.env);
  return task.toUpperCase();
};`;

describe("A pool of worker threads", () => {
  let directory: string;
  let filename: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "pool-"));
    filename = join(directory, "worker.mjs");
    await writeFile(filename, worker);
  });
  afterAll(() => rm(directory, { recursive: true }));

  it("returns results and throws what a task throws", async () => {
    const run = createWorkerPool<string, string>({ filename, timeLimitMs: 20_000 });
    expect(await Promise.all(["a", "b", "c"].map(run))).toEqual(["A", "B", "C"]);
    await expect(run("fail")).rejects.toThrow(RangeError);
    expect(await run("env")).toBe("{}");
  });

  it("ends a task that takes too long, and goes on", async () => {
    const run = createWorkerPool<string, string>({ filename, timeLimitMs: 1_000 });
    const ends = Promise.all(["forever", "forever", "forever"].map((task) => run(task).catch((error: unknown) => error)));
    for (const error of await ends) expect(error).toBeInstanceOf(TaskTooLarge);
    // Waiting counted towards no time limit.
    expect(await createWorkerPool<string, string>({ filename, timeLimitMs: 20_000 })("a")).toBe("A");
    await expect.poll(() => run("a").catch(() => undefined), { timeout: 30_000 }).toBe("A");
  });

  it("ends a task that takes too much memory, and goes on", async () => {
    const run = createWorkerPool<string, string>({ filename, timeLimitMs: 20_000 });
    await expect(run("huge")).rejects.toBeInstanceOf(TaskTooLarge);
    expect(await run("a")).toBe("A");
  });

  // Uncaught exceptions fail the run.
  it("goes on when a thread dies between two tasks", async () => {
    const run = createWorkerPool<string, string>({ filename, timeLimitMs: 20_000 });
    expect(await run("die later")).toBe("DIE LATER");
    // Sleeps: nothing tells when a thread that has no task is gone.
    await setTimeout(1_500);
    expect(await run("a")).toBe("A");
  });

  it("refuses tasks when too many wait", async () => {
    const run = createWorkerPool<string, string>({ filename, timeLimitMs: 20_000 });
    const results = await Promise.allSettled(Array.from({ length: 70 }, () => run("a")));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(66);
    for (const result of results) if (result.status === "rejected") expect(result.reason).toBeInstanceOf(PoolBusy);
  });
});
