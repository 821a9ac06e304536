import { afterEach, describe, expect, it, vi } from "vitest";
import type { ShownMailing } from "~/upstream/newsletter-drafts.server";

afterEach(() => vi.unstubAllEnvs());

const request = new Request("http://127.0.0.1/newsletter/1");
const mailing = {
  id: "1",
  content: {
    language: "de",
    subject: "Lage",
    introHtml: "",
    publishedAt: "2026-05-04T06:00:00Z",
    client: { name: "DB", theme: null, logo: null },
    sections: [],
    signature: null,
  },
} as unknown as ShownMailing;

async function robotsOf(indexed: string | undefined, isPublic: boolean): Promise<string | null | undefined> {
  vi.stubEnv("NEWSLETTERS_INDEXED", indexed);
  vi.resetModules();
  const { answerPrivately, answerPublished } = await import("./newsletter-page.server");
  const answer = isPublic ? await answerPublished(request, "/newsletter/1", async () => mailing) : answerPrivately(request, "", "de");
  return answer?.headers.get("X-Robots-Tag");
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
