import { parseHTML } from "linkedom";
import { describe, expect, it } from "vitest";
import { cleanArticleHtml, htmlToPlainText, tidyArticleHtml, toTeaser } from "./article-html";
import { plainTextToHtml } from "./plain-text-html";

describe("the body of an article", () => {
  it.each([
    [
      "keeps paragraphs, emphasis and lists",
      "<p>Ein <b>Zug</b> fährt <i>ab</i>.</p><ul><li>eins</li><li>zwei</li></ul>",
      "<p>Ein <b>Zug</b> fährt <i>ab</i>.</p><ul><li>eins</li><li>zwei</li></ul>",
    ],
    ["drops soft hyphens and zero-width spaces", "<p>Haus&shy;halts&#8203;aus\u00adschuss</p>", "<p>Haushaltsausschuss</p>"],
    ["drops soft hyphens in text without markup", "Haus\u00adhalt", "<p>Haushalt</p>"],
    ["keeps the joiners of emoji", "<p>👩&zwj;🔧</p>", "<p>👩\u200d🔧</p>"],
    ["makes h1 a second-level heading", "<h1>Oben</h1><h6>Unten</h6>", "<h2>Oben</h2><h6>Unten</h6>"],
    ["drops style, class and id", '<p style="color:red" class="x" id="y" lang="de">Text</p>', "<p>Text</p>"],
    [
      "adds rel to links",
      '<p><a href="https://zeitung.example/a?b=1&amp;c=2" target="_blank" onclick="x()">Link</a></p>',
      '<p><a href="https://zeitung.example/a?b=1&amp;c=2" rel="noopener nofollow">Link</a></p>',
    ],
    [
      "keeps mail links",
      '<p><a href="mailto:anna@demo.example">Anna</a></p>',
      '<p><a href="mailto:anna@demo.example" rel="noopener nofollow">Anna</a></p>',
    ],
    ["keeps the text of links without a usable address", '<p><a href="/intern">hier</a> und <a>da</a></p>', "<p>hier und da</p>"],
    ["separates the text of divs", "<div>eins</div><div>zwei</div>", "<p>eins</p><p>zwei</p>"],
    ["unwraps nested containers", "<article><div><section><p>eins</p>zwei</section></div></article>", "<p>eins</p><p>zwei</p>"],
    ["starts a paragraph after two line breaks", "eins<br><br>zwei<br>drei", "<p>eins</p><p>zwei<br>drei</p>"],
    ["continues emphasis in the next paragraph", "<b>eins<br><br>zwei</b>", "<p><b>eins</b></p><p><b>zwei</b></p>"],
    [
      "carries a link into the blocks it wraps",
      '<a href="http://a.example/"><h3>Titel</h3><p>Text</p></a>',
      '<h3><a href="http://a.example/" rel="noopener nofollow">Titel</a></h3><p><a href="http://a.example/" rel="noopener nofollow">Text</a></p>',
    ],
    ["drops empty elements", "<p> </p><p><b></b></p><ul><li></li></ul><h2><br></h2><p>da</p>", "<p>da</p>"],
    ["drops pictures and keeps captions", '<figure><img src="x.jpg"><figcaption>Die Brücke</figcaption></figure>', "<p>Die Brücke</p>"],
    [
      "keeps tables and their spans",
      '<table><tbody><tr><th colspan="2">Jahr</th></tr><tr><td>2024</td><td></td></tr></tbody></table>',
      '<table><tbody><tr><th colspan="2">Jahr</th></tr><tr><td>2024</td><td></td></tr></tbody></table>',
    ],
    [
      "keeps paragraphs of a cell as lines",
      "<table><tr><td><p>eins</p><p>zwei</p></td></tr></table>",
      "<table><tr><td>eins<br>zwei</td></tr></table>",
    ],
    [
      "keeps nested lists",
      "<ul><li>eins<ul><li>innen</li><li>noch</li></ul></li><li>zwei</li></ul>",
      "<ul><li>eins<ul><li>innen</li><li>noch</li></ul></li><li>zwei</li></ul>",
    ],
    [
      "keeps items without a list as paragraphs",
      "<li>eins<ul><li>a</li><li>b</li></ul></li><li>zwei</li>",
      "<p>eins</p><ul><li>a</li><li>b</li></ul><p>zwei</p>",
    ],
    ["keeps loose text in a list", "<ul>lose<li>eins</li>noch</ul>", "<ul><li>lose</li><li>eins</li><li>noch</li></ul>"],
    [
      "keeps loose text in a table",
      "<table>lose<tr><td>eins</td></tr></table>",
      "<table><tr><td>lose</td></tr><tr><td>eins</td></tr></table>",
    ],
    ["keeps paragraphs in a quote", "<blockquote>eins<p>zwei</p></blockquote>", "<blockquote><p>eins</p><p>zwei</p></blockquote>"],
    ["collapses white space except non-breaking spaces", "<p>\n  10&nbsp;km \n weit  </p>", "<p>10\u00a0km weit</p>"],
    ["keeps spaces at the edge of emphasis", "<p>ein<b> fetter </b>Zug</p>", "<p>ein <b>fetter</b> Zug</p>"],
    ["closes unclosed tags", "<p>eins <b>zwei", "<p>eins <b>zwei</b></p>"],
    ["does not nest a tag in itself", "<p><b>eins <i><b>zwei</b></i> drei</b> vier</p>", "<p><b>eins <i>zwei</i> drei</b> vier</p>"],
    [
      "ends a link where the next one begins",
      '<p><a href="http://a.example/">eins<a href="http://b.example/">zwei</a>drei</a></p>',
      '<p><a href="http://a.example/" rel="noopener nofollow">eins</a><a href="http://b.example/" rel="noopener nofollow">zwei</a>drei</p>',
    ],
    [
      "keeps a link around an anchor",
      '<p><a href="http://a.example/">eins<a name="x">zwei</a>drei</a></p>',
      '<p><a href="http://a.example/" rel="noopener nofollow">einszweidrei</a></p>',
    ],
    [
      "treats input without tags as plain text",
      "a < b\nund Tom & Jerry\n\n1 > 0",
      "<p>a &lt; b</p><p>und Tom &amp; Jerry</p><p>1 &gt; 0</p>",
    ],
    ["treats unknown tags as text", "<vorname> steht vor <nachname>", "<p>&lt;vorname&gt; steht vor &lt;nachname&gt;</p>"],
    ["is empty for blank input", "  \n ", ""],
  ])("%s", (_name, input, output) => {
    expect(cleanArticleHtml(input)).toBe(output);
    expect(cleanArticleHtml(output)).toBe(output);
  });

  it.each([
    ..."<div> <b> <div><b> <ul><li> <blockquote>x <table><tr><td> <b>x</p> <li><p>".split(" "),
    "<a href='http://x.example/'>",
    "<x-y><b>",
  ])("becomes plain paragraphs if %s is nested too deeply", (tag) => {
    const deep = tag.repeat(200_000 / tag.length);
    expect(htmlToPlainText(cleanArticleHtml(`<p>Anfang</p>${deep}Ende`))).toMatch(/^Anfang[\sx]+Ende$/);
  });
});

describe("emphasis and links around many blocks", () => {
  const around = (tags: string) => tags + "<p>x".repeat(8_000);

  it.each(["<b>".repeat(180), "<b><i><u><strong><em>".repeat(36), "<b><a href='http://a.example/'>".repeat(90)])(
    "add at most the six inline tags to each block: %j",
    (tags) => {
      const cleaned = cleanArticleHtml(around(tags));
      expect(cleaned).toMatch(/^<p>(?:<[^<>]+>){1,6}x(?:<[^<>]+>){1,6}<\/p>/);
      expect(cleaned.length).toBeLessThan(1_000_100);
    },
  );

  it.each(["<p>x", "x<br><br>", "<li>x", "<table><tr><td>x</table>"])("cut the text once the output is too long: %j", (block) => {
    const address = `http://a.example/${"y".repeat(50_000)}`;
    const cleaned = cleanArticleHtml(`<a href="${address}">${block.repeat(100_000 / block.length)}`);
    expect(cleaned.length).toBeLessThan(1_200_000);
    expect(cleanArticleHtml(cleaned)).toBe(cleaned);
  });

  it("are reduced in bodies that were stored before these limits", () => {
    const [open, close] = ["<b>".repeat(180), "</b>".repeat(180)];
    const stored = `<p>${open}x${close}</p>`.repeat(1_000);
    expect(tidyArticleHtml(stored)).toBe("<p><b>x</b></p>".repeat(1_000));
    // Prefixes, cut anywhere.
    for (const at of [1, 3, 200, 545, 1_000, 1_263]) expect(tidyArticleHtml(stored.slice(0, at))).toMatch(/^(?:<p><b>x<\/b><\/p>)*$/);
  });
});

const attacks = [
  "<script>alert(1)</script>",
  "<ScRiPt src=//evil.example></sCrIpT>",
  "<img src=x onerror=alert(1)>",
  "<img src=x onerror=alert(1)//",
  "<svg onload=alert(1)>",
  "<svg><script>alert(1)</script></svg>",
  "<svg><a xlink:href='javascript:alert(1)'><text>x</text></a></svg>",
  "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
  "<math href='javascript:alert(1)'>x</math>",
  "<a href='javascript:alert(1)'>x</a>",
  "<a href=' javascript:alert(1)'>x</a>",
  "<a href='java\tscript:alert(1)'>x</a>",
  "<a href='&#106;avascript:alert(1)'>x</a>",
  "<a href='JaVaScRiPt:alert(1)'>x</a>",
  "<a href='data:text/html,<script>alert(1)</script>'>x</a>",
  "<a href='vbscript:msgbox(1)'>x</a>",
  "<a href='//evil.example'>x</a>",
  "<a href='https://x.example\" onclick=\"alert(1)'>x</a>",
  "<a href='https://x.example/><img src=x onerror=alert(1)>'>x</a>",
  '<a href="https://x.example/" style="position:fixed" onmouseover=alert(1)>x</a>',
  "<p onclick=alert(1)>x</p>",
  "<iframe src=javascript:alert(1)></iframe>",
  "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
  "<object data=javascript:alert(1)></object>",
  "<embed src=javascript:alert(1)>",
  "<form action=javascript:alert(1)><button>x</button><input name=y></form>",
  "<base href=https://evil.example/><a href=x>y</a>",
  "<meta http-equiv=refresh content='0;url=javascript:alert(1)'>",
  "<link rel=stylesheet href=//evil.example>",
  "<style>@import '//evil.example'</style>",
  "<div style='background:url(javascript:alert(1))'>x</div>",
  "<template><script>alert(1)</script></template>",
  "<noscript><p title='</noscript><img src=x onerror=alert(1)>'></noscript>",
  "<textarea><p title='</textarea><img src=x onerror=alert(1)>'></textarea>",
  "<title><p title='</title><img src=x onerror=alert(1)>'></title>",
  "<xmp><p title='</xmp><img src=x onerror=alert(1)>'></xmp>",
  "<!--><img src=x onerror=alert(1)>-->",
  "<!-- --!><img src=x onerror=alert(1)>-->",
  "<![CDATA[><img src=x onerror=alert(1)>]]>",
  "<p><!--[if IE]><script>alert(1)</script><![endif]--></p>",
  "<td colspan='2\" onclick=\"alert(1)'>x</td>",
  "<table><td colspan='2 onclick=alert(1)'>x</td></table>",
  "<<script>alert(1)//<</script>",
  "<scr<script>ipt>alert(1)</script>",
  "<b/onclick=alert(1)>x</b>",
  "<x onclick=alert(1)><b>x</b></x>",
  "&lt;script&gt;alert(1)&lt;/script&gt;<b>x</b>",
  "&lt;img src=x onerror=alert(1)&gt;",
  "<p>\u0000<scr\u0000ipt>alert(1)</scr\u0000ipt>",
  "<video><source onerror=alert(1)></video>",
  "<details open ontoggle=alert(1)>x</details>",
  "<marquee onstart=alert(1)>x</marquee>",
];

describe("an attack in a body", () => {
  it.each(attacks)("%s", (attack) => {
    for (const input of [
      attack,
      `<p>vorher</p>${attack}<p>nachher</p>`,
      `<table><tr><td>${attack}`,
      `<a href="https://a.example/">${attack}`,
    ]) {
      const cleaned = cleanArticleHtml(input);
      const { document } = parseHTML(`<html><body>${cleaned}</body></html>`);
      for (const element of document.body.querySelectorAll("*")) {
        expect("p br h2 h3 h4 h5 strong b em i u a ul ol li blockquote table thead tbody tfoot tr th td caption").toContain(
          element.localName,
        );
        for (const { name, value } of element.attributes) {
          expect(["href", "rel", "colspan", "rowspan"]).toContain(name);
          if (name === "href") expect(value).toMatch(/^(https?:\/\/|mailto:)/);
          if (name.endsWith("span")) expect(value).toMatch(/^\d+$/);
        }
      }
      expect(cleanArticleHtml(cleaned)).toBe(cleaned);
    }
  });
});

describe("plain text", () => {
  it("becomes paragraphs and can be converted back", () => {
    const text = "Liebe Leser,\n\nein <Satz> & noch einer.\n\nZweiter Absatz.";
    expect(htmlToPlainText(plainTextToHtml(text))).toBe(text);
  });

  it("has blank lines between blocks and marks list items", () => {
    expect(htmlToPlainText("<h2>Titel</h2><p>Text &amp; mehr</p><ul><li>eins</li><li>zwei</li></ul><p>Ende</p>")).toBe(
      "Titel\n\nText & mehr\n\n- eins\n- zwei\n\nEnde",
    );
  });

  it("separates the rows of a table", () => {
    expect(htmlToPlainText("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>")).toBe("a  b\n\nc");
  });
});

describe("a teaser", () => {
  it("leaves out headings and line breaks", () => {
    expect(toTeaser("<h2>Überschrift</h2><p>Erster<br>Satz.</p><p>Zweiter.</p>")).toBe("Erster Satz. Zweiter.");
    expect(toTeaser("<p>Zuerst:</p><ul><li>eins</li><li>zwei</li></ul><p>- Kein Punkt.</p>")).toBe("Zuerst: eins · zwei - Kein Punkt.");
  });

  it("is the heading if there is nothing else", () => {
    expect(toTeaser("<h2>Überschrift</h2>")).toBe("Überschrift");
  });

  it("ends at a word boundary within the maximum length", () => {
    const teaser = toTeaser(`<p>${"Donaudampfschiff fährt, ".repeat(40)}</p>`, 280);
    expect(teaser.length).toBeLessThanOrEqual(280);
    expect(teaser).toMatch(/(fährt|Donaudampfschiff)…$/);
  });

  it("does not split surrogate pairs", () => {
    expect(toTeaser("😀".repeat(300), 10)).toBe(`${"😀".repeat(9)}…`);
  });
});
