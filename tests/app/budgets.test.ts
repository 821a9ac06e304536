import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { gzipped, gzippedAssets, openDemoProduct, type Page, type Product, scriptsOf, stylesheetsOf } from "../support/built-product";
import { stopClock } from "../support/stopped-clock";

/** Gzipped, in kilobytes of 1000 bytes. A few hundred bytes of slack, because compression depends on file names, ids and the day. */
const budget = {
  homeHtml: 5,
  homeStyles: 15,
  signInScripts: 2,
  streamScripts: 102,
  streamStyles: 12.3,
  streamHtml: 14,
  searchScripts: 102,
  searchHtml: 64,
  tagHtml: 14,
  wizardScripts: 117,
  newsletterHtml: 3.5,
  newsletterStyles: 14,
};

/** SQL statements of one page, including those that find the session and count the view. */
const statements = {
  stream: 6,
  folders: 6,
  newFolder: 11,
  folder: 8,
  folderSettings: 17,
  folderDeletion: 13,
  teams: 4,
  teamSettings: 4,
  teamMembers: 8,
  newMembership: 13,
  article: 11,
  search: 10,
  tag: 8,
  filter: 11,
  clientTheme: 4,
  clientAudit: 6,
  clientTags: 6,
  clientPeople: 5,
  wizardStep: 15,
  newsletterHistory: 15,
  newsletter: 1,
  keptNewsletter: 0,
};

let product: Product;
let cookie: string;

beforeAll(async () => {
  product = await openDemoProduct();
  cookie = await product.signIn("jana");
});

afterAll(() => product.close());

async function page(path: string, session = cookie, status = 200): Promise<Page> {
  const found = await product.get(path, session);
  expect(found.status).toBe(status);
  return found;
}

/** The first URL of this kind on a page. */
async function linkOn(path: string, pattern: RegExp): Promise<string> {
  const [, link] = pattern.exec((await page(path)).html) ?? [];
  if (!link) throw new Error(`${path} has no link like ${pattern}`);
  return link;
}

/** Whether a statement reads the statistics of the columns, which are then cached for a while. */
const isCached = (statement: string) => statement.includes("from pg_stats");

const changeableFolderLink = /class="folda"><h3><a[^>]*href="(\/folda\/[\w-]+)"/;
const articleLink = /href="(\/contents\/[\w-]+)"/;

describe("A visitor gets one stylesheet and no JavaScript at all", () => {
  test.each([
    ["/password-reset", 200],
    ["/", 200],
    ["/?sent", 200],
    ["/de/about", 200],
    ["/en/how-to-use", 200],
    ["/de/nutzungsbedingungen", 200],
    ["/en/contact", 200],
    ["/de/impressum", 200],
    ["/en/imprint", 200],
    ["/de/datenschutz", 200],
    ["/bookmarklet", 200],
    ["/en/privacy", 200],
    ["/nirgendwo", 404],
    ["/de/nirgendwo/1", 404],
    ["/form-refused", 403],
    ["/newsletter/nirgendwo", 404],
    ["/folda/nirgendwo/newsletter", 200],
    ["/unsubscribe/nirgendwo", 404],
    ["/digests/nirgendwo", 404],
  ])("on %s, which answers %i", async (path, status) => {
    const { html } = await page(path, "", status);
    expect(stylesheetsOf(html).size).toBe(1);
    expect(html).not.toContain("<script");
    expect(html).not.toContain("modulepreload");
    expect(html).not.toMatch(/\son[a-z]+="/);
  });
});

describe("A visitor's first look at the home page", () => {
  test(`costs ${budget.homeHtml} KB of HTML and ${budget.homeStyles} KB of stylesheets at most, and no statement`, async () => {
    const { html, statements: asked } = await page("/", "");
    expect(gzipped(html) / 1000).toBeLessThanOrEqual(budget.homeHtml);
    expect(gzippedAssets(stylesheetsOf(html)) / 1000).toBeLessThanOrEqual(budget.homeStyles);
    expect(asked).toEqual([]);
  });
});

describe("A visitor who signs in", () => {
  test(`gets one script of ${budget.signInScripts} KB at most, which is cached like the other assets`, async () => {
    const { html } = await page("/sign-in", "");
    expect([...html.matchAll(/<script/g)]).toHaveLength(1);
    const scripts = scriptsOf(html);
    expect([...scripts]).toEqual([expect.stringMatching(/^\/assets\/sign-in-script-[\w-]+\.js$/)]);
    expect(gzippedAssets(scripts) / 1000).toBeLessThanOrEqual(budget.signInScripts);
    expect(html).not.toContain("modulepreload");
  });
});

describe("Jana's first look at the stream", () => {
  test("shows twelve articles", async () => {
    const { html } = await page("/stream");
    expect(new Set([...html.matchAll(new RegExp(articleLink, "g"))].map(([, link]) => link)).size).toBe(12);
  });

  test(`costs ${budget.streamScripts} KB of scripts at most`, async () => {
    const scripts = scriptsOf((await page("/stream")).html);
    expect(scripts.size).toBeGreaterThan(3);
    expect(gzippedAssets(scripts) / 1000).toBeLessThanOrEqual(budget.streamScripts);
  });

  test(`costs ${budget.streamStyles} KB of stylesheets at most`, async () => {
    const styles = stylesheetsOf((await page("/stream")).html);
    expect(styles.size).toBeGreaterThan(0);
    expect(gzippedAssets(styles) / 1000).toBeLessThanOrEqual(budget.streamStyles);
  });

  test(`costs ${budget.streamHtml} KB of HTML at most`, async () => {
    expect(gzipped((await page("/stream")).html) / 1000).toBeLessThanOrEqual(budget.streamHtml);
  });
});

describe("Every open window asks for what is new", () => {
  const since = (moment: string) => `/stream/news?${new URLSearchParams({ after: moment })}`;

  test("in one statement and a few bytes", async () => {
    const { html, statements: asked } = await page(since("1970-01-01T00:00:00.000Z"));
    expect(html).toBe("100");
    expect(asked).toHaveLength(1);
  });

  test("and is answered with no byte where nothing is", async () => {
    const { html, statements: asked } = await page(since("2999-01-01T00:00:00.000Z"), cookie, 204);
    expect(html).toBe("");
    expect(asked).toHaveLength(1);
  });

  test("and asks only for notifications where nothing was shown yet, and nobody where nobody is signed in", async () => {
    expect((await page("/stream/news", cookie, 204)).statements).toHaveLength(1);
    expect((await page(since("gestern"), cookie, 204)).statements).toHaveLength(1);
    expect((await page("/stream/news", "", 401)).statements).toEqual([]);
  });

  test("which is marked in the same statement and with one more byte", async () => {
    const [lena, anna] = [await product.signIn("lena"), await product.signIn("anna")];
    const article = await linkOn("/search?source_name=Verkehrsspiegel", articleLink);
    const say = async (body: string, session: string) => product.post(article, { body, key: crypto.randomUUID() }, session);
    await say("Wer weiß mehr?", lena);
    await say("Ich.", anna);
    expect((await page(since("1970-01-01T00:00:00.000Z"), lena)).html).toMatch(/^\d+!$/);
    const { html, statements: asked } = await page(since("2999-01-01T00:00:00.000Z"), lena);
    expect(html).toBe("0!");
    expect(asked).toHaveLength(1);
  });
});

const tagLink = /href="(\/tag\/[\w-]+)"/;

describe("Looking for something", () => {
  test(`costs ${budget.searchScripts} KB of scripts and ${budget.searchHtml} KB of HTML at most for a page of 96 results`, async () => {
    const { html } = await page("/search?created_at_from=2000-01-01");
    expect(html.match(/<article/g)?.length).toBeGreaterThan(60);
    expect(gzippedAssets(scriptsOf(html)) / 1000).toBeLessThanOrEqual(budget.searchScripts);
    expect(gzipped(html) / 1000).toBeLessThanOrEqual(budget.searchHtml);
  });

  test(`costs ${budget.tagHtml} KB of HTML at most on the page of a tag`, async () => {
    expect(gzipped((await page(await linkOn("/stream", tagLink))).html) / 1000).toBeLessThanOrEqual(budget.tagHtml);
  });
});

describe("A newsletter of fourteen articles", () => {
  let anna: string;
  let draft: string;

  beforeEach(async () => {
    anna = await product.signIn("anna");
    const folder = await linkOn("/folda", changeableFolderLink);
    draft = (await product.post(`${folder}/mailings/new`, { subject: "Korridorbrief" }, anna)).replace(/\/tags$/, "");
  });

  test.each(["title", "tags", "articles", "recipients", "summary"])(
    `costs ${budget.wizardScripts} KB of scripts and ${statements.wizardStep} statements at most at the step %s`,
    async (step) => {
      const { html, statements: asked } = await page(`${draft}/${step}`, anna);
      expect(gzippedAssets(scriptsOf(html)) / 1000).toBeLessThanOrEqual(budget.wizardScripts);
      expect(asked.length).toBeLessThanOrEqual(statements.wizardStep);
    },
  );

  test(`costs ${statements.newsletterHistory} statements at most in the history of its folder`, async () => {
    const { html, statements: asked } = await page(draft.replace(/\/[^/]+$/, ""), anna);
    expect(html).toContain("Korridorbrief");
    expect(asked.length).toBeLessThanOrEqual(statements.newsletterHistory);
  });

  test(`is a page of ${budget.newsletterHtml} KB without any script for everybody, made of ${statements.newsletter} statements once in a while`, async () => {
    expect(await product.post(`${draft}/publish`, { when: "now" }, anna)).toBe(`${draft}/success`);
    const address = `/newsletter/${draft.split("/").at(-1)}`;
    stopClock();
    const { html, statements: asked } = await page(address, "");
    expect(html).toContain("Korridorbrief");
    expect(html).not.toContain("<script");
    expect(gzipped(html) / 1000).toBeLessThanOrEqual(budget.newsletterHtml);
    expect(asked.length).toBeLessThanOrEqual(statements.newsletter);
    expect((await page(address, "")).statements).toHaveLength(statements.keptNewsletter);
    expect(stylesheetsOf(html).size).toBe(1);
    expect(gzippedAssets(stylesheetsOf(html)) / 1000).toBeLessThanOrEqual(budget.newsletterStyles);
  });
});

describe("The database is asked sparingly", () => {
  test(`${statements.stream} times at most for the stream`, async () => {
    expect((await page("/stream")).statements.length).toBeLessThanOrEqual(statements.stream);
  });

  test.each([
    ["folders", "/folda"],
    ["newFolder", "/folda/new"],
    ["teams", "/teams"],
  ] as const)("for %s", async (name, path) => {
    expect((await page(path)).statements.length).toBeLessThanOrEqual(statements[name]);
  });

  test.each([
    ["folder", ""],
    ["folderSettings", "/edit"],
    ["folderDeletion", "/delete"],
  ] as const)("for %s", async (name, overlay) => {
    const path = await linkOn("/folda", changeableFolderLink);
    expect((await page(path + overlay)).statements.length).toBeLessThanOrEqual(statements[name]);
  });

  test.each([
    ["teamSettings", "/settings"],
    ["teamMembers", "/members"],
    ["newMembership", "/members/new"],
  ] as const)("for %s", async (name, tab) => {
    const path = await linkOn("/teams", /href="(\/team\/[^/"]+)\/settings"/);
    expect((await page(path + tab)).statements.length).toBeLessThanOrEqual(statements[name]);
  });

  test.each(["members", "invitations"])(`${statements.clientPeople} times at most for the client's %s`, async (tab) => {
    expect((await page(`/client/${tab}`)).statements.length).toBeLessThanOrEqual(statements.clientPeople);
  });

  test(`${statements.clientTags} times at most for the client's tags`, async () => {
    expect((await page("/client/tags")).statements.length).toBeLessThanOrEqual(statements.clientTags);
  });

  test.each([
    [statements.clientTheme, "theme"],
    [statements.clientAudit, "audit-log"],
  ])("%i times at most for the client's %s", async (most, tab) => {
    expect((await page(`/client/${tab}`)).statements.length).toBeLessThanOrEqual(most);
  });

  test(`${statements.search} times at most for a search`, async () => {
    const counted = async (path: string) => (await page(path)).statements.filter((text) => !isCached(text)).length;
    expect(await counted("/search?term=Bahn&priority=high")).toBeLessThanOrEqual(statements.search);
    expect(await counted("/search")).toBeLessThan(statements.search);
  });

  test(`${statements.tag} times at most for a tag`, async () => {
    expect((await page(await linkOn("/stream", tagLink))).statements.length).toBeLessThanOrEqual(statements.tag);
  });

  test(`${statements.filter} times more at most for the filter over a list`, async () => {
    const list = (await page("/stream")).statements.length;
    expect((await page("/stream/filter")).statements.length).toBeLessThanOrEqual(list + statements.filter);
  });

  test(`${statements.article} times at most for an article`, async () => {
    expect((await page(await linkOn("/stream", articleLink))).statements.length).toBeLessThanOrEqual(statements.article);
  });
});
