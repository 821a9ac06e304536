import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type OpenWorld, openWorld } from "../support/harness";
import { type OpenSeededProduct, openSeededProduct } from "../support/seeded-product";

const publicUrl = "https://folda.example";
const hsts = "max-age=31536000; includeSubDomains";
const page = "text/html; charset=utf-8";
const keptByNobody = "private, no-store";

let seeded: OpenSeededProduct;
let stylesheet: string;
let script: string;
let exported: string;

beforeAll(async () => {
  seeded = await openSeededProduct(["anna"], { environment: { PUBLIC_URL: publicUrl } });
  const html = await (await ask("/stream")).text();
  stylesheet = /href="(\/assets\/[^"]+\.css)"/.exec(html)?.[1] ?? "";
  script = /"(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? "";
  const output = await (await ask(`/search/export/${seeded.own.export}/output`)).text();
  exported = new URL((/href="([^"]*\/exports\/[^"]+)"/.exec(output)?.[1] ?? "").replaceAll("&amp;", "&"), publicUrl).pathname;
});
afterAll(() => seeded.close());

const ask = (path: string, { isVisitor = false, ...init }: RequestInit & { isVisitor?: boolean } = {}) =>
  seeded.product.ask(path, { cookie: isVisitor ? "" : seeded.cookieOf("anna"), ...init });

const form = (fields: Record<string, string>, headers: Record<string, string> = {}) => ({
  method: "POST",
  body: new URLSearchParams(fields),
  headers,
});

const json = { "Content-Type": "application/json" };
const visit = { isVisitor: true };
const frames = "frame-ancestors 'none'";
const nothing = "default-src 'none'";
const forever = /^public, max-age=31536000, immutable$/;
const plain = "text/plain; charset=utf-8";
const data = "text/x-script; charset=utf-8";

type Class = [
  what: string,
  path: string | (() => string),
  init: RequestInit & { isVisitor?: boolean },
  status: number,
  type: string | null,
  cache: string | RegExp,
  /** A directive of the Content-Security-Policy. */
  policy: string,
  referrer?: string,
];

const classes: Class[] = [
  ["a page", "/stream", {}, 200, page, keptByNobody, nothing],
  ["a page for everybody", "/en/terms", visit, 200, page, keptByNobody, nothing],
  ["a page that is not there", "/nothing/at/all", {}, 404, page, keptByNobody, nothing],
  ["an address that is no text", "/%E0%A4%A", {}, 404, page, keptByNobody, nothing],
  ["a page that is not theirs", () => `/contents/${seeded.foreign.article}`, {}, 404, page, keptByNobody, nothing],
  ["a form that comes back", "/teams/new", form({}), 422, page, keptByNobody, nothing],
  ["a form that is done", "/locale", form({ locale: "de", to: "/stream" }), 302, null, keptByNobody, ""],
  ["a form that a script sends", "/stream/contents/new.data", form({}), 422, data, keptByNobody, frames],
  ["a form of another site", "/teams/new", form({}, { Origin: "https://evil.example" }), 403, page, keptByNobody, nothing],
  ["a form of more than 2.5 MB", "/teams/new", form({ name: "x".repeat(2_600_000) }), 413, page, keptByNobody, nothing],
  ["a body that is no form", "/teams/new", { ...form({}), body: "{}", headers: json }, 415, page, keptByNobody, nothing],
  ["a method that it does not take", "/stream", form({}), 405, page, keptByNobody, nothing],
  ["a redirect", "/settings", {}, 302, null, keptByNobody, ""],
  ["a redirect to the sign-in page", "/stream", visit, 302, null, keptByNobody, ""],
  ["the data of a page", "/stream.data", {}, 200, data, keptByNobody, frames],
  ["a redirect for a script", "/stream.data", visit, 202, data, keptByNobody, frames],
  ["a stylesheet", () => stylesheet, {}, 200, "text/css; charset=UTF-8", forever, frames],
  ["a script", () => script, {}, 200, "application/javascript; charset=UTF-8", forever, frames],
  ["an asset that is not there", "/assets/nothing.js", {}, 404, page, keptByNobody, nothing],
  ["the colours of a theme", "/theme/none.css", {}, 404, null, keptByNobody, frames],
  ["an icon", "/favicon.svg", {}, 200, "image/svg+xml; charset=utf-8", /^public, max-age=\d+/, frames],
  [
    "somebody's file",
    () => `/files/${seeded.own.attachment}/original`,
    {},
    200,
    "application/octet-stream",
    /^private, max-age=\d+/,
    "sandbox",
  ],
  ["a file that is not there", "/files/none/small", {}, 404, plain, keptByNobody, frames],
  ["a picture that cannot be had", "/picture-preview?url=http://127.0.0.1/", {}, 404, plain, keptByNobody, frames],
  [
    "a feed",
    () => `/feeds/${seeded.own.feedToken}`,
    visit,
    200,
    "application/atom+xml; charset=utf-8",
    "private, no-cache",
    "sandbox",
    "no-referrer",
  ],
  ["the API for programs without a key", "/api/v1/folders", {}, 401, "application/json; charset=utf-8", keptByNobody, "sandbox"],
  ["the audit log as CSV", "/client/audit-log/csv", {}, 200, "text/csv; charset=utf-8", keptByNobody, "sandbox"],
  // A preview frames it in one of our pages.
  ["a public newsletter", () => `/newsletter/${seeded.own.mailing}`, visit, 200, page, /./, "frame-ancestors 'self'"],
  ["a picture of a newsletter that is not there", "/newsletter-pictures/none", visit, 404, plain, keptByNobody, frames],
  ["an export without its signature", () => exported, visit, 404, plain, "no-store", frames],
  ["the worker of the browser", "/offline.js", {}, 200, "text/javascript; charset=utf-8", "no-cache", frames],
  ["what robots read", "/robots.txt", {}, 200, plain, /./, frames],
  ["the map for search engines", "/sitemap.xml", {}, 200, "application/xml; charset=utf-8", /./, frames],
  ["the state of the product", "/readyz", {}, 200, plain, /no-store/, frames],
];

describe("Headers of", () => {
  test.each(classes)("%s", async (_, path, init, status, type, cache, policy, referrer) => {
    const answer = await ask(typeof path === "string" ? path : path(), init);
    await answer.text();
    const { headers } = answer;
    expect([answer.status, headers.get("Content-Type")]).toEqual([status, type]);
    expect(headers.get("Strict-Transport-Security")).toBe(hsts);
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Referrer-Policy")).toBe(referrer ?? "strict-origin-when-cross-origin");
    expect(headers.get("Cache-Control")).toMatch(cache);
    if (/max-age/.test(String(cache))) expect(headers.has("Pragma")).toBe(false);
    expect(headers.get("X-Request-Id")).toMatch(/^[\w-]{8,64}$/);
    for (const name of ["X-Powered-By", "Server", "Access-Control-Allow-Origin"]) expect(headers.has(name), name).toBe(false);
    expect(headers.get("Content-Security-Policy") ?? "").toContain(policy);
    if (status < 300 || status > 399)
      expect(headers.get("Content-Security-Policy")).toContain(policy.startsWith("frame-ancestors") ? policy : frames);
    if (type === page && status !== 403)
      for (const [name, value] of [
        ["Cross-Origin-Opener-Policy", "same-origin"],
        ["Cross-Origin-Resource-Policy", "same-origin"],
        ["Permissions-Policy", "camera=(), geolocation=(), microphone=(), browsing-topics=()"],
      ] as const)
        expect(headers.get(name), name).toBe(value);
  });

  test.each(["/sign-in", "/stream", "/contents/none", "/nothing/at/all"])("a page that allows no script but ours: %s", async (path) => {
    const answer = await ask(path, { isVisitor: path === "/sign-in" });
    const policy = answer.headers.get("Content-Security-Policy") ?? "";
    const [, nonce = ""] = /script-src 'self' 'nonce-([A-Za-z0-9+/=]{22,})';/.exec(policy) ?? [];
    expect(nonce).not.toBe("");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("form-action 'self'");
    expect(policy).not.toMatch(/unsafe|\*/);
    const html = await answer.text();
    for (const [tag] of html.matchAll(/<script[^>]*>/g)) expect(tag).toMatch(/nonce="|type="application\/json"/);
    expect(html).not.toMatch(/<[^>]+\s(on[a-z]+|style)="/i);
    // The only URL that is a script is the bookmarklet, which runs on other sites' pages.
    expect([...html.matchAll(/="javascript:/gi)].length).toBe(
      [...html.matchAll(/class="bookmarklet[^"]*" href="javascript:location/g)].length,
    );
    const again = await ask(path, { isVisitor: path === "/sign-in" });
    expect(again.headers.get("Content-Security-Policy")).not.toContain(nonce);
  });

  test("what every window asks for twice a minute: nothing that is for pages", async () => {
    // Anna has an unread notification about her export.
    for (const status of [200, 204]) {
      const answer = await ask("/stream/news?after=2090-01-01T00:00:00.000Z");
      expect([answer.status, answer.headers.get("X-Content-Type-Options")]).toEqual([status, "nosniff"]);
      for (const name of ["Content-Security-Policy", "Referrer-Policy"]) expect(answer.headers.has(name), name).toBe(false);
      await ask("/notifications", form({ until: new Date().toISOString() }));
    }
  });

  test("cookies: theirs alone, over https alone, and hidden from scripts where they are a key", async () => {
    const signIn = { workspace: "demo", email: "anna@demo.example", password: seeded.product.password };
    const answers = [
      await ask("/sign-in", { ...form(signIn), isVisitor: true }),
      await ask("/locale", form({ locale: "de", to: "/stream" })),
      await ask("/stream"),
      await ask("/sign-out", { ...form({}), isVisitor: true }),
    ];
    const cookies = answers.flatMap(({ headers }) => headers.getSetCookie());
    expect(cookies.some((cookie) => cookie.startsWith("authToken=ey"))).toBe(true);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/; Path=\//);
      expect(cookie).toMatch(/; Secure(;|$)/);
      expect(cookie).toMatch(/; SameSite=(Lax|Strict)/);
      expect(cookie).not.toMatch(/Domain=/i);
      if (/^(authToken|device)/.test(cookie)) expect(cookie).toMatch(/; HttpOnly/);
    }
  });

  test("a session: signing in makes a new one, whatever cookie the browser brought, and ends the one before", async () => {
    const signIn = form({ workspace: "demo", email: "anna@demo.example", password: seeded.product.password });
    const newToken = async (cookie: string) => {
      const answer = await seeded.product.ask("/sign-in", { ...signIn, cookie });
      const line = answer.headers.getSetCookie().find((set) => set.startsWith("authToken="));
      return line?.split(";")[0] ?? "";
    };
    const tokens = [await newToken("authToken=brought-along"), await newToken("")];
    tokens.push(await newToken(tokens[1] ?? ""));
    expect(new Set([...tokens, seeded.cookieOf("anna"), "authToken=brought-along", ""]).size).toBe(6);
    const statuses = await Promise.all(tokens.map(async (cookie) => (await seeded.product.ask("/stream", { cookie })).status));
    // Signing in again ended the earlier session of that browser.
    expect(statuses).toEqual([200, 302, 200]);
  });
});

test("Headers of a process that is about to end", async () => {
  seeded.product.isEnding(true);
  const { status, headers } = await ask("/readyz");
  seeded.product.isEnding(false);
  expect([status, headers.get("Content-Type"), headers.get("Content-Security-Policy")]).toEqual([503, "text/plain; charset=utf-8", frames]);
});

describe("Headers of the API", () => {
  let world: OpenWorld;
  beforeAll(async () => {
    world = await openWorld(undefined, { PUBLIC_URL: publicUrl });
  });
  afterAll(() => world.close());

  test.each([
    ["an answer", "/folders", 200],
    ["a refusal", "/contents/none", 404],
    ["an unknown path", "/nothing", 404],
    ["its description", "/openapi.json", 200],
  ])("%s", async (_, path, status) => {
    const answer = await world.as("anna").get(path);
    expect(answer.status).toBe(status);
    const expected = {
      "Strict-Transport-Security": hsts,
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": keptByNobody,
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
      "Referrer-Policy": "no-referrer",
    };
    for (const [name, value] of Object.entries(expected)) expect(answer.headers.get(name), name).toBe(value);
  });
});
