import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type OpenWorld, openWorld } from "../support/harness";
import { type SeededProduct, startSeededProduct } from "../support/seeded-product";

const hsts = "max-age=31536000; includeSubDomains";
const page = "text/html; charset=utf-8";
const keptByNobody = "private, no-store";

let furnished: SeededProduct;
let stylesheet: string;
let script: string;
let exported: string;
let newsletterPicture: string;

beforeAll(async () => {
  furnished = await startSeededProduct(["anna"], { environment: { PUBLIC_URL: "https://folda.example", DRAIN_SECONDS: "60" } });
  const html = await (await ask("/stream")).text();
  stylesheet = /href="(\/assets\/[^"]+\.css)"/.exec(html)?.[1] ?? "";
  script = /"(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? "";
  const output = await (await ask(`/search/export/${furnished.own.export}/output`)).text();
  exported = new URL((/href="([^"]*\/exports\/[^"]+)"/.exec(output)?.[1] ?? "").replaceAll("&amp;", "&"), "https://folda.example").pathname;
  newsletterPicture = "/newsletter-pictures/none";
}, 600_000);
afterAll(() => furnished.close());

const ask = (path: string, { isVisitor = false, ...init }: RequestInit & { isVisitor?: boolean } = {}) =>
  furnished.product.ask(path, { cookie: isVisitor ? "" : furnished.cookieOf("anna"), ...init });

const form = (fields: Record<string, string>, headers: Record<string, string> = {}) => ({
  method: "POST",
  body: new URLSearchParams(fields),
  headers,
});

interface Class {
  what: string;
  path(): string;
  init?: RequestInit & { isVisitor?: boolean };
  status: number;
  type: string | null;
  cache: string | RegExp;
  policy: string;
  referrer?: string;
  /** Who may show it in a frame: nobody, unless it is said. */
  framedBy?: "'self'";
}

const frames = "frame-ancestors 'none'";
const nothing = "default-src 'none'";

const classes: Class[] = [
  { what: "a page", path: () => "/stream", status: 200, type: page, cache: keptByNobody, policy: nothing },
  {
    what: "a page for everybody",
    path: () => "/en/terms",
    init: { isVisitor: true },
    status: 200,
    type: page,
    cache: keptByNobody,
    policy: nothing,
  },
  { what: "a page that is not there", path: () => "/nothing/at/all", status: 404, type: page, cache: keptByNobody, policy: nothing },
  {
    what: "a page that is not theirs",
    path: () => `/contents/${furnished.foreign.article}`,
    status: 404,
    type: page,
    cache: keptByNobody,
    policy: nothing,
  },
  {
    what: "a form that comes back",
    path: () => "/teams/new",
    init: form({}),
    status: 422,
    type: page,
    cache: keptByNobody,
    policy: nothing,
  },
  {
    what: "a form of another site",
    path: () => "/teams/new",
    init: form({}, { Origin: "https://evil.example" }),
    status: 403,
    type: page,
    cache: keptByNobody,
    policy: nothing,
  },
  {
    what: "a body that is no form",
    path: () => "/teams/new",
    init: { method: "POST", body: "{}", headers: { "Content-Type": "application/json" } },
    status: 415,
    type: page,
    cache: keptByNobody,
    policy: nothing,
  },
  {
    what: "a method that it does not take",
    path: () => "/stream",
    init: form({}),
    status: 405,
    type: page,
    cache: keptByNobody,
    policy: nothing,
  },
  { what: "a redirect", path: () => "/settings", status: 302, type: null, cache: keptByNobody, policy: "" },
  {
    what: "a redirect to the sign-in page",
    path: () => "/stream",
    init: { isVisitor: true },
    status: 302,
    type: null,
    cache: keptByNobody,
    policy: "",
  },
  {
    what: "the data of a page",
    path: () => "/stream.data",
    status: 200,
    type: "text/x-script; charset=utf-8",
    cache: keptByNobody,
    policy: frames,
  },
  {
    what: "a stylesheet",
    path: () => stylesheet,
    status: 200,
    type: "text/css; charset=UTF-8",
    cache: /^public, max-age=31536000, immutable$/,
    policy: frames,
  },
  {
    what: "a script",
    path: () => script,
    status: 200,
    type: "application/javascript; charset=UTF-8",
    cache: /^public, max-age=31536000, immutable$/,
    policy: frames,
  },
  { what: "the colours of a theme", path: () => "/theme/none.css", status: 404, type: null, cache: keptByNobody, policy: frames },
  {
    what: "an icon",
    path: () => "/favicon.svg",
    status: 200,
    type: "image/svg+xml; charset=utf-8",
    cache: /^public, max-age=\d+/,
    policy: frames,
  },
  {
    what: "somebody's file",
    path: () => `/files/${furnished.own.attachment}/original`,
    status: 200,
    type: "application/octet-stream",
    cache: /^private/,
    policy: "sandbox",
  },
  {
    what: "a file that is not there",
    path: () => "/files/none/small",
    status: 404,
    type: "text/plain; charset=utf-8",
    cache: keptByNobody,
    policy: frames,
  },
  {
    what: "a feed",
    path: () => `/feeds/${furnished.own.feedToken}`,
    init: { isVisitor: true },
    status: 200,
    type: "application/atom+xml; charset=utf-8",
    cache: "private, no-cache",
    policy: "sandbox",
    referrer: "no-referrer",
  },
  {
    what: "the API for programs without a key",
    path: () => "/api/v1/folders",
    status: 401,
    type: "application/json; charset=utf-8",
    cache: keptByNobody,
    policy: "sandbox",
  },
  {
    what: "the audit log as CSV",
    path: () => "/client/audit-log/csv",
    status: 200,
    type: "text/csv; charset=utf-8",
    cache: keptByNobody,
    policy: "sandbox",
  },
  {
    what: "a public newsletter",
    path: () => `/newsletter/${furnished.own.mailing}`,
    init: { isVisitor: true },
    status: 200,
    type: page,
    cache: /./,
    policy: nothing,
    // A preview shows it in a page of ours.
    framedBy: "'self'",
  },
  {
    what: "a picture of a newsletter that is not there",
    path: () => newsletterPicture,
    init: { isVisitor: true },
    status: 404,
    type: "text/plain; charset=utf-8",
    cache: keptByNobody,
    policy: frames,
  },
  {
    what: "an export without its signature",
    path: () => exported,
    init: { isVisitor: true },
    status: 404,
    type: "text/plain; charset=utf-8",
    cache: "no-store",
    policy: frames,
  },
  {
    what: "the worker of the browser",
    path: () => "/offline.js",
    status: 200,
    type: "text/javascript; charset=utf-8",
    cache: "no-cache",
    policy: frames,
  },
  { what: "what robots read", path: () => "/robots.txt", status: 200, type: "text/plain; charset=utf-8", cache: /./, policy: frames },
  {
    what: "the map for search engines",
    path: () => "/sitemap.xml",
    status: 200,
    type: "application/xml; charset=utf-8",
    cache: /./,
    policy: frames,
  },
  {
    what: "the state of the product",
    path: () => "/readyz",
    status: 200,
    type: "text/plain; charset=utf-8",
    cache: /no-store/,
    policy: frames,
  },
];

describe("Headers of", () => {
  test.each(classes)("$what", async ({ path, init, status, type, cache, policy, referrer, framedBy = "'none'" }) => {
    const answer = await ask(path(), init);
    await answer.text();
    const { headers } = answer;
    expect([answer.status, headers.get("Content-Type")]).toEqual([status, type]);
    expect(headers.get("Strict-Transport-Security")).toBe(hsts);
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Referrer-Policy")).toBe(referrer ?? "strict-origin-when-cross-origin");
    expect(headers.get("Cache-Control")).toMatch(cache);
    expect(headers.get("X-Request-Id")).toMatch(/^[\w-]{8,64}$/);
    for (const name of ["X-Powered-By", "Server", "Access-Control-Allow-Origin"]) expect(headers.has(name), name).toBe(false);
    expect(headers.get("Content-Security-Policy") ?? "").toContain(policy);
    if (status < 300 || status > 399) expect(headers.get("Content-Security-Policy")).toContain(`frame-ancestors ${framedBy}`);
    if (type === page && status !== 403)
      for (const [name, value] of [
        ["Cross-Origin-Opener-Policy", "same-origin"],
        ["Cross-Origin-Resource-Policy", "same-origin"],
      ] as const)
        expect(headers.get(name), name).toBe(value);
  });

  test("what every window asks for twice a minute: nothing that is for pages", async () => {
    // Anna has not seen yet that her export is ready.
    for (const status of [200, 204]) {
      const answer = await ask("/stream/news?after=2090-01-01T00:00:00.000Z");
      expect([answer.status, answer.headers.get("X-Content-Type-Options")]).toEqual([status, "nosniff"]);
      for (const name of ["Content-Security-Policy", "Referrer-Policy"]) expect(answer.headers.has(name), name).toBe(false);
      await ask("/notifications", form({ until: new Date().toISOString() }));
    }
  });

  test("cookies: theirs alone, over https alone, and hidden from scripts where they are a key", async () => {
    const signIn = { workspace: "demo", email: "anna@demo.example", password: furnished.product.password };
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
    const signIn = form({ workspace: "demo", email: "anna@demo.example", password: furnished.product.password });
    const newToken = async (cookie: string) => {
      const answer = await furnished.product.ask("/sign-in", { ...signIn, cookie });
      const line = answer.headers.getSetCookie().find((set) => set.startsWith("authToken="));
      return line?.split(";")[0] ?? "";
    };
    const tokens = [await newToken("authToken=brought-along"), await newToken("")];
    tokens.push(await newToken(tokens[1] ?? ""));
    expect(new Set([...tokens, furnished.cookieOf("anna"), "authToken=brought-along", ""]).size).toBe(6);
    const statuses = await Promise.all(tokens.map(async (cookie) => (await furnished.product.ask("/stream", { cookie })).status));
    // The one that ran there before is over.
    expect(statuses).toEqual([200, 302, 200]);
  });
});

test("Headers of a process that is about to end", async () => {
  process.kill(furnished.product.pid, "SIGTERM");
  const { headers } = await vi.waitUntil(async () => {
    const answer = await furnished.product.ask("/readyz");
    return answer.status === 503 && answer;
  }, 20_000);
  expect([headers.get("Content-Type"), headers.get("Content-Security-Policy")]).toEqual(["text/plain; charset=utf-8", frames]);
});

describe("Headers of the API", () => {
  let world: OpenWorld;
  beforeAll(async () => {
    world = await openWorld("embedded", { PUBLIC_URL: "https://folda.example" });
  }, 600_000);
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
