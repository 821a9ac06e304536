import { afterEach, describe, expect, it, vi } from "vitest";
import type { ShownNewsletter } from "~/upstream/newsletter-drafts.server";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

const request = new Request("http://127.0.0.1/newsletter/1");
const newsletter = {
  id: "1",
  content: {
    language: "de",
    subject: "Lage",
    introHtml: "",
    publishedAt: "2026-05-04T06:00:00Z",
    client: { name: "DB", theme: null, logo: null },
    folder: { id: "2", name: "Lage" },
    sections: [],
    textBlocks: [],
    signature: null,
  },
} as unknown as ShownNewsletter;

async function robotsOf(indexed: string | undefined, isPublic: boolean): Promise<string | null | undefined> {
  vi.stubEnv("NEWSLETTERS_INDEXED", indexed);
  vi.resetModules();
  const { answerPrivately, answerPublished } = await import("./newsletter-page.server");
  const answer = isPublic ? await answerPublished(request, "/newsletter/1", async () => newsletter) : answerPrivately(request, "", "de");
  return answer?.headers.get("X-Robots-Tag");
}

describe("Link previews on other sites", () => {
  const pageOf = async (sections: unknown) => {
    vi.resetModules();
    const { answerPublished } = await import("./newsletter-page.server");
    const shown = { ...newsletter, content: { ...newsletter.content, sections } } as ShownNewsletter;
    return (await answerPublished(request, "/newsletter/2", async () => shown))?.text();
  };
  const article = {
    id: "a",
    title: "Angriff",
    teaser: "",
    url: "https://lage.example/",
    sourceName: null,
    author: null,
    publishedAt: "2026-05-04",
    language: null,
  };

  it("have the size of the picture's file, its description, and a card that it is large enough for", async () => {
    const picture = { url: "/newsletter-pictures/1", width: 136, height: 102, alt: "Leitstelle" };
    const html = await pageOf([{ tag: null, articles: [{ ...article, picture }] }]);
    for (const [name, content] of [
      ["og:image:width", "272"],
      ["og:image:height", "204"],
      ["og:image:alt", "Leitstelle"],
      ["twitter:card", "summary"],
    ])
      expect(html).toMatch(new RegExp(`<meta (property|name)="${name}" content="${content}"`));
    const unnamed = await pageOf([{ tag: null, articles: [{ ...article, picture: { ...picture, alt: "" } }] }]);
    expect(unnamed).toContain('"og:image:alt" content="Angriff"');
  });

  it("have the product's card without a picture", async () => {
    const html = await pageOf([{ tag: null, articles: [{ ...article, picture: null }] }]);
    expect(html).toContain('<meta name="twitter:card" content="summary_large_image"');
    expect(html).toContain('"og:image:width" content="1200"');
  });
});

describe("Search engines", () => {
  it.each([
    ["list no newsletters", undefined, true, "noindex"],
    ["list published newsletters if the operator wants that", "1", true, null],
    ["never list a draft", "1", false, "noindex"],
  ] as const)("%s", async (_, indexed, isPublic, robots) => {
    expect(await robotsOf(indexed, isPublic)).toBe(robots);
  });
});
