import { describe, expect, it } from "vitest";
import { contrast } from "../../../contract/colors";
import { brandColors, legibleOn, paper } from "../colors";
import { toMimePart, toParts } from "./copies";
import { exampleArticle as article, exampleNewsletter as example } from "./newsletters.examples";
import { renderNewsletter, unsubscribeMark, type Variant } from "./render";

const product = {
  productName: "Folda",
  publicUrl: new URL("https://lesen.folda.example"),
  productSlug: "folda",
  timeZone: "Europe/Berlin",
};

const render = (newsletter = example(), variant: Variant = "mail") => renderNewsletter(newsletter, product, variant);
const linksOf = (source: string) => [...new Set(source.replaceAll("&amp;", "&").match(/https?:\/\/[^\s"<)]+/g))].sort();

describe("A newsletter", () => {
  it("has the same content in both formats, in its language", () => {
    const { html, text } = render();
    for (const words of [
      "Korridorbrief 47",
      "Generalsanierung",
      "Brücken",
      "Verkehrsbrief",
      "20.11.25",
      "20. November 2025",
      "Eigener Beitrag",
      "Ihr Team",
      "Abbestellen",
      "Impressum",
    ])
      for (const form of [html, text]) expect(form).toContain(words);
    const pictures = /https:\/\/lesen\.folda\.example\/newsletter-pictures\/.*/;
    const own = (url: string) => !pictures.test(url) && !url.startsWith("https://x.example");
    expect(linksOf(html).filter(own)).toEqual(linksOf(text).filter(own));
    expect(render(example({ language: "en" })).text).toMatch(/Unsubscribe: .*\nImprint: /);
    for (const form of [html, text]) expect(form).not.toMatch(/undefined|null|mail:|\[object/);
  });

  it("marks articles that only members can open, and no others, in both formats", () => {
    const own = article(2, { url: "https://lesen.folda.example/contents/a2" });
    for (const [language, words] of [
      ["de", "nur für Mitglieder"],
      ["en", "members only"],
    ] as const) {
      const { html, text } = render(example({ language, sections: [{ tag: null, articles: [article(1), own] }] }));
      for (const form of [html, text]) expect(form.split(words)).toHaveLength(2);
      expect(html).toMatch(new RegExp(`20\\.11\\.25 · ${words}</div>\\s*<h2[^>]*><a href="${own.url}"`));
      expect(text).toContain(`20.11.25, ${words}\n`);
    }
  });

  it("has texts above the article that they belong to, and at the end, in both formats", () => {
    const { html, text } = render();
    const parts = ["(2)", "Zum Schluss", "Zwei Meldungen", "(3)", "in der Sammlung", "Ihr Team"];
    for (const form of [html, text]) {
      const places = parts.map((part) => form.indexOf(part));
      expect(places).not.toContain(-1);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
    }
    expect(html).toContain("<b>am Rand</b>");
    expect(text).toContain("in der Sammlung (https://x.example/mehr)");
  });

  it("is a document with language and direction, uses tables for layout only, and has size and alternative text for every picture", () => {
    const { html } = render();
    expect(html).toContain('<html lang="de" dir="ltr">');
    expect(html.match(/<h1/g)).toHaveLength(1);
    // One is in the introduction, and one above a text.
    expect(html.match(/<h2/g)).toHaveLength(3);
    expect(html.match(/<h3/g)).toHaveLength(4);
    for (const [table] of html.matchAll(/<table[^>]*>/g)) expect(table).toContain('role="presentation"');
    const images = [...html.matchAll(/<img[^>]*>/g)].map(([image]) => image);
    expect(images).toHaveLength(2);
    for (const image of images)
      expect(image).toMatch(
        /^<img src="https:\/\/lesen\.folda\.example\/newsletter-pictures\/\d" width="136" height="102" alt="Gleise in der Heide"/,
      );
    expect(html).toMatch(/<h3[^>]* lang="en"/);
    expect(html).not.toMatch(/<script|<form|<link|@import|url\(|srcset|background="|width="1"/);
  });

  it("has a logo in place of the name, and articles below the title when they are not grouped", () => {
    const logo = { url: "/newsletter-pictures/logo", width: 120, height: 40, alt: "Nordbahn" };
    const { html } = render(example({ client: { name: "Nordbahn", logo }, sections: [{ tag: null, articles: [article(1)] }] }));
    expect(html).toContain('<img src="https://lesen.folda.example/newsletter-pictures/logo" width="120" height="40" alt="Nordbahn"');
    expect(html).toMatch(/<h2[^>]*><a href="https:\/\/paper/);
  });

  it("has a recipient's own link only in mails", () => {
    expect(render().html.split(unsubscribeMark)).toHaveLength(2);
    expect(render().text.split(unsubscribeMark)).toHaveLength(2);
    for (const variant of ["web", "preview"] as const) {
      const { html, text } = render(example(), variant);
      expect(html + text).not.toContain("unsubscribe");
    }
  });

  it("is a preview by its title and its first words, without links that its readers cannot open", () => {
    const { html, text } = render(example(), "preview");
    expect(html).toContain("<title>Vorschau: Korridorbrief 47</title>");
    expect(html.indexOf("Dies ist eine Vorschau")).toBeLessThan(html.indexOf("<h1"));
    expect(text).toMatch(/^Dies ist eine Vorschau/);
    for (const form of [html, text]) {
      expect(form).not.toMatch(/lesen\.folda\.example\/(newsletter\/|folda\/)/);
      expect(form).not.toMatch(/Im Browser lesen:?|Alle Beiträge in der Folda/);
    }
    for (const variant of ["web", "mail"] as const) expect(render(example(), variant).html).not.toContain("Vorschau");
  });

  it("is 600 pixels wide in classic Outlook, and flows elsewhere: pictures go below the text where both do not fit", () => {
    const { html } = render();
    expect(html.match(/<!--\[if mso\]><table role="presentation" width="600"/g)).toHaveLength(1);
    expect(html.match(/<!--\[if mso\]>/g)).toHaveLength(html.match(/<!\[endif\]-->/g)?.length ?? 0);
    const elsewhere = html.replace(/<!--\[if mso\]>.*?<!\[endif\]-->/gs, "").replace(/<style>.*?<\/style>/s, "");
    expect(elsewhere).not.toMatch(/width="(600|136"[^>]*<td)|word-break|<td width/);
    expect(elsewhere).toMatch(/class="sheet" style="padding:20px/);
  });

  it("shows what can be clicked: headlines are underlined, pictures and a link with the headline in its name lead to the article", () => {
    const { html } = render();
    for (const [link] of html.matchAll(/<h3[^>]*><a [^>]*>/g)) expect(link).toContain("text-decoration:underline");
    expect(html.match(/<a href="https:\/\/paper\.example[^"]*"><img/g)).toHaveLength(2);
    const named = /<a href="https:\/\/paper\.example[^"]*" aria-label="Weiterlesen: Fünf Monate[^"]*\(\d\)"[^>]*>Weiterlesen<\/a>/g;
    expect(html.match(named)).toHaveLength(3);
    expect(render().text).toContain(`\nWeiterlesen: ${article(1).url}\n`);
    expect(render(example({ language: "en" })).html.match(/ aria-label="Read more: [^"]+"[^>]*>Read more</g)).toHaveLength(3);
    const unnamed = render(
      example({ sections: [{ tag: null, articles: [article(1, { picture: { url: "/x", width: 136, height: 102, alt: "" } })] }] }),
    );
    expect(unnamed.html).toMatch(/<a href="https:\/\/paper[^"]*" aria-hidden="true" tabindex="-1"><img/);
  });

  it("is smaller than 100 KB with 30 articles, also when encoded", () => {
    const { html, text } = render(example({ sections: [{ tag: null, articles: Array.from({ length: 30 }, (_, n) => article(n)) }] }));
    expect(Buffer.byteLength(html)).toBeLessThan(100 * 1024);
    const parts = toParts({ html, text });
    const sent = toMimePart("html", parts.html, "x") + toMimePart("plain", parts.text, "x");
    expect(sent.length).toBeLessThan(110 * 1024);
  });

  it("escapes everything that people wrote", () => {
    const evil = "<img src=x onerror=alert(1)>\"'&\u202eabc";
    const { html } = render(
      example({
        subject: evil,
        client: { name: evil, logo: null },
        team: { name: evil },
        signature: evil,
        sections: [
          {
            tag: { id: "t", name: evil, slug: "x" },
            articles: [article(1, { title: evil, teaser: evil, sourceName: evil, picture: { url: "/x", width: 1, height: 1, alt: evil } })],
          },
        ],
      }),
    );
    expect(html).not.toContain("<img src=x");
    expect(html).not.toContain("\u202e");
    expect(html.match(/&lt;img src=x onerror=alert\(1\)&gt;&quot;&#39;&amp;abc/g)?.length).toBeGreaterThan(6);
  });

  it("is assembled for each recipient as if it had been encoded as a whole", () => {
    const rendered = render();
    const url = "https://lesen.folda.example/unsubscribe/abc=def";
    const part = toMimePart("html", toParts(rendered).html, url);
    const [head = "", body = ""] = part.split("\r\n\r\n", 2);
    expect(head).toContain("quoted-printable");
    for (const line of part.split("\r\n")) expect(line.length).toBeLessThanOrEqual(76);
    const whole = part.slice(head.length + 4);
    const bytes = whole
      .replace(/=\r\n/g, "")
      .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
    expect(Buffer.from(bytes, "latin1").toString("utf8").replaceAll("\r\n", "\n")).toBe(rendered.html.replace(unsubscribeMark, url));
    expect(body).not.toBe("");
  });
});

describe("The colours of newsletters", () => {
  it.each([
    null,
    "{}",
    "no json",
    '{"mainColor":"red;}body{"}',
    '{"mainColor":"#ffff00"}',
    '{"mainColor":"#fff"}',
    '{"mainColor":"#000000"}',
    '{"mainColor":"#c71585"}',
  ])("are legible with the theme %j", (theme) => {
    const { light, dark, onLight, onDark } = brandColors(theme);
    expect(contrast(light, paper.light)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(dark, paper.dark)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(onLight, light)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(onDark, dark)).toBeGreaterThanOrEqual(4.5);
    expect(render(example({}, theme)).html).toContain(light);
  });

  it("stay as they are if they are legible", () => {
    expect(legibleOn("#ffffff", "#0b5a42")).toBe("#0b5a42");
  });

  it("are legible on light and dark backgrounds, including those of everything else", () => {
    const { html } = render();
    for (const [, color = ""] of html.replace(/<style>.*?<\/style>/gs, "").matchAll(/[;"]color:(#[0-9a-f]{6})/g)) {
      const ground = color === "#ffffff" ? "#0b5a42" : paper.ground;
      expect(contrast(color, ground), `${color} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
    for (const color of ["#e7ece9", "#b5c0ba"]) expect(contrast(color, paper.dark)).toBeGreaterThanOrEqual(4.5);
    expect(contrast("#b5c0ba", paper.groundDark)).toBeGreaterThanOrEqual(4.5);
  });
});
