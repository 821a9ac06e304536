import { describe, expect, it, test } from "vitest";
import { renderHtml, renderText } from "./layout";
import { exampleMails } from "./mails.examples";
import { type Locale, mailTexts } from "./texts";

const publicUrl = new URL("https://folda.example");
const locales: Locale[] = ["de", "en"];
const everyMail = Object.keys(exampleMails).flatMap((name) => locales.map((locale) => ({ name, locale })));

function render(name: string, locale: Locale) {
  const message = exampleMails[name]?.(mailTexts(locale, "Folda"));
  if (!message) throw new Error(`no mail ${name}`);
  const frame = { product: "Folda", publicUrl, locale };
  return { message, html: renderHtml(message, frame), text: renderText(message, frame) };
}

describe.each(everyMail)("The mail $name in $locale", ({ name, locale }) => {
  const { message, html, text } = render(name, locale);

  it("is entirely in its language, with every value filled in", () => {
    for (const part of [message.subject, html, text]) expect(part).not.toMatch(/mail:\S|\{\{|undefined|null/);
    const other = render(name, locale === "de" ? "en" : "de");
    expect(message.subject).not.toBe(other.message.subject);
    expect(text).not.toBe(other.text);
  });

  it("has the same content as HTML and as text", () => {
    const linksOf = (source: string) => [...new Set(source.match(/https?:\/\/[^\s"<]+/g))].sort();
    expect(linksOf(html)).toEqual(linksOf(text));
    const read = html
      .replace(/<(title|style)>.*?<\/\1>/gs, "")
      .replace(/<[^>]*>/g, " ")
      .replaceAll("&#39;", "'");
    for (const block of message.blocks) if ("text" in block) for (const form of [read, text]) expect(form).toContain(block.text);
  });

  it("is a document with language, direction and title, uses tables for layout only, and loads nothing", () => {
    expect(html).toContain(`<html lang="${locale}" dir="ltr">`);
    expect(html).toMatch(/<title>[^<]+<\/title>/);
    expect(html.match(/<h1/g)).toHaveLength(1);
    for (const [table] of html.matchAll(/<table[^>]*>/g)) expect(table).toContain('role="presentation"');
    for (const [image] of html.matchAll(/<img[^>]*>/g)) expect(image).toMatch(/alt="/);
    expect(html).not.toMatch(/src=|srcset=|<link|@import|url\(|<script|<form|background="/);
  });

  it("is 600 pixels wide in classic Outlook, and as wide as the window elsewhere", () => {
    expect(html.match(/<!--\[if mso\]><table role="presentation" width="600"/g)).toHaveLength(1);
    expect(html.match(/<!--\[if mso\]>/g)).toHaveLength(html.match(/<!\[endif\]-->/g)?.length ?? 0);
    expect(html.replace(/<!--\[if mso\]>.*?<!\[endif\]-->/gs, "")).not.toContain('width="600"');
  });

  it("is followed in the inbox by its first sentence and nothing else", () => {
    const [, shown = "", filler = ""] = /<div style="display:none[^"]*">(.*?)((?:&#847;&zwnj;&nbsp;){80})<\/div>/s.exec(html) ?? [];
    const [, sentence] = message.blocks.flatMap((block) => (block.kind === "text" ? [block.text] : []));
    expect(shown.replaceAll("&#39;", "'").slice(0, 60)).toBe(sentence?.slice(0, 60));
    expect(filler).not.toBe("");
  });

  it("is small", () => {
    expect(Buffer.byteLength(html)).toBeLessThan(10_000);
  });
});

test("A demo request is answered by replying to it, and by a link; nobody is told that replies are not read", () => {
  const { message, html, text } = render("inquiry", "de");
  expect(message.replyTo).toEqual({ name: "Jana Petersen", address: "jana@demo.example" });
  expect(html).toContain('<a href="mailto:jana%40demo.example"');
  for (const form of [html, text]) {
    expect(form).toContain("Ihre Antwort geht an jana@demo.example.");
    expect(form).not.toContain("liest niemand");
  }
  expect(render("sign-up", "de").text).toContain("Antworten darauf liest niemand");
});

test("A name cannot inject tags or lines into a mail", () => {
  const message = { subject: "a\r\nb", blocks: [{ kind: "text" as const, text: '<img src=x> & "quoted"\u202e\r\nBcc: x' }] };
  const frame = { product: "<b>Folda</b>", publicUrl, locale: "de" as const };
  expect(renderHtml(message, frame)).toContain("&lt;img src=x&gt; &amp; &quot;quoted&quot; Bcc: x");
  expect(renderHtml(message, frame)).not.toContain("<b>");
  expect(renderText(message, frame)).toMatch(/^<img src=x> & "quoted" Bcc: x\n/);
});

describe("The colours of mails", () => {
  const { html } = render("address-taken", "de");
  const facts = render("first-password", "de").html;
  const dark = /prefers-color-scheme: dark\) \{(.*?)\n\}\n<\/style>/s.exec(html)?.[1] ?? "";
  const darkColor = (selector: string) => new RegExp(`${selector.replace(".", "\\.")}[^{]* \\{[^}]*?(#[0-9a-f]{6})`).exec(dark)?.[1] ?? "";

  it("are legible on the light sheet", () => {
    const texts = [...`${html}${facts}`.replace(/<style>.*?<\/style>/gs, "").matchAll(/[;"]color:(#[0-9a-f]{6})/g)].map(
      ([, color = ""]) => color,
    );
    expect(new Set(texts).size).toBeGreaterThan(2);
    for (const color of new Set(texts)) {
      const ground = color === "#ffffff" ? "#0b5a42" : "#f4f6f4";
      expect(contrast(color, ground), `${color} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  it("are legible on the dark sheet", () => {
    const sheet = darkColor(".sheet");
    for (const selector of [".ink", ".ink2", ".brand"]) expect(contrast(darkColor(selector), sheet), selector).toBeGreaterThanOrEqual(4.5);
    expect(contrast(darkColor(".ink2"), darkColor("body"))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(darkColor(".button a"), darkColor(".button"))).toBeGreaterThanOrEqual(4.5);
  });
});

/** WCAG 2.2, 1.4.3. */
function contrast(one: string, other: string): number {
  const luminance = (color: string) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
      const part = Number.parseInt(color.slice(start, start + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}
