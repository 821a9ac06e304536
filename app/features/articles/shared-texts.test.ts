import { describe, expect, it } from "vitest";
import { cutForQuery, readShared } from "./shared-texts";

describe("readShared", () => {
  const page = "https://zeitung.example/bahn?seite=2";

  it.each([
    ["an address of its own", { title: "T", text: "Zitat", url: page }, { title: "T", text: "Zitat", url: page }],
    ["an address as the text", { title: "T", text: page, url: "" }, { title: "T", text: "", url: page }],
    ["a quotation with its address", { title: "", text: `"Zitat"\n ${page}`, url: " " }, { title: "", text: '"Zitat"', url: page }],
    ["an address between words", { title: "", text: `Lesen: ${page} heute`, url: "" }, { title: "", text: "Lesen:  heute", url: page }],
    [
      "the last of several addresses",
      { title: "", text: `http://a.example ${page}`, url: "" },
      { title: "", text: "http://a.example", url: page },
    ],
    [
      "an address with invisible characters",
      { title: "", text: `\u200e${page}\u200b`, url: "\ufeff" },
      { title: "", text: "\u200e", url: page },
    ],
    ["no address", { title: "T", text: "Nur Text https://", url: "" }, { title: "T", text: "Nur Text https://", url: "" }],
  ])("finds %s", (_, shared, read) => {
    expect(readShared(shared)).toEqual(read);
  });
});

describe("cutForQuery", () => {
  it.each(["kurz", "ß".repeat(9000), "鉄道".repeat(3000), "🚄".repeat(3000), "\ud83d".repeat(3000)])("keeps the beginning", (text) => {
    const cut = cutForQuery(text, 600);
    expect(text.startsWith(cut)).toBe(true);
    expect(new URLSearchParams({ cut }).toString().length).toBeLessThanOrEqual(600);
    expect(cut.length).toBeGreaterThan(3);
  });
});
