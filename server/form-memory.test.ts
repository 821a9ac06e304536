import { beforeEach, describe, expect, test } from "vitest";
import { createFormMemory } from "./form-memory";
import type { Client } from "./semaphore";

describe("The memory of forms", () => {
  let memory: ReturnType<typeof createFormMemory>;
  let cancelled: string[];
  beforeEach(() => {
    memory = createFormMemory();
    cancelled = [];
  });

  /** Many forms of one source, of 2 MB unless another size is said; returns those that were accepted. */
  function send(source: string, count: number, { queue = "visitors" as Client["queue"], bytes = 2_000_000, isArriving = true } = {}) {
    const names = Array.from({ length: count }, (_, n) => `${source} ${n}`);
    return names.flatMap((name) => {
      const release = memory.reserve({ queue, source }, { bytes, isArriving: () => isArriving, cancel: () => cancelled.push(name) });
      return release ? [release] : [];
    });
  }

  test("is 32 MB of one source, and 64 MB of all of them", () => {
    expect(send("one", 100)).toHaveLength(16);
    expect(send("two", 100)).toHaveLength(16);
    expect(send("two", 1, { queue: "members" })).toHaveLength(1);
    expect(cancelled).toEqual([]);
  });

  test("is released once, when a form is answered", () => {
    const releases = send("one", 16);
    for (const release of releases.slice(0, 3)) for (let n = 0; n < 2; n++) release();
    expect(send("one", 100)).toHaveLength(3);
  });

  test("goes from the source with the most to one with less: its newest form is cancelled", () => {
    send("one", 16);
    send("two", 16);
    expect(send("third", 1)).toHaveLength(1);
    expect(cancelled).toEqual(["one 15"]);
    expect(send("third", 100)).toHaveLength(9);
    expect(send("one", 1)).toHaveLength(0);
    expect(cancelled.filter((name) => name.startsWith("third"))).toEqual([]);
    expect(cancelled).toHaveLength(10);
  });

  test("is not taken from a form that has been read", () => {
    const releases = send("one", 16, { isArriving: false });
    send("two", 16, { isArriving: false });
    expect([send("third", 1), cancelled]).toEqual([[], []]);
    releases[0]?.();
    expect(send("third", 1)).toHaveLength(1);
  });

  test("is not freed for a large form by cancelling a thousand small ones of others", () => {
    for (let n = 0; n < 1_000; n++) send(`source ${n}`, 1, { bytes: 64_000 });
    expect(send("large", 1)).toHaveLength(0);
    expect(send("small", 1, { bytes: 200 })).toHaveLength(1);
    expect(cancelled).toHaveLength(1);
  });
});
