import { beforeEach, expect, test, vi } from "vitest";
import { withRequestSignal } from "./request-signal.server";
import { createSemaphore } from "./semaphore.server";

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
