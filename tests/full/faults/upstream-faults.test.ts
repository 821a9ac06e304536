import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { fileArticle } from "../../support/articles";
import { type BreakableProxy, type Breakdown, openBreakableProxy } from "../../support/breakable-proxy";
import { createWorld, engine } from "../../support/harness";
import { type ServedProduct, startProduct } from "../../support/served-product";
import { freshDatabase } from "../../support/template";
import { listening, startServer } from "../../support/transports";

const megabyte = 1024 * 1024;
/** Limit of this file: MB of memory for responses without end. Three attempts. */
const mostMb = 400;
/** Part of every invalid response; nobody may see it. */
const secret = "Innereien-der-Schnittstelle";

let dataDir: string;
let api: ReturnType<typeof startServer>;
let apiUrl: string;
let proxy: BreakableProxy;
let product: ServedProduct;
let cookie: string;
let articleId: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "folda-upstream-"));
  const { databaseUrl = "" } = await freshDatabase(engine, dataDir);
  const given = { DEMO: "0", SESSION_SECRET: "for tests only, and long enough to be one", LOG_LEVEL: "info" };
  api = startServer({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, API_PORT: "0", ...given });
  apiUrl = await listening(api);
  const world = createWorld(fetch, apiUrl, async () => {});
  articleId = (await fileArticle(world.as("jana"), await world.folderId("nordkorridor"), { title: "Brücke" })).id;
  proxy = await openBreakableProxy(apiUrl);
  product = await startProduct({ dataDir: join(dataDir, "web"), environment: { ...given, UPSTREAM_API_URL: proxy.url } });
  cookie = `${await product.signIn("jana")}; currentLocale=de`;
});
afterEach(() => proxy.mend());
afterAll(async () => {
  await product.end("SIGKILL");
  await proxy.close();
  api.kill("SIGKILL");
  await once(api, "close");
  rmSync(dataDir, { recursive: true, force: true });
});

type Answer = Extract<Breakdown, (...parameters: never[]) => unknown>;

const answer =
  (body: string | Buffer, { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {}): Answer =>
  (outgoing) =>
    void outgoing.writeHead(status, { "Content-Type": "application/json", ...headers }).end(body);

/** Writes as fast as it is read, until the reader stops. */
const endless: Breakdown = (outgoing) => {
  outgoing.writeHead(200, { "Content-Type": "application/json" });
  const chunk = `"${secret.repeat(1_000)}",`;
  const write = () => {
    while (!outgoing.destroyed && outgoing.write(chunk));
  };
  outgoing.on("drain", write).write("[");
  write();
};

/** 200 MB of one letter in 200 KB. */
const bomb = gzipSync(`["${"x".repeat(200 * megabyte)}"]`);

const wrong: [string, Breakdown, number][] = [
  ["an error with a trace", answer(JSON.stringify({ message: secret, stack: secret }), { status: 500 }), 500],
  ["a status that nobody knows", answer(JSON.stringify({ message: secret }), { status: 418 }), 502],
  ["a way elsewhere", answer(secret, { status: 302, headers: { Location: "http://127.0.0.1:1/" } }), 502],
  ["a page of HTML", answer(`<h1>${secret}</h1>`, { headers: { "Content-Type": "text/html" } }), 502],
  ["nothing", answer(""), 502],
  ["half an answer", answer(`{"entries": [{"title": "${secret}`), 502],
  ["another thing", answer(JSON.stringify({ [secret]: true })), 502],
  ["a list of it", answer(JSON.stringify([secret])), 502],
  ["null", answer("null"), 502],
  ["a text without end", endless, 502],
  ["a text that unpacks to 200 MB", answer(bomb, { headers: { "Content-Encoding": "gzip" } }), 502],
  ["what cannot be unpacked", answer(secret, { headers: { "Content-Encoding": "gzip" } }), 502],
];

/** Expects an error page with this status, and returns it. */
async function expectFailure(response: Response, status: number): Promise<string> {
  const html = await response.text();
  expect(response.status).toBe(status);
  expect(html).not.toContain(secret);
  expect(html).toContain("</html>");
  return html;
}

const generic = /role="alert"[\s\S]*Etwas ist schief gelaufen. Bitte versuchen Sie es später erneut oder kontaktieren Sie uns./;

function comment(): Promise<Response> {
  const body = new URLSearchParams({ body: "Das Gutachten liegt vor.", key: crypto.randomUUID() });
  return product.ask(`/contents/${articleId}`, { method: "POST", body, cookie });
}

/** Lines of the product's log since `from`, checked for anything that the API returned. */
function loggedSince(from: number): string {
  const lines = product.lines.slice(from).join("\n");
  expect(lines).not.toContain(secret);
  expect(product.errors.join("\n")).not.toContain(secret);
  return lines;
}

describe("An upstream that answers wrongly", () => {
  it.each(wrong)("gives an error page with the request's id, and an alert above the form: %s", async (_, breakdown, status) => {
    const from = product.lines.length;
    proxy.break(/^GET \/(contents|folders)\b/, breakdown);
    const response = await product.ask("/stream", { cookie });
    const html = await expectFailure(response, status);
    expect(html).toContain(response.headers.get("X-Request-Id") ?? "?");
    expect(html).toContain("<h1>Etwas ist schief gelaufen</h1>");
    expect(response.headers.getSetCookie().join()).not.toContain("authToken");
    proxy.break(/^POST \/comments\b/, breakdown);
    expect(await expectFailure(await comment(), status)).toMatch(generic);
    loggedSince(from);
  });

  it("gives a form back when it falls silent", async () => {
    proxy.break(/./, "silence");
    // transport.server.test.ts has the time limit.
    expect(await expectFailure(await comment(), 503)).toContain("Das Gutachten liegt vor.");
  });

  it("takes little memory, however much it says", { retry: 2 }, async () => {
    const peak = () => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${product.pid}/status`, "utf8"))?.[1]) * 1024;
    await product.ask("/stream", { cookie });
    writeFileSync(`/proc/${product.pid}/clear_refs`, "5");
    const before = peak();
    for (const breakdown of [endless, answer(bomb, { headers: { "Content-Encoding": "gzip" } })]) {
      proxy.break(/^GET \/contents\b/, breakdown);
      expect((await product.ask("/stream", { cookie })).status).toBe(502);
    }
    expect((peak() - before) / megabyte).toBeLessThan(mostMb);
    expect(loggedSince(0)).toContain("longer than 33554432 bytes");
  });

  it("with errors beside the data of GraphQL gives the form back", async () => {
    const body = JSON.stringify({ errors: [{ message: secret, extensions: { stack: secret } }], data: { copyContentToFolder: null } });
    const folderId = /<option value="([^"]+)"[^>]*>Presseschau</.exec(
      await (await product.ask(`/contents/${articleId}/copy`, { cookie })).text(),
    )?.[1];
    const form = new URLSearchParams({ folderId: folderId ?? "", key: crypto.randomUUID() });
    proxy.break(/^POST \/graphql\b/, answer(body));
    const html = await expectFailure(await product.ask(`/contents/${articleId}/copy`, { method: "POST", body: form, cookie }), 500);
    expect(html).toContain("Bitte versuchen Sie es später erneut oder kontaktieren Sie uns.");
    proxy.break(/^POST \/graphql\b/, answer(JSON.stringify({ data: { copyContentToFolder: { errors: "keine Liste" } } })));
    await expectFailure(await product.ask(`/contents/${articleId}/copy`, { method: "POST", body: form, cookie }), 502);
  });
});

describe("An upstream with rules of its own", () => {
  const post = (path: string, fields: Record<string, string>, session = cookie) =>
    product.ask(path, { method: "POST", body: new URLSearchParams(fields), cookie: session });

  it("that refuses a field which the form lacks is quoted above the form", async () => {
    proxy.break(/^POST \/folders\b/, answer(JSON.stringify({ errors: { unknown_field: ["Erst drei", "dann vier"] } }), { status: 422 }));
    const teamId = /<option value="([^"]+)"/.exec(
      (await (await product.ask("/folda/new", { cookie })).text()).split('name="teamId"')[1] ?? "",
    )?.[1];
    const response = await post("/folda/new", { name: "Neue Ablage", teamId: teamId ?? "" });
    expect(response.status).toBe(422);
    const html = await response.text();
    expect(html).toMatch(/role="alert"[\s\S]*<li>Erst drei<\/li><li>dann vier<\/li>/);
    expect(html).toContain("Neue Ablage");
  });

  it("that knows no new passwords and no folders gives the form back with the general message", async () => {
    proxy.break(/^POST \/(folders|password_resets)\b/, answer(JSON.stringify({ message: secret }), { status: 404 }));
    const reset = await expectFailure(
      await post("/password-reset", { workspace: "demo", email: "ole@demo.example" }, "currentLocale=de"),
      502,
    );
    expect(reset).toMatch(generic);
    expect(reset).toContain("ole@demo.example");
    const folder = await expectFailure(await post("/folda/new", { name: "Neue Ablage", teamId: crypto.randomUUID() }), 502);
    expect(folder).toMatch(generic);
    expect(folder).toContain("Neue Ablage");
  });
});

describe("An upstream whose answers have one thing wrong", () => {
  const pages = ["/stream", "/search?term=Bau", "/teams", "/settings/profile", "/stream/contents/new"];
  const values = [undefined, null, 7, { unbekannt: secret }];

  /** The real response to a call, modified. */
  const changed =
    (change: (body: unknown) => unknown): Answer =>
    (outgoing, incoming) => {
      const headers = { Authorization: incoming.headers.authorization ?? "", "Accept-Language": "de" };
      void fetch(apiUrl + incoming.url, { headers })
        .then((real) => real.json())
        .then((body) => answer(JSON.stringify(change(body)))(outgoing, incoming));
    };

  /** One field after the other, in the first entry of a list or in the object itself. */
  function first(body: unknown): Record<string, unknown> {
    if (Array.isArray(body)) return first(body[0]);
    const { entries } = (body ?? {}) as { entries?: unknown };
    return Array.isArray(entries) && entries.length > 0 ? first(entries) : ((body ?? {}) as Record<string, unknown>);
  }

  it("gives a page that is whole or an error page, whatever is missing, null or of another type; nothing breaks in between", async () => {
    const answers = new Set<number>();
    const said = product.errors.length;
    for (const path of pages) {
      const calls = new Map<string, string[]>();
      proxy.break(/^GET /, (outgoing, incoming) => {
        changed((body) => {
          calls.set(incoming.url ?? "", Object.keys(first(body)));
          return body;
        })(outgoing, incoming);
      });
      expect([path, (await product.ask(path, { cookie })).status]).toEqual([path, 200]);
      for (const [url, keys] of calls) {
        const escaped = url.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
        for (const [index, key] of keys.entries()) {
          const value = values[index % values.length];
          proxy.break(
            new RegExp(`^GET ${escaped}$`),
            changed((body) => {
              first(body)[key] = value;
              return body;
            }),
          );
          const response = await product.ask(path, { cookie });
          const html = await response.text();
          expect([200, 502], `${path}: ${url} with ${key} = ${JSON.stringify(value)} answered ${response.status}`).toContain(
            response.status,
          );
          expect(html).not.toContain(secret);
          expect(html).toContain("</html>");
          answers.add(response.status);
        }
      }
    }
    expect([...answers].sort()).toEqual([200, 502]);
    expect(product.errors.slice(said)).toEqual([]);
  });
});
