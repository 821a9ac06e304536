import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readBookmarks } from "../../../api/bookmarks/read-bookmarks";
import { toLikely } from "../../../api/db/search/likely-words";
import { toSearchText } from "../../../api/db/search/search-text";
import { cleanArticleHtml } from "../../../api/html/article-html";
import { readDocument } from "../../../api/outbound/feeds/document";
import { typedValues } from "../../../app/forms/form-state";
import { fromLightweightMarkup } from "../../../app/rich-text/from-lightweight-markup";
import { toLightweightMarkup } from "../../../app/rich-text/to-lightweight-markup.server";
import { findIntro } from "../../../contract/intro";
import { cleanLine } from "../../../contract/rest/shared";
import { findSourceUrl } from "../../../contract/rest/source-url";
import { outlinePage } from "../../../packages/page-reader/src/outline";
import { readPage } from "../../../packages/page-reader/src/read-page";
import { findRefreshUrl } from "../../../packages/page-reader/src/refresh";
import { cleanHtml } from "../../../packages/page-reader/test/clean-html";

/** Milliseconds of processor time. Shorter times do not show how they grow. */
const leastMs = 5;
const attempts = 6;
/** Between the 8 of linear and the 64 of quadratic time. */
const linear = 24;

function cpuMsOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Expects that an input eight times as long takes less than `limit` times as much processor time, in the best of a few attempts. A ratio,
 * because absolute times depend on the machine.
 */
function expectGrowth<Input>(read: (input: Input) => unknown, short: Input, long: Input, limit = linear): void {
  let growth = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < attempts && growth >= limit; attempt += 1) {
    const shortMs = cpuMsOf(() => read(short));
    growth = Math.min(growth, cpuMsOf(() => read(long)) / Math.max(leastMs, shortMs));
  }
  expect(growth).toBeLessThan(limit);
}

const folder = mkdtempSync(join(tmpdir(), "folda-growth-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function readBookmarkFile(content: string): void {
  const path = join(folder, "file");
  writeFileSync(path, content);
  readBookmarks({ path, timeZone: "Europe/Berlin", allowHosts: [] });
}
const bookmarks = (content: string) => readBookmarkFile(`<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n${content}`);
const feed = (root: string) => (content: string) =>
  readDocument({
    body: Buffer.from(`<${root}><channel><title>A</title>${content}</channel></${root}>`),
    contentType: "application/rss+xml",
    url: "https://hafenblatt.example/feed",
    now: new Date("2026-11-26T12:00:00Z"),
  });
const feedParts = [
  ...["<item><title>x</title></item>", "<entry><id>x</id></entry>", "<item><title>x", "<", "<item><title>&amp;amp;"],
  ...["<item><title><![CDATA[x]]>", "<![CDATA[", "<!--", "<item a='", '<item><link>x</link><description> href="x'],
  ...["<items><rdf:Seq>", "<skipHours><hour>1", " \n", "<x xmlns:a='b'>", "</item >"],
];
const pageUrl = "https://www.bahnbote.example/artikel/1";
const pageWith = (head: string) =>
  readPage({
    html: `<!doctype html><html><head>${head}</head><body><h1>A</h1><p>${"Ein Satz. ".repeat(40)}</p></body></html>`,
    url: pageUrl,
    cleanHtml,
  });
const articleWith = (content: string) =>
  readPage({
    html: `<!doctype html><html><body><article><h1>A</h1><p>${"Ein Satz steht hier. ".repeat(10)}</p>${content}`,
    url: pageUrl,
    cleanHtml: (html) => html,
  });
const emphasis = ["<b>".repeat(180), "<b><i><u><strong><em>".repeat(36), "<b><a href='http://a.example/'>".repeat(90)];

const searched = [
  ...["a-", "1 000 ", "1.000/", "1.500,00/", "3.10.", "oct 1 ", "3.10.2026/", "\u0301\u0316", "👩\u200d", "a:innen", "aIn", "x", "x-", "ß"],
  "Ab Februar ruht der Verkehr auf der U-Bahn-Linie 1.\n",
];

/** By reader: the length of its input in characters, and the parts that are repeated to that length. */
const repeated: Record<string, [read: (text: string) => unknown, length: number, parts: string[]]> = {
  "lightweight markup": [
    (text) => toLightweightMarkup(fromLightweightMarkup(`${text}x`)),
    200_000,
    [
      ...["*a ", "**a* ", "[", "[x](https://a.example) ", "](https://x", "\\*", "> ", "> > > \n", "- a\n", "\\- a\n", "1. a\n", "  - x\n"],
      ...["a\tb\n", "www.!", "www.(", " ", "\u00a0", "__a **b *c "],
      "Ab Februar ruht der Verkehr, **fünf Monate** lang; 3 * 4 und snake_case.\n\n",
    ],
  ],
  "HTML as lightweight markup": [
    (html) => fromLightweightMarkup(toLightweightMarkup(`${html}x`)),
    200_000,
    [
      ...["<b>", "<p>x", "<p>- a<br>", "<li>a", "<td>x", "<ul><li>", "<br>", "<blockquote>", "&nbsp;", "<b>a</b>b*", "<p>\\*x*</p>"],
      "<i>www.</i>",
    ],
  ],
  "HTML of articles": [
    (html) => cleanArticleHtml(`<p>Anfang</p>${html}Ende`),
    500_000,
    [
      ...[
        "<div>",
        "<b>",
        "<div><b>",
        "<ul><li>",
        "<blockquote>x",
        "<table><tr><td>",
        "<b>x</p>",
        "<li><p>",
        "<a href='http://x.example/'>",
      ],
      ...["<x-y><b>", "</i>", "<", "<br>x", "<!--", "&amp;", "\n\n", "<p>   ", "<b a='", "<script>", "<p>x", "<hr>", "<![CDATA["],
    ],
  ],
  ...Object.fromEntries(
    emphasis.map((tags) => [`blocks in ${tags.slice(0, 20)}…`, [(html: string) => cleanArticleHtml(tags + html), 60_000, ["<p>x"]]]),
  ),
  "the introduction": [(html) => findIntro("Etwas ganz anderes", html), 400_000, ["<h3", "<h1>", "<h2>x ", "</h2><h2>", "&a", "<"]],
  "a line": [(text) => cleanLine(`a${text}b`), 200_000, ["\ud800", " ", "\r"]],
  "a text for the search": [toSearchText, 400_000, searched],
  "words that may match": [toLikely(["1000", "xx", "a", "bahn"], ["x"]), 400_000, searched],
  "a source URL": [(host) => findSourceUrl(`https://${host}1`), 16_000, ["a-", "a."]],
  "a page's outline": [
    (html) => outlinePage(html, { maxDepth: 512, maxElements: 1_000_000 }),
    2_000_000,
    ["<!--", "<script>", '<a x="', "</b>", "<"],
  ],
  "a page's refresh": [(html) => findRefreshUrl(html, pageUrl), 4_000_000, ["<b>", "<noscript>", "<meta ", '<a x="', "<!--"]],
  "the text of an article": [
    articleWith,
    64_000,
    [
      ...[
        "<p>Ein Satz steht hier. ",
        "<br>x",
        "<a href=/x>Eine Meldung des Tages</a> ",
        "<li><a href=/x>x</a>",
        "<blockquote>Ein Satz.</blockquote>",
      ],
      ...[
        "<div class=author>Sie schreibt.</div>",
        "<aside>Ein Satz steht hier, ein langer.</aside>",
        "<h2>x</h2>",
        "a<sup>1</sup>",
        "3. Mai 2026 ",
      ],
      ...[
        "\u00ad",
        "a\u200d",
        "\u200d",
        ".",
        ".)",
        " \u00a0",
        "Von A ",
        "jetzt a ",
        "am 1. ",
        "<figure><img src=/a.jpg></figure>",
        "<div class='author date'><a href=/x>Ein Titel mit vielen Wörtern</a><time>3.10.2026</time></div>",
        "<td>x",
      ],
      ...[
        "<ul><li><a href=/x>Eine Meldung des Tages</a><li><a href=/y>Noch eine Meldung</a></ul>",
        "<div><h3><a href=/x>Buch</a></h3><p>Ein Satz steht hier, ein recht langer.</p></div>",
        "<pre>\n x\n</pre>",
      ],
    ],
  ],
  "a text in the metadata": [
    (body) => {
      const node = { "@type": "NewsArticle", headline: "A", articleBody: body };
      return pageWith(`<script type="application/ld+json">${JSON.stringify(node)}</script>`);
    },
    64_000,
    ["<div>", "<p>Ein Satz steht hier.</p>", "&amp;amp; ", "Ein Satz.\n"],
  ],
  "JSON-LD that cannot be repaired": [
    pageWith,
    2_000_000,
    [`<script type="application/ld+json">{"x":${'"abc"def'.repeat(1_000)}</script>`],
  ],
  "JSON-LD with escaped quotes": [(json) => pageWith(`<script type="application/ld+json">{"x":"${json}</script>`), 200_000, ['\\"']],
  "JSON-LD with authors in a circle": [
    (authors) =>
      pageWith(
        `<script type="application/ld+json">[{"@type":"Article","author":[${authors}{}]},{"@id":"#b","author":[${authors}{}]}]</script>`,
      ),
    200_000,
    ['{"@id":"#b"},'],
  ],
  "JSON-LD with one long headline": [
    (articles) => pageWith(`<script type="application/ld+json">[${articles}{"@id":"#b","name":"${"a &amp; b ".repeat(100)}"}]</script>`),
    200_000,
    ['{"@type":"Article","headline":{"@id":"#b"}},'],
  ],
  ...Object.fromEntries(["rss", "feed", "rdf:RDF"].map((root) => [root, [feed(root), 1_600_000, feedParts]])),
  "a page with feeds": [
    (html) =>
      readDocument({
        body: Buffer.from(`<html><head>${html}`),
        contentType: "text/html",
        url: pageUrl,
        now: new Date("2026-11-26T12:00:00Z"),
      }),
    400_000,
    ["<link rel=alternate type=application/rss+xml href=/x>", "<b>", "<a href='"],
  ],
  bookmarks: [bookmarks, 8_000_000, ['<DT><A HREF="https://b.example/">B</A>', "<DT><H3>Ordner</H3><DL><p>", "<b>", "</i>", "<dl>"]],
  "a bookmark": [(text) => bookmarks(`<DT><A HREF="https://a.example/">A</A><DD>${text}`), 8_000_000, ["z"]],
  "a bookmark's tags": [(tags) => bookmarks(`<DT><A HREF="https://a.example/" TAGS="${tags}">A</A>`), 8_000_000, ["aa,"]],
  "a table of bookmarks": [(rows) => readBookmarkFile(`url,title\n${rows}`), 8_000_000, ['"', ","]],
  "a table's columns": [(columns) => readBookmarkFile(`url,${columns}`), 8_000_000, ["a,"]],
};

describe.each(Object.entries(repeated))("%s takes linear time", (_, [read, length, parts]) => {
  it.each(parts)("%j", (part) => {
    // Even, so that quotation marks pair up in both.
    const times = 2 * Math.ceil(length / part.length / 16);
    expectGrowth(read, part.repeat(times), part.repeat(8 * times));
  });
});

it("JSON-LD of many articles takes linear time", () => {
  const nodes = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      "@type": "NewsArticle",
      "@id": `#${at}`,
      headline: `Meldung ${at}`,
      author: { "@id": `#${at + 1}` },
    }));
  const read = (count: number) => pageWith(`<script type="application/ld+json">${JSON.stringify(nodes(count))}</script>`);
  expectGrowth(read, 6_250, 50_000);
});

it.each(["del", "a href=/x", "q", "sup", "span class=dropcap"])("an article in nested <%s> takes linear time", (tag) => {
  const nested = (depth: number) => `<p>${`<${tag}>`.repeat(depth)}${"Ein Satz steht hier. ".repeat(50 * depth)}`;
  expectGrowth(articleWith, nested(50), nested(400));
});

it("a form takes linear time", () => {
  const formOf = (fields: number) => {
    const body = new FormData();
    for (let at = 0; at < fields; at += 1) body.append(`name[${at}]`, "x");
    return body;
  };
  expectGrowth(typedValues, formOf(2_500), formOf(20_000));
});

it("deep lists take time in proportion to their text, each line of which is indented by its depth", () => {
  const nested = (depth: number) => "<ul><li>x".repeat(depth) + "</li></ul>".repeat(depth);
  expectGrowth((html: string) => fromLightweightMarkup(toLightweightMarkup(html)), nested(25), nested(200), 8 * linear);
});
