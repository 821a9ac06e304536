import { parseFeed } from "feedsmith";
import { beforeAll, describe, expect, test, vi } from "vitest";
import * as shared from "../support/shared";
import { ask, linesAbout, openWorkspace, url } from "../support/shared";
import { frameOrigins } from "../support/shared-product";

let anna: string;
beforeAll(async () => {
  anna = await (await openWorkspace({ anna: "owner" })).signIn("anna");
});

async function post(path: string, fields: Record<string, string>): Promise<string> {
  const answer = await shared.post(path, fields, { cookie: anna });
  expect(answer.status).toBe(302);
  return new URL(answer.headers.get("Location") ?? "", url).pathname;
}

/** A folder with one article that may be shared, at this path. */
async function makeFolder(): Promise<string> {
  const form = await (await ask("/folda/new", { cookie: anna })).text();
  const [, teamId = ""] = /<option value="([\da-f-]{36})"/.exec(form) ?? [];
  const path = await post("/folda/new", { name: "Korridor", teamId, key: crypto.randomUUID() });
  const article = {
    title: "Brücke",
    body: "<p>Die Brücke wird ersetzt.</p>",
    bodyFormat: "html",
    newTags: "Gleis",
    publishedAt: "2026-03-01",
    shareable: "on",
  };
  await post("/stream/contents/new", { ...article, folderId: path.split("/").at(-1) ?? "", key: crypto.randomUUID() });
  return path;
}

/** With all articles, also those of earlier newsletters. */
async function begin(folder: string, subject: string): Promise<string> {
  const draft = (await post(`${folder}/mailings/new`, { subject })).replace(/\/tags$/, "");
  await post(`${draft}/articles`, { choose: "all" });
  return draft;
}
const pageOf = (draft: string) => draft.replace(/.*\//, "/newsletter/");

async function publish(folder: string, subject: string) {
  const draft = await begin(folder, subject);
  await post(`${draft}/publish`, { when: "now" });
  return { draft, page: pageOf(draft) };
}

/** Responses rendered by Remix have no length, because they are compressed on the way. */
const wasReady = ({ headers }: Response) => headers.has("Content-Length");

/** Repeats the request until the response comes from the cache. */
async function askReady(path: string, init: Parameters<typeof ask>[1] = {}): Promise<Response> {
  return vi.waitUntil(
    async () => {
      const answer = await ask(path, init);
      return wasReady(answer) ? answer : undefined;
    },
    { timeout: 120_000 },
  );
}

/** Without headers of the single response or the connection. */
function lastingHeaders({ headers }: Response) {
  const passing = /^(x-request-id|date|connection|keep-alive|transfer-encoding|content-length|content-encoding)$/;
  return Object.fromEntries([...headers].filter(([name]) => !passing.test(name)));
}

describe("The page of a newsletter", () => {
  let folder: string;
  let page: string;
  beforeAll(async () => {
    folder = await makeFolder();
    page = (await publish(folder, "Korridorbrief")).page;
  });

  test.each([
    ["of its own", () => page],
    ["of its folder", () => `${folder}/newsletter`],
  ])("is the same whether it is made or kept, at the address %s", async (_, address) => {
    // It is rendered again every five seconds.
    const made = await vi.waitUntil(
      async () => {
        const answer = await ask(address());
        return wasReady(answer) ? undefined : answer;
      },
      { timeout: 120_000 },
    );
    const text = await made.text();
    expect(text).toContain("Korridorbrief");
    for (const cookie of ["", anna, "currentLocale=en", "webview=frame"]) {
      const kept = await askReady(address(), { cookie });
      expect([kept.status, await kept.text()]).toEqual([200, text]);
      expect(lastingHeaders(kept)).toEqual(lastingHeaders(made));
      expect(kept.headers.getSetCookie()).toEqual([]);
    }
  });

  test("has the headers of a page for everybody, and may be framed by the operator's apps whoever asks", async () => {
    const { headers } = await askReady(page);
    expect(Object.fromEntries(headers)).toMatchObject({
      "cache-control": "public, max-age=60, stale-while-revalidate=600",
      "content-language": "de",
      "content-security-policy": expect.stringMatching(
        `default-src 'none'; style-src 'self';.*frame-ancestors 'self' ${frameOrigins.join(" ")}$`,
      ),
      etag: expect.stringMatching(/^W\/"/),
      vary: "Accept-Encoding",
      "x-robots-tag": "noindex",
    });
    expect(headers.has("Pragma")).toBe(false);
  });

  test("is asked for by its tag, by HEAD and compressed", async () => {
    const plain = await askReady(page, { headers: { "Accept-Encoding": "identity" } });
    const html = await plain.text();
    const tag = plain.headers.get("ETag") ?? "";
    const known = await ask(page, { headers: { "If-None-Match": tag } });
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
    const id = `reader-${crypto.randomUUID()}`;
    const answer = await askReady(`${page}?utm_campaign=secret`, { headers: { "X-Request-Id": id } });
    expect(answer.headers.get("X-Request-Id")).toBe(id);
    const lines = async (requestId: string | null) => {
      await expect.poll(() => linesAbout(requestId).length).toBeGreaterThan(0);
      return linesAbout(requestId);
    };
    expect((await lines(id)).at(-1)).toMatchObject({
      name: "http",
      method: "GET",
      path: page,
      status: 200,
      ms: expect.any(Number),
      msg: "request",
    });
    const ids = [await askReady(page), await askReady(page)].map(({ headers }) => headers.get("X-Request-Id"));
    expect(new Set(ids).size).toBe(2);
    for (const one of ids) expect(await lines(one)).toEqual([expect.objectContaining({ calls: 0 })]);
  });

  test("is no way for a form of another site", async () => {
    await askReady(page);
    const answer = await ask(page, {
      method: "POST",
      body: new URLSearchParams({ a: "b" }),
      headers: { Origin: "https://evil.example" },
    });
    expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([403, "private, no-store"]);
  });
});

describe("The archive of a folder's newsletters", () => {
  let folder: string;
  let page: string;
  beforeAll(async () => {
    folder = await makeFolder();
    page = (await publish(folder, "Archivbrief <&>")).page;
  });

  test("is found from each newsletter, links all of them, and is the same for everybody", async () => {
    const letter = await (await ask(page)).text();
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
    expect(entries?.map(({ title, links }) => [title?.value ?? title, links?.[0]?.href])).toContainEqual(["Archivbrief <&>", url + page]);
    const tag = answer.headers.get("ETag") ?? "";
    expect((await ask(`${folder}/newsletter/feed`, { headers: { "If-None-Match": tag } })).status).toBe(304);
  });

  test.each([
    ["/folda/nirgendwo/newsletter/archive", 200],
    ["/folda/nirgendwo/newsletter/archive/2024", 404],
    ["/folda/nirgendwo/newsletter/feed", 404],
    ["/anders/nirgendwo/newsletter/archive", 404],
    ["/anders/nirgendwo/newsletter/feed", 404],
  ])("does not exist at %s, which answers %i and is not kept", async (path, status) => {
    const answer = await ask(path);
    expect([answer.status, answer.headers.get("Cache-Control"), answer.headers.get("ETag")]).toEqual([status, "private, no-store", null]);
  });

  test.each(["0", "02024", "20241", "2024x", "1970"])("has no page of the year %s", async (year) => {
    expect((await ask(`${folder}/newsletter/archive/${year}`)).status).toBe(404);
  });
});

describe("What is not for everybody", () => {
  test("is never kept: a draft, for those who may edit it and for others", async () => {
    const page = pageOf(await begin(await makeFolder(), "Unfertig"));
    for (const [cookie, status] of [
      [anna, 200],
      ["", 404],
      [anna, 200],
      ["", 404],
    ] as const) {
      const answer = await ask(page, { cookie });
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
      const answer = await ask(path, { cookie: `currentLocale=${locale}` });
      expect([answer.status, answer.headers.get("Cache-Control"), answer.headers.get("ETag")]).toEqual([200, "private, no-store", null]);
      expect(await answer.text()).toContain(words);
    }
  });

  test("is gone for everybody once it is deleted, and the one before is the folder's latest again", async () => {
    const folder = await makeFolder();
    await publish(folder, "Bleibt");
    const { draft, page } = await publish(folder, "Verschwindet");
    const latest = `${folder}/newsletter`;
    await expect.poll(async () => (await askReady(latest)).text()).toContain("Verschwindet");
    await askReady(page);
    await post(`${draft}/delete`, {});
    await expect.poll(async () => (await ask(page)).status).toBe(404);
    await expect.poll(async () => (await askReady(latest)).text()).toContain("Bleibt");
  });
});
