import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAdaptorServer } from "@hono/node-server";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { fileArticle } from "../support/articles";
import { type BreakableProxy, type Breakdown, openBreakableProxy } from "../support/breakable-proxy";
import { type OpenWorld, openWorld } from "../support/harness";
import { type ServedProduct, startProduct } from "../support/served-product";

/** Typed into every field and sent in every address and header; must never be in a log. */
const canary = "Kanarienvogel";

let dataDir: string;
let world: OpenWorld;
let api: ReturnType<typeof createAdaptorServer>;
let proxy: BreakableProxy;
let product: ServedProduct;
let cookie: string;
let folderId: string;
let articlePath: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "folda-proof-failures-"));
  world = await openWorld();
  folderId = await world.folderId("nordkorridor");
  articlePath = `/contents/${(await fileArticle(world.as("jana"), folderId)).id}`;
  api = createAdaptorServer({ fetch: (request) => world.api.fetch(request) });
  await once(api.listen(0, "127.0.0.1"), "listening");
  proxy = await openBreakableProxy(`http://127.0.0.1:${(api.address() as AddressInfo).port}`);
  product = await startProduct({
    dataDir,
    environment: { SESSION_SECRET: "for tests only, and long enough to be one", LOG_LEVEL: "info", UPSTREAM_API_URL: proxy.url },
    ready: "/healthz",
  });
  cookie = `authToken=${await world.signIn("jana")}; currentLocale=de`;
});
afterEach(() => proxy.mend());
afterAll(async () => {
  await product.end("SIGKILL");
  await proxy.close();
  api.close();
  await world.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const headers = { "User-Agent": canary, "X-Trace": canary };
const get = (path: string, as = cookie) =>
  product.ask(path, { cookie: as, headers: { ...headers, Referer: `${product.url}/search?term=${canary}` } });
const post = (path: string, fields: Record<string, string>, as = cookie) =>
  product.ask(path, { method: "POST", body: new URLSearchParams(fields), cookie: as, headers });
const comment = () => ({ body: `${canary} ist noch da.`, key: crypto.randomUUID() });

describe("While the upstream API fails, pages are an error page and forms keep their text", () => {
  const [failed, unavailable] = ["Etwas ist schief gelaufen", "Gerade nicht erreichbar"];
  const broken: [string, Breakdown, number, string][] = [
    ["with status 500", 500, 500, failed],
    ["by closing the connection", "cut", 503, unavailable],
    ["with an incomplete JSON document", (out) => out.writeHead(200, { "Content-Type": "application/json" }).end("[{"), 502, failed],
    ["with bytes that are not HTTP", (out) => out.socket?.end("garbage\r\n\r\n"), 503, unavailable],
  ];

  test.each(broken)("%s", async (_, breakdown, status, title) => {
    proxy.break(/./, breakdown);
    const page = await get("/stream");
    expect([page.status, /<h1>(.*?)<\/h1>/.exec(await page.text())?.[1]]).toEqual([status, title]);
    proxy.break(/^POST /, breakdown);
    const form = await post(articlePath, comment());
    expect(form.status).toBe(status);
    expect(await form.text()).toContain(`${canary} ist noch da.</textarea>`);
    proxy.mend();
    expect((await get("/stream")).status).toBe(200);
  });
});

test("Nothing that people type is in a log, whether it is saved, refused or fails", async () => {
  const article = () => ({
    folderId,
    key: crypto.randomUUID(),
    title: canary,
    body: canary,
    newTags: canary,
    publishedAt: "2026-03-01",
  });
  const person = { workspace: "demo", email: `${canary}@privat.example` };
  const newArticle = "/stream/contents/new?mode=manual";
  const token = { Authorization: `Bearer ${canary}` };
  const statuses: Record<string, () => Promise<{ status: number }>> = {
    "302 article": () => post(newArticle, article()),
    "422 article without a date": () => post(newArticle, { ...article(), publishedAt: canary }),
    "302 comment": () => post(articlePath, comment()),
    "200 search": () => get(`/search?term=${canary}&tags=${canary}`),
    "401 sign-in": () => post("/sign-in", { ...person, password: canary }, ""),
    "302 password reset": () => post("/password-reset", person, ""),
    "404 link from a mail": () => get(`/password_resets/${canary}${"x".repeat(30)}`, ""),
    "302 session": () => get("/stream", `authToken=${canary}`),
    "404 address": () => get(`/${canary}`),
    "401 API token": () => world.visitor.get(`/contents?term=${canary}`, token),
    "404 API feed": () => world.visitor.get(`/feeds/${canary}/contents`),
    "400 API body": () =>
      world.as("jana").request("/contents", { method: "POST", headers: { "Content-Type": "application/json" }, body: `{"${canary}` }),
  };
  const given: string[] = [];
  for (const [name, ask] of Object.entries(statuses)) given.push(`${(await ask()).status} ${name.slice(4)}`);
  expect(given).toEqual(Object.keys(statuses));

  const { pool } = world.services.database;
  await pool.query(`create function refuse() returns trigger language plpgsql as $refuse$ begin
    raise exception '% %', tg_table_name, new using errcode = 'XX000', detail = new::text, hint = new::text; end $refuse$`);
  for (const table of ["articles", "comments"])
    await pool.query(`create trigger refuse before insert on ${table} for each row execute function refuse()`);
  expect([(await post(newArticle, article())).status, (await post(articlePath, comment())).status]).toEqual([500, 500]);
  await pool.query("drop function refuse cascade");

  const lines = [...product.lines, ...world.logLines];
  expect(lines.filter((line) => JSON.parse(line).level >= 50).length).toBeGreaterThanOrEqual(2);
  expect(lines.filter((line) => /kanarienvogel/i.test(line))).toEqual([]);
  expect(product.errors).toEqual([]);
});
