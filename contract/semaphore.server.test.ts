import { beforeEach, expect, test, vi } from "vitest";
import { withRequestSignal, withRequestSource } from "./request-scope.server";
import { createSemaphore, ShareUsedUp } from "./semaphore.server";

let begun: string[];
let end: Map<string, { resolve(): void; reject(error: Error): void }>;
beforeEach(() => {
  begun = [];
  end = new Map();
});

/** Work that starts with its permit and ends when the test decides. */
const workOf = (name: string) => () =>
  new Promise<string>((resolve, reject) => {
    begun.push(name);
    end.set(name, { resolve: () => resolve(name), reject });
  });
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("Two calls run at once, the others in order, whether earlier ones succeed or fail", async () => {
  const withPermit = createSemaphore(2);
  const results = Promise.allSettled(["a", "b", "c", "d"].map((name) => withPermit(workOf(name))));
  await settled();
  expect(begun).toEqual(["a", "b"]);
  end.get("b")?.reject(new Error("broken"));
  await settled();
  expect(begun).toEqual(["a", "b", "c"]);
  end.get("a")?.resolve();
  await settled();
  end.get("c")?.resolve();
  end.get("d")?.resolve();
  expect((await results).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
  const [first, second] = ["e", "f"].map((name) => withPermit(workOf(name)));
  await settled();
  expect(begun.slice(4), "all permits are free again").toEqual(["e", "f"]);
  for (const name of ["e", "f"]) end.get(name)?.resolve();
  expect(await Promise.all([first, second])).toEqual(["e", "f"]);
});

test("A call is rejected at once if too many wait, and after its maximum wait", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const withPermit = createSemaphore(1, { maxWaiting: 1, busy: () => new Error("busy") });
    const running = withPermit(workOf("a"));
    const waiting = withPermit(workOf("b"), { maxWaitMs: 500 });
    const rejected = expect(waiting).rejects.toThrow("busy");
    await expect(withPermit(workOf("c"))).rejects.toThrow("busy");
    vi.advanceTimersByTime(500);
    await rejected;
    const next = withPermit(workOf("d"), { maxWaitMs: 500 });
    end.get("a")?.resolve();
    await running;
    await settled();
    vi.advanceTimersByTime(500);
    end.get("d")?.resolve();
    expect(await next).toBe("d");
    expect(begun).toEqual(["a", "d"]);
  } finally {
    vi.useRealTimers();
  }
});

test("A call whose request was aborted does not start, and the next one does", async () => {
  const withPermit = createSemaphore(1);
  const running = withPermit(workOf("a"));
  const request = new AbortController();
  const waiting = withRequestSignal(request.signal, () => withPermit(workOf("b")));
  const next = withPermit(workOf("c"));
  request.abort(new Error("gone"));
  await expect(waiting).rejects.toThrow("gone");
  await expect(withRequestSignal(request.signal, () => withPermit(workOf("d")))).rejects.toThrow("gone");
  end.get("a")?.resolve();
  await running;
  await settled();
  end.get("c")?.resolve();
  expect(await next).toBe("c");
  expect(begun).toEqual(["a", "c"]);
});

const by = (source: string, name: string, withPermit: ReturnType<typeof createSemaphore>) =>
  withRequestSource(source, () => withPermit(workOf(name)));

test("People take turns, whoever came first with how many calls", async () => {
  const withPermit = createSemaphore(1);
  const calls = ["a1", "a2", "a3", "b1", "b2", "c1"].map((name) => by(name.slice(0, 1), name, withPermit));
  for (let n = 0; n < calls.length; n += 1) {
    await settled();
    end.get(begun[n] ?? "")?.resolve();
  }
  await Promise.all(calls);
  expect(begun).toEqual(["a1", "a2", "b1", "c1", "a3", "b2"]);
});

test("One person leaves a permit to others, and is rejected when more calls wait than one may have", async () => {
  const withPermit = createSemaphore(2, { share: { running: 1, waiting: 1 } });
  const [first, second] = ["a1", "a2"].map((name) => by("a", name, withPermit));
  await expect(by("a", "a3", withPermit)).rejects.toBeInstanceOf(ShareUsedUp);
  class OwnError extends Error {}
  const call = withRequestSource("a", () => withPermit(workOf("a4"), { usedUp: () => new OwnError() }));
  await expect(call).rejects.toBeInstanceOf(OwnError);
  const other = by("b", "b1", withPermit);
  await settled();
  expect(begun).toEqual(["a1", "b1"]);
  end.get("b1")?.resolve();
  await other;
  await settled();
  expect(begun, "the free permit is not for the same person").toEqual(["a1", "b1"]);
  end.get("a1")?.resolve();
  await first;
  await settled();
  end.get("a2")?.resolve();
  expect(await second).toBe("a2");
});

test("Work outside of requests has no share", async () => {
  const withPermit = createSemaphore(2, { share: { running: 1, waiting: 0 } });
  const calls = ["a", "b", "c"].map((name) => withPermit(workOf(name)));
  await settled();
  expect(begun).toEqual(["a", "b"]);
  for (const name of ["a", "b", "c"]) {
    await settled();
    end.get(name)?.resolve();
  }
  await Promise.all(calls);
});
