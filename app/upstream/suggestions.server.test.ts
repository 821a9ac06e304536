import { expect, test } from "vitest";
import { listFrequent, listSources } from "./choices.server";
import type { Upstream } from "./client.server";
import { unavailable } from "./failure.server";
import { countNews } from "./news.server";

test("a page does without suggestions while the API fails", async () => {
  const failing = { get: () => Promise.reject(unavailable("a-request")) } as unknown as Upstream;
  expect(await listSources(failing, {})).toEqual([]);
  expect(await listFrequent(failing)).toEqual({ tags: [], countries: [] });
  expect(await countNews(failing, "2026-03-01T08:00:00.000Z")).toEqual({ count: 0, unread: false });
});
