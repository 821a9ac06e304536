import { beforeEach, describe, expect, test, vi } from "vitest";
import { type Client, createFairSemaphore } from "./fair-semaphore";

type Queue = Client["queue"];

let semaphore: ReturnType<typeof createFairSemaphore>;
let inside: string[];
beforeEach(() => {
  semaphore = createFairSemaphore(2);
  inside = [];
  rejected = [];
});

let rejected: string[];
function come(name: string, queue: Queue, { source = name, isSheddable = true } = {}) {
  const slot = semaphore.acquire({ queue, source }, { isSheddable });
  void slot.acquired.then((hasSlot) => (hasSlot ? inside : rejected).push(name));
  return slot;
}
const isFull = (queue: Queue, source: string) => semaphore.isFull({ queue, source });
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("The semaphore", () => {
  test("admits two, then the others as slots become free, alternating between the queues", async () => {
    const first = come("a", "members");
    const second = come("b", "members");
    for (const name of ["c", "d", "e"]) come(name, "members");
    for (const name of ["x", "y"]) come(name, "visitors");
    await settled();
    expect(inside).toEqual(["a", "b"]);
    first.release();
    second.release();
    await settled();
    expect(inside).toEqual(["a", "b", "x", "c"]);
  });

  test("frees a slot once, however often it is released", async () => {
    const first = come("a", "members");
    for (const name of ["b", "c", "d"]) come(name, "visitors");
    for (let n = 0; n < 3; n++) first.release();
    await settled();
    expect(inside).toEqual(["a", "b", "c"]);
  });

  test("forgets a client that disconnects while waiting", async () => {
    const first = come("a", "members");
    come("b", "members");
    const gone = come("c", "members");
    gone.release();
    come("d", "members");
    // The caller must go on: `body-limit.ts` then notices that the client has disconnected.
    await gone.acquired;
    first.release();
    await settled();
    expect(inside).toEqual(["a", "b", "c", "d"]);
  });

  test("holds sixty waiting requests per queue, and a full queue rejects none of the other", () => {
    for (let n = 0; n < 62; n++) {
      expect(isFull("visitors", `v${n}`)).toBe(false);
      come(`v${n}`, "visitors");
    }
    // Every source has one request, so new requests are rejected and waiting ones are not.
    expect(["v2", "another"].map((source) => isFull("visitors", source))).toEqual([true, true]);
    expect(isFull("members", "v2")).toBe(false);
    expect(rejected).toEqual([]);
  });

  test("rejects the source with the most in a full queue, so that a few that flood it exclude only themselves", async () => {
    for (let n = 0; n < 500; n++)
      for (const source of ["one", "two"]) if (!isFull("members", source)) come(`${source} ${n}`, "members", { source });
    await settled();
    expect(["one", "two", "third"].map((source) => isFull("members", source))).toEqual([true, true, false]);
    for (let n = 0; n < 20; n++) {
      expect(isFull("members", "third")).toBe(false);
      come(`third ${n}`, "members", { source: "third" });
    }
    await settled();
    expect(isFull("members", "third")).toBe(true);
    expect(rejected.filter((name) => name.startsWith("third"))).toEqual([]);
    expect(rejected).toHaveLength(20);
    for (const name of rejected) expect(Number(name.split(" ")[1])).toBeGreaterThan(20);
  });

  test("never rejects a form that has been read, and still serves others", async () => {
    const forms = Array.from({ length: 500 }, (_, n) => come(`f${n}`, "members", { source: "flood", isSheddable: false }));
    expect(["flood", "another"].map((source) => isFull("members", source))).toEqual([true, false]);
    come("x", "members");
    for (const form of forms.slice(0, 2)) form.release();
    await settled();
    expect([inside, rejected]).toEqual([["f0", "f1", "f2", "x"], []]);
  });

  test("serves the sources of a queue in turn", async () => {
    const first = come("a", "visitors", { source: "flood" });
    const second = come("b", "visitors", { source: "flood" });
    for (const name of ["c", "d", "e"]) come(name, "visitors", { source: "flood" });
    come("x", "visitors", { source: "another" });
    first.release();
    second.release();
    await settled();
    expect(inside).toEqual(["a", "b", "c", "x"]);
  });

  test("releases a slot after three seconds, so that a slow request does not block others", async () => {
    vi.useFakeTimers();
    for (const name of ["a", "b", "c"]) come(name, "members");
    await vi.advanceTimersByTimeAsync(2_999);
    expect(inside).toEqual(["a", "b"]);
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();
    expect(inside).toEqual(["a", "b", "c"]);
  });
});
