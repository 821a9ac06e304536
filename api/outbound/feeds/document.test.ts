import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makers } from "../../../tests/support/feeds/feed-server";
import { fuzzing } from "../../../tests/support/hostile";
import { readDocument } from "./document";

const url = "https://hafenblatt.example/feed";
const now = new Date("2026-11-26T12:00:00Z");
const read = (body: Uint8Array | string, contentType: string | null = "application/rss+xml") =>
  readDocument({ body: Buffer.from(body), contentType, url, now });

const files = makers.map((name) => readFileSync(`tests/support/feeds/makers/${name}`));
const kinds = ["feed", "page", "other", "broken"];

describe("A document that hostile or broken servers send", () => {
  it("is never an error, wherever it is cut off", () => {
    for (const file of files) {
      for (let end = 0; end < file.length; end += 53) expect(kinds).toContain(read(file.subarray(0, end)).kind);
    }
  });

  it("is never an error, whatever is changed in it", () => {
    const change = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      length: fc.nat({ max: 40 }),
      by: fc.oneof(
        fc.uint8Array({ maxLength: 20 }),
        fc
          .constantFrom(
            ..."< > & ]]> <![CDATA[ <!-- </channel> <item> <entry> &#xD800; __proto__ \0".split(" "),
            '"',
            "<?",
            "<div",
            "xmlns:x='",
          )
          .map((text) => Buffer.from(text)),
      ),
    });
    fc.assert(
      fc.property(fc.constantFrom(...files), fc.array(change, { minLength: 1, maxLength: 5 }), (file, changes) => {
        const changed = changes.reduce<Uint8Array>((bytes, { at, length, by }) => {
          const start = Math.floor(at * bytes.length);
          return Buffer.concat([bytes.subarray(0, start), by, bytes.subarray(start + length)]);
        }, file);
        const document = read(changed);
        expect(kinds).toContain(document.kind);
        if (document.kind !== "feed") return;
        for (const entry of document.feed.entries) {
          expect(entry.title).not.toBe("");
          expect(entry.id).not.toBe("");
          expect(entry.url ?? "https:").toMatch(/^https?:/);
          expect(JSON.stringify(entry)).not.toMatch(/\\u000[0-8bcef]|\\u001/);
        }
      }),
      fuzzing(1_500),
    );
  });

  it("in JSON is checked value by value", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom("id", "url", "title", "content_html", "date_published", "authors", "image"), fc.jsonValue()),
        (item) => {
          const document = read(JSON.stringify({ version: "https://jsonfeed.org/version/1.1", title: "A", items: [item] }));
          expect(["feed", "broken"]).toContain(document.kind);
        },
      ),
      fuzzing(100),
    );
  });
});
