import { beforeEach, describe, expect, test, vi } from "vitest";
import { createIntake, createLimiter, needsSlot, queueOf } from "./limiter.js";

type Queue = "members" | "visitors";

let limiter: ReturnType<typeof createLimiter>;
let inside: string[];
beforeEach(() => {
  limiter = createLimiter(2);
  inside = [];
  turnedAway = [];
});

let turnedAway: string[];
function come(name: string, queue: Queue, { source = name, isKept = false } = {}) {
  const slot = limiter.acquire(queue, source, { isKept });
  void slot.turn.then((isIn) => (isIn ? inside : turnedAway).push(name));
  return slot;
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("The limiter", () => {
  test("lets two in, the others one by one as slots become free, from both queues in turn", async () => {
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

  test("forgets who has gone while waiting", async () => {
    const first = come("a", "members");
    come("b", "members");
    const gone = come("c", "members");
    gone.release();
    come("d", "members");
    // Whoever waits for a turn must not wait for ever: `guard.js` sees that its sender has gone.
    await gone.turn;
    first.release();
    await settled();
    expect(inside).toEqual(["a", "b", "c", "d"]);
  });

  test("has sixty wait in each queue, and a full one keeps nobody out of the other", () => {
    for (let n = 0; n < 62; n++) {
      expect(limiter.isFull("visitors", `v${n}`)).toBe(false);
      come(`v${n}`, "visitors");
    }
    // Nobody has more than one, so whoever comes later is turned away, and nobody who waits.
    expect(["v2", "another"].map((source) => limiter.isFull("visitors", source))).toEqual([true, true]);
    expect(limiter.isFull("members", "v2")).toBe(false);
    expect(turnedAway).toEqual([]);
  });

  test("turns away whoever has most in a full queue, so that a few who ask without end keep only themselves out", async () => {
    for (let n = 0; n < 500; n++)
      for (const source of ["one", "two"]) if (!limiter.isFull("members", source)) come(`${source} ${n}`, "members", { source });
    await settled();
    expect(["one", "two", "third"].map((source) => limiter.isFull("members", source))).toEqual([true, true, false]);
    for (let n = 0; n < 20; n++) {
      expect(limiter.isFull("members", "third")).toBe(false);
      come(`third ${n}`, "members", { source: "third" });
    }
    await settled();
    expect(limiter.isFull("members", "third")).toBe(true);
    expect(turnedAway.filter((name) => name.startsWith("third"))).toEqual([]);
    // The last ones of each.
    expect(turnedAway).toHaveLength(20);
    for (const name of turnedAway) expect(Number(name.split(" ")[1])).toBeGreaterThan(20);
  });

  test("turns no form away that has come in, and others all the same have their turn", async () => {
    const forms = Array.from({ length: 500 }, (_, n) => come(`f${n}`, "members", { source: "flood", isKept: true }));
    expect(["flood", "another"].map((source) => limiter.isFull("members", source))).toEqual([true, false]);
    come("x", "members");
    for (const form of forms.slice(0, 2)) form.release();
    await settled();
    expect([inside, turnedAway]).toEqual([["f0", "f1", "f2", "x"], []]);
  });

  test("lets the sources of a queue in one after the other", async () => {
    const first = come("a", "visitors", { source: "flood" });
    const second = come("b", "visitors", { source: "flood" });
    for (const name of ["c", "d", "e"]) come(name, "visitors", { source: "flood" });
    come("x", "visitors", { source: "another" });
    first.release();
    second.release();
    await settled();
    expect(inside).toEqual(["a", "b", "c", "x"]);
  });

  test("gives a slot on after three seconds, so that what waits for something else keeps nobody out", async () => {
    vi.useFakeTimers();
    for (const name of ["a", "b", "c"]) come(name, "members");
    await vi.advanceTimersByTimeAsync(2_999);
    expect(inside).toEqual(["a", "b"]);
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();
    expect(inside).toEqual(["a", "b", "c"]);
  });
});

describe("What forms hold in memory", () => {
  let intake: ReturnType<typeof createIntake>;
  let cut: string[];
  beforeEach(() => {
    intake = createIntake();
    cut = [];
  });

  /** Many forms of one source, of 2 MB unless another size is said; those that were taken in. */
  function send(source: string, count: number, { queue = "visitors" as Queue, bytes = 2_000_000, isComing = true } = {}) {
    const names = Array.from({ length: count }, (_, n) => `${source} ${n}`);
    return names.flatMap((name) => {
      const release = intake.take(queue, source, { bytes, isComing: () => isComing, cut: () => cut.push(name) });
      return release ? [release] : [];
    });
  }

  test("is 32 MB of one source, and 64 MB of all of them", () => {
    expect(send("one", 100)).toHaveLength(16);
    expect(send("two", 100)).toHaveLength(16);
    expect(send("two", 1, { queue: "members" })).toHaveLength(1);
    expect(cut).toEqual([]);
  });

  test("is given back once, when a form is answered", () => {
    const releases = send("one", 16);
    for (const release of releases.slice(0, 3)) for (let n = 0; n < 2; n++) release();
    expect(send("one", 100)).toHaveLength(3);
  });

  test("is taken from whoever has most, for who has less: the form that came last", () => {
    send("one", 16);
    send("two", 16);
    expect(send("third", 1)).toHaveLength(1);
    expect(cut).toEqual(["one 15"]);
    expect(send("third", 100)).toHaveLength(9);
    expect(send("one", 1)).toHaveLength(0);
    expect(cut.filter((name) => name.startsWith("third"))).toEqual([]);
    expect(cut).toHaveLength(10);
  });

  test("is not taken from a form that has come in", () => {
    const releases = send("one", 16, { isComing: false });
    send("two", 16, { isComing: false });
    expect([send("third", 1), cut]).toEqual([[], []]);
    releases[0]?.();
    expect(send("third", 1)).toHaveLength(1);
  });

  test("is not worth a thousand small forms of others", () => {
    for (let n = 0; n < 1_000; n++) send(`source ${n}`, 1, { bytes: 64_000 });
    expect(send("large", 1)).toHaveLength(0);
    expect(send("small", 1, { bytes: 200 })).toHaveLength(1);
    expect(cut).toHaveLength(1);
  });
});

test.each([
  ["/", true],
  ["/stream.data", true],
  ["/stream/news", true],
  ["/contents/1", true],
  ["/healthz", false],
  ["/readyz", false],
  ["/assets/x.js", false],
  ["/assets/x.js?again", false],
  ["/assets/nothing.js", true],
  ["/assets/../stream", true],
  ["/files/../stream", true],
  ["/files/1/preview", false],
  ["/files/1/preview/more", true],
  ["/favicon.ico", false],
  ["//", true],
  ["//u:p@h/", true],
])("%s needs a slot: %s", (url, isNeeded) => {
  expect(needsSlot(url, new Set(["/favicon.ico", "/assets/x.js"]))).toBe(isNeeded);
});

test.each([
  [undefined, "visitors", "192.0.2.1"],
  ["currentLocale=de; authToken=", "visitors", "192.0.2.1"],
  ["notauthToken=known", "visitors", "192.0.2.1"],
  ["currentLocale=de; authToken=known; theme=dark", "members", "Jana"],
  ["authToken=invented", "visitors", "192.0.2.1"],
])("whoever has the cookie %s waits with the %s as %s", (cookie, queue, source) => {
  const findMember = (token: string) => (token === "known" ? "Jana" : undefined);
  expect(queueOf({ cookie }, { findMember, findAddress: () => "192.0.2.1" })).toEqual({ queue, source });
});
