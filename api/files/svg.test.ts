import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { cleanSvg, drawSvg } from "./svg";
import { SvgRefused } from "./svg-refused";

const svg = (inner: string, attributes = 'viewBox="0 0 100 40"') =>
  `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inner}</svg>`;
const path = '<path d="M0 0h40v40H0z"/>';

function problemOf(source: string): string {
  try {
    cleanSvg(source);
  } catch (error) {
    if (error instanceof SvgRefused) return error.problem;
    throw error;
  }
  return "none";
}

describe("A logo", () => {
  test("keeps its shapes, and takes the surrounding colour where it has none", () => {
    const { svg: clean, width, height } = cleanSvg(svg(`<g id="a" fill="#fff">${path}</g>`));
    expect(clean).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" id="logo" viewBox="0 0 100 40" fill="currentColor"><g id="a" fill="#fff"><path d="M0 0h40v40H0z"></path></g></svg>',
    );
    expect([width, height]).toEqual([100, 40]);
  });

  test("keeps gradients and clips, and the colours of a style sheet", () => {
    const { svg: clean } = cleanSvg(
      svg(`<style>.a{fill:#8a1538}.b{fill:url(#g)}</style>
        <defs><linearGradient id="g"><stop offset="0" stop-color="red"/></linearGradient><clipPath id="c">${path}</clipPath></defs>
        <rect class="a" width="9" height="9"/><rect class="b" width="9" height="9" clip-path="url(#c)"/><use xlink:href="#s"/><circle id="s" r="4"/>`),
    );
    expect(clean).toContain('fill="#8a1538"');
    expect(clean).toContain('fill="url(#g)"');
    expect(clean).toContain('clip-path="url(#c)"');
    expect(clean).toContain('<use href="#s">');
    expect(clean).not.toContain("style");
  });

  test.each([
    ["a script", `<script>alert(1)</script>${path}`],
    ["a script in a namespace", `<svg:script xmlns:svg="http://www.w3.org/2000/svg">alert(1)</svg:script>${path}`],
    ["a handler", '<path d="M0 0" onload="alert(1)" onclick="alert(1)"/>'],
    ["a link", `<a xlink:href="javascript:alert(1)">${path}</a>`],
    ["a picture", `<image href="https://evil.example/x.png"/>${path}`],
    ["a reference to another file", `<use href="https://evil.example/x.svg#a"/>${path}`],
    ["a reference to a data URL", `<use href="data:image/svg+xml;base64,AAAA#x"/>${path}`],
    ["a page", `<foreignObject><iframe src="https://evil.example/"></iframe>evil</foreignObject>${path}`],
    ["an animation", `<animate attributeName="href" values="javascript:alert(1)"/><set attributeName="onload" to="alert(1)"/>${path}`],
    ["a remote style sheet", `<style>@import "https://evil.example/x.css";</style>${path}`],
    [
      "a remote font",
      `<style>@font-face{font-family:x;src:url(https://evil.example/x)}path{fill:url(https://evil.example/#x)}</style>${path}`,
    ],
    ["a remote fill", '<path d="M0 0h4" fill="url(https://evil.example/#x)"/>'],
    ["a remote fill, escaped", '<path d="M0 0h4" fill="&#117;rl(//evil.example/#x)" stroke="u\\72l(//evil.example)"/>'],
    ["a style", '<path d="M0 0h4" style="background:url(https://evil.example/);fill:expression(alert(1))"/>'],
    ["a processing instruction", `<?xml-stylesheet href="https://evil.example/x.css"?>${path}`],
    ["markup in a text", `<text>&lt;script&gt;alert(1)&lt;/script&gt;</text>${path}`],
    ["markup in a CDATA section", `<text><![CDATA[<script>alert(1)</script>]]></text>${path}`],
  ])("without %s", (_, inner) => {
    const { svg: clean } = cleanSvg(svg(inner));
    expect(clean).toContain("<path");
    expect(clean).not.toMatch(/<script|evil|javascript|\son\w+=|<image|<foreign|<animate|<set|<a[\s>]|<\?|<style|data:|expression/i);
  });

  test.each([
    ["nothing", "", "notAnSvg"],
    ["a text", "Guten Tag", "notAnSvg"],
    ["a page", "<!doctype html><html><body><svg></svg></body></html>", "notAnSvg"],
    ["a bitmap", "\u0089PNG\r\n\u001a\n", "notAnSvg"],
    ["a truncated file", '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path', "notAnSvg"],
    ["without a size", svg(path, ""), "notAnSvg"],
    ["of zero width", svg(path, 'viewBox="0 0 0 10"'), "notAnSvg"],
    ["of extreme proportions", svg(path, 'viewBox="0 0 10000 1"'), "notAnSvg"],
    ["without any shape", svg("<g></g>"), "logoEmpty"],
    ["only a picture", svg('<image href="data:image/png;base64,AAAA"/>'), "logoEmpty"],
    [
      "a billion laughs",
      `<!DOCTYPE svg [<!ENTITY a "ha">${Array.from({ length: 9 }, (__, n) => `<!ENTITY ${"bcdefghij"[n]} "${`&${"abcdefghi"[n]};`.repeat(10)}">`).join("")}]>${svg("<text>&j;</text>")}`,
      "logoTooComplex",
    ],
    ["a reference to a local file", `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg("<text>&x;</text>")}`, "logoTooComplex"],
    ["uses of uses", svg(`<g id="a">${path}${path}</g><g id="b"><use href="#a"/><use href="#a"/></g><use href="#b"/>`), "logoTooComplex"],
    ["a use of itself", svg(`<g id="a"><use href="#a"/>${path}</g>`), "logoTooComplex"],
    ["many uses", svg(`<path id="p" d="M0 0h4"/>${'<use href="#p"/>'.repeat(51)}`), "logoTooComplex"],
    ["clips of clips", svg(`<clipPath id="a"><path d="M0 0" clip-path="url(#a)"/></clipPath>${path}`), "logoTooComplex"],
    ["clips of uses", svg(`<clipPath id="a"><use href="#p"/></clipPath><path id="p" d="M0 0h4" clip-path="url(#a)"/>`), "logoTooComplex"],
    [
      "a use of an id that a shape has as well",
      svg(`<g id="a">${path}${path}</g><use href="#a"/><path id="a" d="M0 0h4"/>`),
      "logoTooComplex",
    ],
    ["many selectors for many parts", svg(`<style>${"*{fill:red}".repeat(100)}</style>${"<g/>".repeat(1_000)}${path}`), "logoTooComplex"],
    ["a long list of selectors", svg(`<style>${"*,".repeat(10_000)}*{fill:red}</style>${path.repeat(2)}`), "logoTooComplex"],
    ["rules in entities", svg(`<style>${"*&#123;fill:red}".repeat(300)}</style>${path}`), "logoTooComplex"],
    ["great depth", svg(`${"<g>".repeat(60)}${path}${"</g>".repeat(60)}`), "logoTooComplex"],
    ["a long text", svg(`<text>${"W".repeat(90_000)}</text>`), "logoTooComplex"],
    ["many texts", svg(`<text><tspan>${"W".repeat(50)}</tspan></text>`.repeat(11)), "logoTooComplex"],
    ["too many parts", svg("<g/>".repeat(5_000)), "logoTooComplex"],
    ["too many rules", svg(`<style>${".a{fill:red}".repeat(300)}</style>${path}`), "logoTooComplex"],
  ])("that is %s is rejected", (_, source, problem) => expect(problemOf(source)).toBe(problem));

  test("does not change when it is cleaned again", () => {
    const once = cleanSvg(svg(`<g fill="#fff" opacity=".5">${path}<text x="4">Größe &amp; „Zug“</text></g>`, 'width="200px" height="80"'));
    expect(cleanSvg(once.svg)).toEqual(once);
  });

  test("is drawn as a PNG for mails, in ink where it has no colour", async () => {
    const bytes = await drawSvg(cleanSvg(svg(`${path}<rect x="60" width="40" height="40" fill="#8a1538"/>`)), "#17201b");
    const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const pixel = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)];
    expect([info.width, info.height]).toEqual([400, 160]);
    expect(pixel(80, 80)).toEqual([0x17, 0x20, 0x1b, 255]);
    expect(pixel(200, 80)[3]).toBe(0);
    expect(pixel(320, 80)).toEqual([0x8a, 0x15, 0x38, 255]);
  });
});
