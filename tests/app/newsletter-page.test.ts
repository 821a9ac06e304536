import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseFeed } from "feedsmith";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type ServedProduct, startProduct } from "../support/served-product";

const frames = "https://app.example";

let dataDir: string;
let product: ServedProduct;
let anna: string;
let folder: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "folda-newsletter-"));
  product = await startProduct({ dataDir, environment: { LOG_LEVEL: "info", WEBVIEW_FRAME_ORIGINS: frames } });
  anna = await product.signIn("anna");
  const folders = await (await product.ask("/folda", { cookie: anna })).text();
  [folder = ""] = /\/folda\/[\da-f-]{36}/.exec(folders) ?? [];
});
afterAll(async () => {
  await product.end("SIGKILL");
  rmSync(dataDir, { recursive: true, force: true });
});

async function post(path: string, fields: Record<string, string>): Promise<string> {
  const answer = await product.ask(path, { method: "POST", body: new URLSearchParams(fields), cookie: anna });
  expect(answer.status).toBe(302);
  return new URL(answer.headers.get("Location") ?? "", product.url).pathname;
}

/** With all articles, also those of earlier newsletters. */
async function begin(subject: string): Promise<string> {
  const draft = (await post(`${folder}/mailings/new`, { subject })).replace(/\/tags$/, "");
  await post(`${draft}/articles`, { choose: "all" });
  return draft;
}
const pageOf = (draft: string) => draft.replace(/.*\//, "/newsletter/");

async function publish(subject: string) {
  const draft = await begin(subject);
  await post(`${draft}/publish`, { when: "now" });
  return { draft, page: pageOf(draft) };
}

/** One that went by Remix says no length: it is compressed on the way. */
const wasReady = ({ headers }: Response) => headers.has("Content-Length");

/** Asks until the page is answered from what is kept. */
async function askReady(path: string, init: Parameters<ServedProduct["ask"]>[1] = {}): Promise<Response> {
  return vi.waitFor(async () => {
    const answer = await product.ask(path, init);
    expect(wasReady(answer)).toBe(true);
    return answer;
  }, 20_000);
}

/** Without what is of the one answer or of the connection. */
function lastingHeaders({ headers }: Response) {
  const passing = /^(x-request-id|date|connection|keep-alive|transfer-encoding|content-length|content-encoding)$/;
  return Object.fromEntries([...headers].filter(([name]) => !passing.test(name)));
}

describe("The page of a newsletter", () => {
  let page: string;
  beforeAll(async () => {
    page = (await publish("Korridorbrief")).page;
  });

  test.each([
    ["of its own", () => page],
    ["of its folder", () => `${folder}/newsletter`],
  ])("is the same whether it is made or kept, at the address %s", async (_, address) => {
    const made = await vi.waitUntil(async () => {
      const answer = await product.ask(address());
      return wasReady(answer) ? undefined : answer;
    }, 20_000);
    const text = await made.text();
    expect(text).toContain("Korridorbrief");
    for (const cookie of ["", anna, "currentLocale=en", "webview=frame"]) {
      const kept = await askReady(address(), { cookie });
      expect([kept.status, await kept.text()]).toEqual([200, text]);
      expect(lastingHeaders(kept)).toEqual(lastingHeaders(made));
      expect(kept.headers.getSetCookie()).toEqual([]);
    }
  });

  test("has every header of a page, and may be framed by the operator's apps whoever asks", async () => {
    const { headers } = await askReady(page);
    expect(Object.fromEntries(headers)).toMatchObject({
      "cache-control": "public, max-age=60, stale-while-revalidate=600",
      "content-language": "de",
      "content-security-policy": expect.stringMatching(`default-src 'none'; style-src 'self';.*frame-ancestors 'self' ${frames}$`),
      "content-type": "text/html; charset=utf-8",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      etag: expect.stringMatching(/^W\/"/),
      "permissions-policy": expect.any(String),
      "referrer-policy": "strict-origin-when-cross-origin",
      vary: "Accept-Encoding",
      "x-content-type-options": "nosniff",
      "x-robots-tag": "noindex",
    });
    expect(headers.has("Pragma")).toBe(false);
  });

  test("is asked for by its tag, by HEAD and compressed", async () => {
    const plain = await askReady(page, { headers: { "Accept-Encoding": "identity" } });
    const html = await plain.text();
    const tag = plain.headers.get("ETag") ?? "";
    const known = await product.ask(page, { headers: { "If-None-Match": tag } });
    expect([known.status, await known.text(), known.headers.get("ETag")]).toEqual([304, "", tag]);
    const head = await askReady(page, { method: "HEAD", headers: { "Accept-Encoding": "identity" } });
    expect([head.status, head.headers.get("Content-Length")]).toEqual([200, String(Buffer.byteLength(html))]);
    for (const encoding of ["gzip", "br"]) {
      const compressed = await askReady(page, { headers: { "Accept-Encoding": encoding } });
      expect([compressed.headers.get("Content-Encoding"), await compressed.text()]).toEqual([encoding, html]);
      expect(Number(compressed.headers.get("Content-Length"))).toBeLessThan(Buffer.byteLength(html) / 2);
    }
  });

  test("has an id and a line in the log for everybody who asks, and costs the API nothing while it is kept", async () => {
    const id = "reader-of-the-newsletter";
    const answer = await askReady(`${page}?utm_campaign=secret`, { headers: { "X-Request-Id": id } });
    expect(answer.headers.get("X-Request-Id")).toBe(id);
    const lines = () => product.lines.map((line) => JSON.parse(line)).filter(({ requestId }) => requestId === id);
    await vi.waitUntil(() => lines().length > 0, { timeout: 20_000 });
    expect(lines().at(-1)).toMatchObject({ name: "http", method: "GET", path: page, status: 200, ms: expect.any(Number), msg: "request" });
    const ids = [await askReady(page), await askReady(page)].map(({ headers }) => headers.get("X-Request-Id"));
    expect(new Set(ids).size).toBe(2);
    const calls = () =>
      product.lines.map((line) => JSON.parse(line)).flatMap(({ requestId, calls }) => (ids.includes(requestId) ? [calls] : []));
    await vi.waitUntil(() => calls().length === 2, { timeout: 20_000 });
    expect(calls()).toEqual([0, 0]);
  });

  test("is no way for a form of another site", async () => {
    await askReady(page);
    const answer = await product.ask(page, {
      method: "POST",
      body: new URLSearchParams({ a: "b" }),
      headers: { Origin: "https://evil.example" },
    });
    expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([403, "private, no-store"]);
  });
});

describe("The archive of a folder's newsletters", () => {
  let page: string;
  beforeAll(async () => {
    page = (await publish("Archivbrief <&>")).page;
  });

  test("is found from each newsletter, links all of them, and is the same for everybody", async () => {
    const letter = await (await product.ask(page)).text();
    for (const path of [`${folder}/newsletter/archive`, `${folder}/newsletter/feed`]) expect(letter).toContain(`href="${path}"`);
    const year = String(new Date().getFullYear());
    for (const path of [`${folder}/newsletter/archive`, `${folder}/newsletter/archive/${year}`]) {
      const answer = await askReady(path, { cookie: anna });
      const html = await answer.text();
      expect(html).toContain(`<a href="${page}">Archivbrief &lt;&amp;&gt;</a>`);
      expect(html).toContain(path.endsWith(year) ? `<b aria-current="page">${year}</b>` : `href="${folder}/newsletter/archive/${year}"`);
      expect(html).not.toContain("<script");
      expect(answer.headers.get("Cache-Control")).toBe("public, max-age=60, stale-while-revalidate=600");
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });

  test("has a feed that a feed reader understands", async () => {
    const answer = await askReady(`${folder}/newsletter/feed`);
    expect(answer.headers.get("Content-Type")).toBe("application/atom+xml; charset=utf-8");
    const { format, feed } = parseFeed(await answer.text());
    expect(format).toBe("atom");
    const entries = format === "atom" ? feed.entries : undefined;
    expect(entries?.map(({ title, links }) => [title?.value ?? title, links?.[0]?.href])).toContainEqual([
      "Archivbrief <&>",
      product.url + page,
    ]);
    const tag = answer.headers.get("ETag") ?? "";
    expect((await product.ask(`${folder}/newsletter/feed`, { headers: { "If-None-Match": tag } })).status).toBe(304);
  });

  test.each([
    ["/folda/nirgendwo/newsletter/archive", 200],
    ["/folda/nirgendwo/newsletter/archive/2024", 404],
    ["/folda/nirgendwo/newsletter/feed", 404],
    ["/anders/nirgendwo/newsletter/archive", 404],
    ["/anders/nirgendwo/newsletter/feed", 404],
  ])("does not exist at %s, which answers %i and is not kept", async (path, status) => {
    const answer = await product.ask(path);
    expect([answer.status, answer.headers.get("Cache-Control"), answer.headers.get("ETag")]).toEqual([status, "private, no-store", null]);
  });

  test.each(["0", "02024", "20241", "2024x", "1970"])("has no page of the year %s", async (year) => {
    expect((await product.ask(`${folder}/newsletter/archive/${year}`)).status).toBe(404);
  });
});

describe("What is not for everybody", () => {
  test("is never kept: a draft, for those who may edit it and for others", async () => {
    const page = pageOf(await begin("Unfertig"));
    for (const [cookie, status] of [
      [anna, 200],
      ["", 404],
      [anna, 200],
      ["", 404],
    ] as const) {
      const answer = await product.ask(page, { cookie });
      expect([answer.status, answer.headers.get("Cache-Control"), answer.headers.get("ETag"), wasReady(answer)]).toEqual([
        status,
        "private, no-store",
        null,
        false,
      ]);
      expect((await answer.text()).includes("Unfertig")).toBe(status === 200);
    }
  });

  test.each([
    ["de", "Noch keine Newsletter vorhanden"],
    ["en", "No newsletters yet"],
  ])("is never kept: that a folder has none yet, which is said in the reader's language (%s)", async (locale, words) => {
    for (const path of ["/folda/nirgendwo/newsletter", "/folda/nirgendwo/newsletter"]) {
      const answer = await product.ask(path, { cookie: `currentLocale=${locale}` });
      expect([answer.status, answer.headers.get("Cache-Control"), answer.headers.get("ETag")]).toEqual([200, "private, no-store", null]);
      expect(await answer.text()).toContain(words);
    }
  });

  test("is gone for everybody once it is deleted, and the one before is the folder's latest again", async () => {
    await publish("Bleibt");
    const { draft, page } = await publish("Verschwindet");
    const latest = `${folder}/newsletter`;
    await vi.waitFor(async () => expect(await (await askReady(latest)).text()).toContain("Verschwindet"), 20_000);
    await askReady(page);
    await post(`${draft}/delete`, {});
    await vi.waitFor(async () => expect((await product.ask(page)).status).toBe(404), 20_000);
    await vi.waitFor(async () => expect(await (await askReady(latest)).text()).toContain("Bleibt"), 20_000);
  });
});
