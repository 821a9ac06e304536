import { afterEach, beforeEach, expect, test, vi } from "vitest";

const busy = () => new Response("", { status: 503, headers: { "X-Busy": "1", "Retry-After": "5" } });
const fetched = vi.fn<typeof fetch>();

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  fetched.mockReset();
  vi.stubGlobal("window", { fetch: fetched });
  const { waitWhenBusy } = await import("./wait-when-busy");
  waitWhenBusy();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("A GET is repeated after a few seconds until the server is no longer busy", async () => {
  fetched.mockResolvedValueOnce(busy()).mockResolvedValueOnce(busy()).mockResolvedValueOnce(new Response("da"));
  const answer = window.fetch("/stream.data");
  await vi.advanceTimersByTimeAsync(3_900);
  expect(fetched).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(12_000);
  expect(await (await answer).text()).toBe("da");
  expect(fetched).toHaveBeenCalledTimes(3);
});

test("A form is sent once", async () => {
  fetched.mockResolvedValue(busy());
  expect((await window.fetch("/stream.data", { method: "POST" })).status).toBe(503);
  expect(fetched).toHaveBeenCalledTimes(1);
});

test("A low-priority request is not repeated", async () => {
  fetched.mockResolvedValue(busy());
  expect((await window.fetch("/stream/news", { priority: "low" })).status).toBe(503);
  expect(fetched).toHaveBeenCalledTimes(1);
});

test("Another 503 is returned", async () => {
  fetched.mockResolvedValue(new Response("", { status: 503, headers: { "Retry-After": "5" } }));
  expect((await window.fetch("/stream.data")).status).toBe(503);
});

test("Navigating elsewhere stops waiting", async () => {
  fetched.mockResolvedValue(busy());
  const leaving = new AbortController();
  const answer = window.fetch("/stream.data", { signal: leaving.signal }).catch((error: Error) => error.name);
  await vi.advanceTimersByTimeAsync(100);
  leaving.abort();
  expect(await answer).toBe("AbortError");
  await vi.advanceTimersByTimeAsync(20_000);
  expect(fetched).toHaveBeenCalledTimes(1);
});
