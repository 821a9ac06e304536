import { describe, expect, it } from "vitest";
import { type DigestToRender, renderDigest } from "./digest";
import { exampleDigest } from "./digest.examples";

const product = { productName: "Folda", publicUrl: new URL("http://localhost:3000"), timeZone: "Europe/Berlin" };
const render = (digest: DigestToRender = exampleDigest("de")) => renderDigest(digest, product);
const linksOf = (source: string) => [...new Set(source.replaceAll("&amp;", "&").match(/https?:\/\/[^\s"<)]+/g))].sort();

describe("A digest", () => {
  it("has the same content and links in both formats, in the language of its reader", () => {
    const { subject, html, text } = render();
    expect(subject).toBe("Neu für Sie: 224 Beiträge");
    for (const words of [
      "Folda „Ausbau Nordkorridor“",
      "Tag „Brücken“",
      "Eigener Beitrag",
      "in „Ausbau Nordkorridor“",
      "Noch 12 weitere Beiträge",
      "Mehr als 199 weitere Beiträge",
      "Nicht mehr folgen",
      "Keinen Überblick mehr senden",
      "Impressum",
    ])
      for (const form of [html, text]) expect(form).toContain(words);
    expect(linksOf(html)).toEqual(linksOf(text));
    for (const form of [html, text]) expect(form).not.toMatch(/undefined|null|mail:|\[object/);
    expect(render(exampleDigest("en")).text).toContain("12 more articles");
  });

  it("is legible to screen readers: a heading for each follow and article, and the language of each title", () => {
    const { html } = render();
    expect(html).toContain('<html lang="de"');
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html.match(/<h2/g)).toHaveLength(3);
    expect(html.match(/<h3/g)).toHaveLength(13);
    expect(html).toMatch(/<h3[^>]* lang="en"/);
    expect(html).not.toContain("<img");
  });

  it("escapes what people have written", () => {
    const [section] = exampleDigest("de").sections;
    if (!section) throw new Error("no section");
    const hostile = "<script>alert(1)</script>";
    const { html, text } = render({
      ...exampleDigest("de"),
      sections: [
        {
          ...section,
          name: hostile,
          articles: section.articles.map((one) => ({ ...one, title: hostile, teaser: hostile, source: hostile })),
        },
      ],
    });
    expect(html).not.toContain("<script");
    expect(text).toContain(hostile);
  });

  it("of fifty articles is not cut off by Gmail", () => {
    const [section] = exampleDigest("de").sections;
    if (!section) throw new Error("no section");
    const digest = { ...exampleDigest("de"), sections: Array.from({ length: 5 }, () => section) };
    expect(Buffer.byteLength(render(digest).html)).toBeLessThan(100 * 1024);
  });
});
