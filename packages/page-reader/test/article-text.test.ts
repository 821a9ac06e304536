import { afterAll, describe, expect, it } from "vitest";
import { readPage } from "../src/read-page";
import { cleanHtml } from "./clean-html";
import { textPages } from "./text-pages";

const read = (html: string) => readPage({ html, url: "https://www.nordlicht.example/rat/haushalt", cleanHtml });

const wordsOf = (html: string): string[] =>
  html
    .replace(/<[^<>]+>/g, " ")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Harmonic mean of the shares of found words that are expected, and of expected words that are found. */
function f1(found: readonly string[], expected: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of expected) left.set(word, (left.get(word) ?? 0) + 1);
  const common = found.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  }).length;
  return (2 * common) / (found.length + expected.length);
}

describe("the text of an article", () => {
  const scores: number[] = [];

  it.each(textPages)("is found in $kind", ({ html, content, isUncertain = false }) => {
    const page = read(html);
    scores.push(f1(wordsOf(page.content ?? ""), wordsOf(content)));
    expect(page.content).toBe(content);
    expect(page.contentIsUncertain).toBe(isUncertain);
  });

  afterAll(() => {
    const mean = (100 * scores.reduce((sum, score) => sum + score, 0)) / scores.length;
    process.stdout.write(`F1 of the words of ${scores.length} texts: ${mean.toFixed(1)} of 100\n`);
  });
});

describe("a text in the metadata", () => {
  const contentWith = (body: string) =>
    read(`<!doctype html><html lang="de"><head><script type="application/ld+json">{"@type":"NewsArticle","headline":"T",${body}}</script></head>
      <body><div id="app"></div></body></html>`).content;

  it.each([
    [
      "with entities",
      `"articleBody":"Müller &amp; Söhne: &quot;Ja&quot;, sagten sie gestern."`,
      '<p>Müller &amp; Söhne: "Ja", sagten sie gestern.</p>',
    ],
    [
      "with entities escaped twice",
      `"articleBody":"Müller &amp;amp; Söhne sagten gestern zu."`,
      "<p>Müller &amp; Söhne sagten gestern zu.</p>",
    ],
    [
      "of several parts",
      `"articleBody":["Der Rat hat gestern getagt.","Er tagt morgen wieder."]`,
      "<p>Der Rat hat gestern getagt.</p><p>Er tagt morgen wieder.</p>",
    ],
    ["called text", `"text":"Der Rat hat gestern getagt."`, "<p>Der Rat hat gestern getagt.</p>"],
    [
      "as HTML",
      `"articleBody":"<p>Der Rat hat 10<sup>6</sup> Euro.</p><h2>Und jetzt</h2>"`,
      "<p>Der Rat hat 10⁶ Euro.</p><h2>Und jetzt</h2>",
    ],
    ["as escaped HTML", `"articleBody":"&lt;p&gt;Der Rat hat gestern getagt.&lt;/p&gt;"`, "<p>Der Rat hat gestern getagt.</p>"],
    [
      "with a less-than sign",
      `"articleBody":"Es sind 5 < 7 Stimmen im Rat, also mehr."`,
      "<p>Es sind 5 &lt; 7 Stimmen im Rat, also mehr.</p>",
    ],
    [
      "with soft hyphens",
      String.raw`"articleBody":"Der Haus\u00adhalts&shy;aus\u200bschuss hat getagt."`,
      "<p>Der Haushaltsausschuss hat getagt.</p>",
    ],
  ])("is read %s", (_, body, content) => {
    expect(contentWith(body)).toBe(content);
  });
});

it("the HTML to clean is without what nobody sees, which could hide an address of a script", () => {
  const seen: string[] = [];
  const html = `<article><h1>A</h1><p>Ein Satz steht hier, und <a href="java&shy;script:x">er</a> ist lang genug&shy;.</p></article>`;
  readPage({
    html,
    url: "https://a.example/",
    cleanHtml(found) {
      seen.push(found);
      return found;
    },
  });
  expect(seen.join("")).toContain("lang genug.");
  expect(seen.join("")).not.toMatch(/javascript:|\u00ad/);
});

it.each([
  ["nesting", "<div>".repeat(50_000)],
  ["elements", "<p></p>".repeat(12_001)],
  ["classes", `<p class="${"x ".repeat(200_000)}">`],
])("a text in the metadata with too much %s is left out", (_, begin) => {
  const node = JSON.stringify({ "@type": "NewsArticle", headline: "T", articleBody: `${begin}Der Rat hat gestern getagt.` });
  expect(read(`<script type="application/ld+json">${node}</script><h1>T</h1>`).content).toBeNull();
});

it("a text that is longer than what is read of a page is uncertain", () => {
  const { content, contentIsUncertain } = read(`<article><h1>A</h1>${"<p>Ein Satz steht hier, und er ist lang genug.</p>".repeat(13_000)}`);
  expect(content).toContain("Ein Satz steht hier");
  expect(contentIsUncertain).toBe(true);
});
