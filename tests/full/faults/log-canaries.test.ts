import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAdaptorServer } from "@hono/node-server";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import {
  type BreakableLine,
  type BreakableProxy,
  type Breakdown,
  openBreakableLine,
  openBreakableProxy,
} from "../../support/breakable-proxy";
import { engine, hasPostgres, type OpenWorld, openWorldIn } from "../../support/harness";
import { addressOf, type CollectedForm, collectForms, destroys, endsSession, inLanes } from "../../support/page-forms";
import { openS3Server } from "../../support/s3-server";
import { seedBoth } from "../../support/seed";
import { type ServedProduct, startProduct } from "../../support/served-product";
import { openSmtpSink } from "../../support/smtp-sink";
import { freshDatabase } from "../../support/template";

/** Typed into every field; must never appear in a log. */
const canary = "Kanarienvogel";
const isCanary = /kanarienvogel/i;
const secret = { SESSION_SECRET: "for tests only, and long enough to be one", DEMO: "0", LOG_LEVEL: "info" };

/** On SIGUSR2, calls to the upstream time out after one second; the next SIGUSR2 restores the limits. */
const hurry = `let isHurried = false;
  process.on("SIGUSR2", () => {
    isHurried = !isHurried;
    process.stdout.write('{"level":30,"name":"test","msg":"hurried: ' + isHurried + '"}\\n');
  });
  const later = globalThis.setTimeout;
  globalThis.setTimeout = (work, ms, ...more) => later(work, isHurried && ms >= 15_000 && ms <= 24_500 ? 1_000 : ms, ...more);`;

let dataDir: string;
let line: BreakableLine | undefined;
let store: Awaited<ReturnType<typeof openS3Server>>;
let sink: Awaited<ReturnType<typeof openSmtpSink>>;
let world: OpenWorld;
let api: ReturnType<typeof createAdaptorServer>;
let proxy: BreakableProxy;
/** Puts a canary into everything that the importer reads, on each path in another way. */
const site = createServer(({ url = "" }, response) => {
  if (url.startsWith("/cut")) return response.socket?.destroy();
  if (url.startsWith("/garbage")) return response.socket?.end(`${canary}\r\n\r\n`);
  if (url.startsWith("/elsewhere")) return response.writeHead(302, { Location: `https://${canary}.invalid/${canary}` }).end();
  if (url.startsWith("/half"))
    return response.writeHead(200, { "Content-Type": "text/html", "Content-Length": 900 }).end(`<title>${canary}`);
  const status = url.startsWith("/broken") ? 500 : 200;
  const type = url.startsWith("/strange") ? `image/${canary}; charset=${canary}` : "text/html; charset=utf-8";
  const html = `<title>${canary}</title><meta property="og:image" content="/cut/${canary}.png"><article>${canary}</article>`;
  return response.writeHead(status, { "Content-Type": type, "X-Trace": canary }).end(html);
});
let product: ServedProduct;
let anna: string;
let clara: string;
let forms: CollectedForm[];
let folderId: string;

const newArticlePath = "/stream/contents/new?mode=manual";
const newArticle = () =>
  new URLSearchParams({ folderId, key: crypto.randomUUID(), title: canary, body: canary, newTags: canary, publishedAt: "2026-03-01" });

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "folda-canaries-"));
  const { databaseUrl } = await freshDatabase(engine, dataDir);
  const given: Record<string, string> = { ...secret };
  if (databaseUrl) {
    const url = new URL(databaseUrl);
    line = await openBreakableLine({ host: url.hostname, port: Number(url.port || 5432) });
    url.port = String(line.port);
    given.DATABASE_URL = url.href;
  }
  store = await openS3Server();
  sink = await openSmtpSink();
  await once(site.listen(0, "127.0.0.1"), "listening");
  world = await openWorldIn(dataDir, {
    ...given,
    S3_URL: store.url,
    SMTP_URL: sink.url,
    MAIL_FROM: "folda@folda.example",
    IMPORT_ALLOW_HOSTS: siteAddress(),
  });
  const { own: records } = await seedBoth(world);
  folderId = records.folder;
  anna = `authToken=${await world.signIn("anna")}`;
  clara = `authToken=${await world.signIn("clara")}`;
  api = createAdaptorServer({ fetch: (request) => world.api.fetch(request) });
  await once(api.listen(0, "127.0.0.1"), "listening");
  proxy = await openBreakableProxy(`http://127.0.0.1:${(api.address() as AddressInfo).port}`);
  product = await startProduct({
    dataDir: join(dataDir, "web"),
    environment: { ...secret, UPSTREAM_API_URL: proxy.url, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hurry)}` },
    ready: "/healthz",
  });

  const found = [...(await collectForms((path, cookie) => product.ask(path, { cookie }), { records, cookie: anna })).values()];
  // The newsletter's steps are autosaved to separate URLs.
  const draft = addressOf("/:product/:folderId/mailings/:newsletterId/draft", records);
  const steps = found.filter(({ action }) => /\/mailings\/[^/]+\/(title|recipients|articles|tags)/.test(action));
  expect(new Set(found.map(({ cookie }) => cookie)), "the forms of visitors are posted by visitors").toEqual(new Set([anna, ""]));
  forms = [...found, ...steps.map((step) => ({ ...step, action: draft }))].map(withCanaries);
});
afterEach(() => {
  proxy.mend();
  line?.mend();
});
afterAll(async () => {
  await product.end("SIGKILL");
  await proxy.close();
  api.close();
  await world.close();
  await line?.close();
  await sink.close();
  site.closeAllConnections();
  site.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const siteAddress = () => `127.0.0.1:${(site.address() as AddressInfo).port}`;

/** Ids, dates, choices, URLs of pages and colours are kept, so that forms pass validation. */
function withCanaries(form: CollectedForm): CollectedForm {
  const isChoice = (value: string) => /^(?:[0-9a-f-]{36}|\d.*|[a-z_-]{0,20}|#[0-9a-f]+|\/.*)$/.test(value);
  return {
    ...form,
    fields: form.fields.map(([name, value]) => {
      if (/@/.test(value)) return [name, `${canary.toLowerCase()}@privat.example`];
      if (/^https?:/.test(value)) return [name, `https://${canary}.invalid/${canary}`];
      return [name, isChoice(value) && !/^(?:subject|title|name|body|text|term)$/.test(name) ? value : `${canary} und mehr`];
    }),
  };
}

/** Waits for concurrent database connections: those of the previous test were cut. */
const connected = (count: number) =>
  vi.waitFor(() => Promise.all(Array.from({ length: count }, () => world.services.database.pool.query("select pg_sleep(0.1)"))), {
    timeout: 120_000,
  });

/** Posts the forms, also as scripts do; returns the statuses. */
async function post(list: CollectedForm[], { alsoAsScript = false } = {}): Promise<Set<number>> {
  const statuses = new Set<number>();
  await inLanes(list, async (form) => {
    const cookie = [endsSession(form) ? clara : form.cookie, "currentLocale=de"].filter(Boolean).join("; ");
    const body = new URLSearchParams(form.fields);
    const [path = "", query] = form.action.split("?");
    const asScript = path === "/" || !alsoAsScript ? [] : [`${path}.data${query ? `?${query}` : ""}`];
    for (const target of [form.action, ...asScript]) {
      const answer = await product.ask(target, {
        method: "POST",
        body,
        cookie,
        headers: { Referer: `${product.url}/search?term=${canary}` },
      });
      await answer.text();
      statuses.add(answer.status);
    }
  });
  return statuses;
}

/** Checks every log line since the start: JSON, one per request, and without typed text. */
function expectNoCanary() {
  const lines = [...product.lines, ...world.logLines];
  for (const one of lines)
    expect(JSON.parse(one), one).toMatchObject({ level: expect.any(Number), name: expect.any(String), msg: expect.any(String) });
  expect(lines.filter((one) => isCanary.test(one))).toEqual([]);
  expect(product.errors).toEqual([]);
  const ids = product.lines.map((one) => JSON.parse(one)).flatMap(({ msg, requestId }) => (msg === "request" ? [requestId] : []));
  expect(ids.length).toBeGreaterThan(forms.length);
  expect(new Set(ids).size).toBe(ids.length);
}

/** An upstream that repeats the request in every part of its response. */
const parrot =
  (status: number): Breakdown =>
  (outgoing, incoming) => {
    const parts: Buffer[] = [];
    incoming.on("data", (part) => parts.push(part));
    incoming.on("end", () => {
      const message = `${canary} ${Buffer.concat(parts).toString()}`;
      const body = { message, errors: { [canary]: [message], base: { [canary]: message } }, [canary]: message, data: null };
      outgoing.writeHead(status, { "Content-Type": "application/json", "X-Trace": canary }).end(JSON.stringify(body));
    });
  };

describe("What is typed into any form is in no log", () => {
  const writes = /^(?:POST|PUT|DELETE) /;
  const everyCall = /./;

  test.each<[string, RegExp, Breakdown]>([
    ["the upstream cuts writes off", writes, "cut"],
    ["the upstream repeats what it was sent as a bug of its own", writes, parrot(500)],
    ["the upstream repeats what it was sent as a refusal", writes, parrot(422)],
    ["the upstream repeats what it was sent as success", writes, parrot(200)],
    ["the upstream is gone", everyCall, "cut"],
  ])("while %s", async (_, calls, breakdown) => {
    proxy.break(calls, breakdown);
    const statuses = await post(forms, { alsoAsScript: calls === everyCall });
    expect(Math.max(...statuses)).toBeGreaterThanOrEqual(500);
    expectNoCanary();
  });

  test("while the upstream takes writes and never answers", async () => {
    const setHurried = async (isHurried: boolean) => {
      const before = product.lines.length;
      process.kill(product.pid, "SIGUSR2");
      const isSet = () => product.lines.slice(before).some((one) => one.includes(`hurried: ${isHurried}`));
      await vi.waitUntil(isSet, { timeout: 120_000 });
    };
    await setHurried(true);
    proxy.break(writes, "silence");
    // Each one waits for the time limit, so only a few are posted, all at once. Those of visitors come last.
    const withTexts = forms.filter(({ typed }) => typed.length > 0);
    const some = [...withTexts.slice(0, 8), ...withTexts.slice(-8)];
    const statuses = await Promise.all(some.map((form) => post([form])));
    expect(new Set(statuses.flatMap((all) => [...all]))).toContain(503);
    expectNoCanary();
    await setHurried(false);
  });

  test.runIf(hasPostgres)("while the connections to the database are frozen", async () => {
    const { pool } = world.services.database;
    const limits = { ...pool.options };
    // For new connections; the existing ones are cut.
    Object.assign(pool.options, { statement_timeout: 1_000, query_timeout: 1_500 });
    line?.mend();
    await connected(10);
    line?.freeze();
    expect(await post(forms.filter((form) => !destroys(form)))).toContain(503);
    expectNoCanary();
    Object.assign(pool.options, { statement_timeout: limits.statement_timeout, query_timeout: limits.query_timeout });
  });

  test.runIf(hasPostgres)("while the database is unreachable", async () => {
    const before = world.logLines.length;
    line?.break();
    expect(await post(forms)).toContain(503);
    expectNoCanary();
    const logged = world.logLines.slice(before).filter((one) => one.includes('"failure":"database unavailable"'));
    expect(logged.length).toBeGreaterThan(0);
    for (const one of logged) expect(one).not.toMatch(/params|select |insert |"stack"/);
  });

  /** Full disk, statement timeout, read-only server, a lost connection, and a bug, each with the words of the row that was to be written. */
  test.each([
    ["53100", 507],
    ["57014", 503],
    ["25006", 503],
    ["08006", 503],
    ["XX000", 500],
  ])("while the database refuses every row with %s and repeats it", async (sqlState, status) => {
    const { pool } = world.services.database;
    await connected(1);
    const ofTables = (statement: string) => `do $tables$ declare name text; begin
      for name in select tablename from pg_tables where schemaname = 'public' and tablename not in ('sessions', 'rate_limits') loop
        execute format('${statement}', name);
      end loop; end $tables$`;
    await pool.query(`create function refuse() returns trigger language plpgsql as $refuse$ begin
      raise exception '% %', tg_table_name, new using errcode = '${sqlState}', detail = new::text, hint = new::text; end $refuse$`);
    await pool.query(ofTables("create trigger refuse before insert or update on %I for each row execute function refuse()"));
    try {
      expect(await post(forms.filter((form) => !destroys(form)))).toContain(status);
    } finally {
      await pool.query("drop function refuse cascade");
    }
    expectNoCanary();
  });

  test("while the servers that articles and files are read from fail in every way", async () => {
    const urls = ["cut", "garbage", "elsewhere", "half", "broken", "strange", "whole"].map(
      (how) => `http://${siteAddress()}/${how}/${canary}`,
    );
    const statuses = new Set<number>();
    for (const url of [...urls, `https://${canary}.invalid/`]) {
      const imported = await product.ask(`/stream/contents/new?${new URLSearchParams({ fetch: "1", url })}`, { cookie: anna });
      const body = newArticle();
      body.set("fileUrls", url);
      const saved = await product.ask(newArticlePath, { method: "POST", body, cookie: anna });
      for (const answer of [imported, saved]) {
        await answer.text();
        statuses.add(answer.status);
      }
    }
    expect([...statuses].every((status) => status < 500)).toBe(true);
    expectNoCanary();
  });

  test("while the file store is gone and the mail server refuses everything with the words of the mail", async () => {
    const before = world.logLines.length;
    sink.refuse({ code: 550, message: `5.1.1 <${canary}@privat.example> ${canary}` });
    await store.close();
    await post(forms.filter((form) => !destroys(form)));
    // Which of the forms send mail depends on their order: one of them deselects all articles of the newsletter that others preview.
    const reset = new URLSearchParams({ workspace: "demo", email: "jana@demo.example" });
    await product.ask("/password-reset", { method: "POST", body: reset });
    const form = new FormData();
    for (const [name, value] of newArticle()) form.append(name, value);
    form.append("files", new File([canary], `${canary}.txt`));
    const { status } = await product.ask(newArticlePath, { method: "POST", body: form, cookie: anna });
    // The article is saved; the page asks for its file again.
    expect(status).toBe(200);
    const logged = () => world.logLines.slice(before).join("\n");
    await expect.poll(logged).toContain('"class":"smtp_5xx');
    expect(logged()).toContain("file store unreachable");
    expectNoCanary();
  });
});
