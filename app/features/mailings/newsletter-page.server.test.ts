import { afterEach, describe, expect, it, vi } from "vitest";

afterEach(() => vi.unstubAllEnvs());

async function robotsOf(indexed: string | undefined, isPublic: boolean): Promise<string | null> {
  vi.stubEnv("NEWSLETTERS_INDEXED", indexed);
  vi.resetModules();
  const { answerPage } = await import("./newsletter-page.server");
  const answer = answerPage(new Request("http://127.0.0.1/newsletter/1"), "<!doctype html>", { isPublic });
  return answer.headers.get("X-Robots-Tag");
}

describe("Search engines", () => {
  it.each([
    ["list no newsletter", undefined, true, "noindex"],
    ["list those that are published where the operator wants that", "1", true, null],
    ["never list a draft", "1", false, "noindex"],
  ] as const)("%s", async (_, indexed, isPublic, robots) => {
    expect(await robotsOf(indexed, isPublic)).toBe(robots);
  });
});
