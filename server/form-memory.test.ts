import { beforeEach, describe, expect, test } from "vitest";
import type { Client } from "./fair-semaphore";
import { createFormMemory } from "./form-memory";

describe("Form memory", () => {
  let memory: ReturnType<typeof createFormMemory>;
  let cancelled: string[];
  beforeEach(() => {
    memory = createFormMemory();
    cancelled = [];
  });

  /** Reserves memory for many forms of one source and returns the accepted ones. */
  function send(source: string, count: number, { queue = "visitors" as Client["queue"], bytes = 2_000_000, isArriving = true } = {}) {
    const names = Array.from({ length: count }, (_, n) => `${source} ${n}`);
    return names.flatMap((name) => {
      const release = memory.reserve({ queue, source }, { bytes, isArriving: () => isArriving, cancel: () => cancelled.push(name) });
      return release ? [release] : [];
    });
  }

  test("is limited to 32 MB per source and 64 MB per queue", () => {
    expect(send("one", 100)).toHaveLength(16);
    expect(send("two", 100)).toHaveLength(16);
    expect(send("two", 1, { queue: "members" })).toHaveLength(1);
    expect(cancelled).toEqual([]);
  });

  test("is released once per form", () => {
    const releases = send("one", 16);
    for (const release of releases.slice(0, 3)) for (let n = 0; n < 2; n++) release();
    expect(send("one", 100)).toHaveLength(3);
  });

  test("is taken from the largest source by cancelling its newest form", () => {
    send("one", 16);
    send("two", 16);
    expect(send("third", 1)).toHaveLength(1);
    expect(cancelled).toEqual(["one 15"]);
    expect(send("third", 100)).toHaveLength(9);
    expect(send("one", 1)).toHaveLength(0);
    expect(cancelled.filter((name) => name.startsWith("third"))).toEqual([]);
    expect(cancelled).toHaveLength(10);
  });

  test("is never taken from a form that has been read", () => {
    const releases = send("one", 16, { isArriving: false });
    send("two", 16, { isArriving: false });
    expect([send("third", 1), cancelled]).toEqual([[], []]);
    releases[0]?.();
    expect(send("third", 1)).toHaveLength(1);
  });

  test("is not freed for a large form by cancelling many small forms of others", () => {
    for (let n = 0; n < 1_000; n++) send(`source ${n}`, 1, { bytes: 64_000 });
    expect(send("large", 1)).toHaveLength(0);
    expect(send("small", 1, { bytes: 200 })).toHaveLength(1);
    expect(cancelled).toHaveLength(1);
  });
});
