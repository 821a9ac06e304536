import { once } from "node:events";
import { request as ask, createServer, type IncomingMessage, type OutgoingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import * as pages from "../../app/http/page-cache.server";
import { createProduct, inProduct, type Product } from "../../app/product.server";
import type { App } from "../context";
import { pageCache } from "./page-cache";

/** With an empty cache. */
let product: Product;

/** Requests that miss the cache get a 418. */
const server = createServer((request, response) => {
  inProduct(product, () => pageCache({ app: pages as unknown as App })(request, response, () => response.writeHead(418).end()));
});
beforeAll(() => once(server.listen(0, "127.0.0.1"), "listening"));
afterAll(() => server.close());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  product = createProduct();
});
afterEach(() => vi.useRealTimers());

const path = "/newsletter/1";
const html = `<!doctype html><p>${"Grüße aus dem Stellwerk. ".repeat(60)}</p>`;
const page = (text = html) => ({
  html: text,
  headers: new Headers({ "Content-Type": "text/html", "Cache-Control": "public, max-age=60" }),
});

const throughRemix = (make: Parameters<typeof pages.answerPage>[2], { at = path, headers = {} as HeadersInit } = {}) =>
  inProduct(product, () => pages.answerPage(new Request(`http://127.0.0.1${at}`, { headers }), at, make));

interface Answer {
  status: number | undefined;
  headers: IncomingMessage["headers"];
  body: Buffer;
}

/** Sends a raw request: nothing is decoded or added. */
async function get(at = path, { method = "GET", headers = {} }: { method?: string; headers?: OutgoingHttpHeaders } = {}): Promise<Answer> {
  const { port } = server.address() as AddressInfo;
  const [answer] = (await once(ask({ port, path: at, method, headers, agent: false }).end(), "response")) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(await answer.toArray()) };
}

describe("A public page", () => {
  it("is rendered once, then served before Remix sees the request, whatever the query", async () => {
    const make = vi.fn(async () => page());
    const first = await throughRemix(make);
    expect(await first?.text()).toBe(html);
    for (const at of [path, `${path}?utm_source=mail`]) {
      const { status, body, headers } = await get(at);
      expect([status, body.toString()]).toEqual([200, html]);
      for (const [name, value] of first?.headers ?? []) expect(headers[name], name).toBe(value);
      expect(headers["content-length"]).toBe(String(Buffer.byteLength(html)));
    }
    await throughRemix(make);
    expect(make).toHaveBeenCalledTimes(1);
  });

  it("is rendered once for concurrent requests", async () => {
    const make = vi.fn(async () => page());
    await Promise.all([throughRemix(make), throughRemix(make), throughRemix(make)]);
    expect(make).toHaveBeenCalledTimes(1);
  });

  it("is rendered again after five seconds, so that deleted pages disappear", async () => {
    await throughRemix(async () => page());
    vi.setSystemTime(Date.now() + 4_999);
    expect((await get()).status).toBe(200);
    vi.setSystemTime(Date.now() + 2);
    expect((await get()).status).toBe(418);
    expect(await throughRemix(async () => undefined)).toBeUndefined();
    expect((await get()).status).toBe(418);
  });

  it("ages from the start of rendering, however long that takes", async () => {
    await throughRemix(async () => {
      vi.setSystemTime(Date.now() + 5_001);
      return page();
    });
    expect((await get()).status).toBe(418);
  });

  it("is not cached if rendering fails, and then rendered again", async () => {
    await expect(throughRemix(async () => Promise.reject(new Error("away")))).rejects.toThrow("away");
    expect((await get()).status).toBe(418);
    expect((await throughRemix(async () => page()))?.status).toBe(200);
  });
});

describe("A cached page is the response to", () => {
  beforeEach(async () => void (await throughRemix(async () => page())));

  it.each([
    ["br, gzip", "br"],
    ["gzip, deflate, br", "br"],
    ["gzip, deflate", "gzip"],
    ["GZIP;q=1.0, br;q=0.5", "gzip"],
    ["br;q=0, gzip;q=0", undefined],
    ["deflate", undefined],
    ["", undefined],
    [undefined, undefined],
  ])("those who accept %s with %s", async (accepted, encoding) => {
    const { headers, body } = await get(path, { headers: accepted === undefined ? {} : { "Accept-Encoding": accepted } });
    const read = { br: brotliDecompressSync, gzip: gunzipSync, none: (bytes: Buffer) => bytes }[encoding ?? "none"];
    expect([headers["content-encoding"], headers.vary, headers["content-length"]]).toEqual([
      encoding,
      "Accept-Encoding",
      String(body.byteLength),
    ]);
    expect(read?.(body).toString()).toBe(html);
  });

  it("HEAD, without the body", async () => {
    for (const headers of [{}, { "Accept-Encoding": "gzip" }]) {
      const [{ date: _, ...got }, head] = [(await get(path, { headers })).headers, await get(path, { method: "HEAD", headers })];
      expect({ ...head.headers, date: undefined }).toEqual({ ...got, date: undefined });
      expect([head.status, head.body.byteLength]).toEqual([200, 0]);
    }
  });

  it.each(["TAG", "other, TAG", "STRONG", "*"])("a client that has it as %s, with 304", async (known) => {
    const { etag = "", ...others } = (await get()).headers;
    const asked = known.replace("TAG", etag).replace("STRONG", etag.replace("W/", "")).replace("other", '"other"');
    for (const { status, headers, body } of [
      await get(path, { headers: { "If-None-Match": asked, "Accept-Encoding": "br" } }),
      await get(path, { method: "HEAD", headers: { "If-None-Match": asked } }),
    ]) {
      expect([status, body.byteLength, headers.etag]).toEqual([304, 0, etag]);
      for (const name of ["cache-control", "vary"]) expect(headers[name]).toBe(others[name]);
      for (const name of ["content-encoding", "content-length"]) expect(headers).not.toHaveProperty(name);
    }
    expect((await throughRemix(async () => page(), { headers: { "If-None-Match": asked } }))?.status).toBe(304);
  });

  it("a client that has another version, with the page", async () => {
    for (const tag of ['"other"', 'W/"other"', ""]) expect((await get(path, { headers: { "If-None-Match": tag } })).status).toBe(200);
  });

  it("no other request", async () => {
    for (const at of [`${path}/`, `${path}.data`, "/newsletter", "/NEWSLETTER/1", "/"]) expect((await get(at)).status, at).toBe(418);
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) expect((await get(path, { method })).status, method).toBe(418);
  });
});

describe("The cache holds at most", () => {
  it("a hundred pages, the latest", async () => {
    for (let n = 0; n <= 100; n++) await throughRemix(async () => page(), { at: `/newsletter/${n}` });
    expect((await get("/newsletter/0")).status).toBe(418);
    for (const n of [1, 100]) expect((await get(`/newsletter/${n}`)).status).toBe(200);
  });

  it("a hundred pages, and still renders expired ones and looks for missing ones at the same time", async () => {
    for (let n = 0; n < 100; n++) await throughRemix(async () => page(), { at: `/newsletter/${n}` });
    vi.setSystemTime(Date.now() + 6_000);
    let finish = () => {};
    const slow = () =>
      new Promise<ReturnType<typeof page>>((resolve) => {
        finish = () => resolve(page());
      });
    const expired = throughRemix(slow, { at: "/newsletter/0" });
    expect(await throughRemix(async () => undefined, { at: "/newsletter/none" })).toBeUndefined();
    finish();
    expect((await expired)?.status).toBe(200);
  });

  it("16 MB, the latest pages", async () => {
    const large = page("x".repeat(7_900_000));
    for (const n of [0, 1, 2]) await throughRemix(async () => large, { at: `/newsletter/${n}` });
    const statuses = async () =>
      [await get("/newsletter/0"), await get("/newsletter/1"), await get("/newsletter/2")].map(({ status }) => status);
    expect(await statuses()).toEqual([418, 200, 200]);
    vi.setSystemTime(Date.now() + 5_001);
    expect(await statuses()).toEqual([418, 418, 418]);
    for (const n of [1, 2]) await throughRemix(async () => large, { at: `/newsletter/${n}` });
    expect(await statuses()).toEqual([418, 200, 200]);
    expect((await throughRemix(async () => page("x".repeat(16_000_001)), { at: "/newsletter/3" }))?.status).toBe(200);
    expect((await get("/newsletter/3")).status).toBe(418);
  });
});
