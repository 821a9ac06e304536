import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAdaptorServer } from "@hono/node-server";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type BreakableLine, type BreakableProxy, type Breakdown, openBreakableLine, openBreakableProxy } from "../support/breakable-proxy";
import { furnishBoth } from "../support/furnish";
import { mainEngine, type OpenWorld, openWorldIn } from "../support/harness";
import { addressOf, collectForms, destroys, endsSession, type Form, inLanes } from "../support/page-forms";
import { openS3Server } from "../support/s3-server";
import { type ServedProduct, startProduct } from "../support/served-product";
import { openSmtpSink } from "../support/smtp-sink";
import { freshDatabase } from "../support/template";

vi.setConfig({ testTimeout: 120_000 });

/** Typed into every field; must never appear in a log. */
const canary = "Kanarienvogel";
const isCanary = /kanarienvogel/i;
const secret = { SESSION_SECRET: "for tests only, and long enough to be one", DEMO: "0", LOG_LEVEL: "info" };

let dataDir: string;
let drop: () => Promise<void>;
let line: BreakableLine | undefined;
let store: Awaited<ReturnType<typeof openS3Server>>;
let sink: Awaited<ReturnType<typeof openSmtpSink>>;
let world: OpenWorld;
let api: ReturnType<typeof createAdaptorServer>;
let proxy: BreakableProxy;
let product: ServedProduct;
let anna: string;
let clara: string;
let forms: Form[];

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "folda-canaries-"));
  const database = await freshDatabase(mainEngine, dataDir);
  drop = database.drop;
  const given: Record<string, string> = { ...secret };
  if (database.databaseUrl) {
    const url = new URL(database.databaseUrl);
    line = await openBreakableLine({ host: url.hostname, port: Number(url.port || 5432) });
    url.port = String(line.port);
    given.DATABASE_URL = url.href;
  }
  store = await openS3Server();
  sink = await openSmtpSink();
  world = await openWorldIn(dataDir, { ...given, S3_URL: store.url, SMTP_URL: sink.url, MAIL_FROM: "folda@folda.example" });
  const { own: things } = await furnishBoth(world);
  anna = `authToken=${await world.signIn("anna")}`;
  clara = `authToken=${await world.signIn("clara")}`;
  api = createAdaptorServer({ fetch: (request) => world.api.fetch(request) });
  await once(api.listen(0, "127.0.0.1"), "listening");
  proxy = await openBreakableProxy(`http://127.0.0.1:${(api.address() as AddressInfo).port}`);
  product = await startProduct({
    dataDir: join(dataDir, "web"),
    environment: { ...secret, UPSTREAM_API_URL: proxy.url },
    ready: "/healthz",
  });

  const found = [...(await collectForms((path, cookie) => product.ask(path, { cookie }), { things, cookie: anna })).values()];
  // The newsletter's steps are saved while somebody types, by script and to an address of their own.
  const draft = addressOf("/:product/:folderId/mailings/:mailingId/draft", things);
  const steps = found.filter(({ action }) => /\/mailings\/[^/]+\/(title|recipients|articles|tags)/.test(action));
  forms = [...found, ...steps.map((step) => ({ ...step, action: draft }))].map(withCanaries);
}, 300_000);
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
  await drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Ids, dates, choices, addresses of pages and colours stay as they are, so that forms get as far as they can. */
function withCanaries(form: Form): Form {
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

/** Posts the forms, also as script does; the statuses of the answers. */
async function post(list: Form[], { alsoAsScript = false } = {}): Promise<Set<number>> {
  const statuses = new Set<number>();
  await inLanes(list, async (form) => {
    const cookie = `${endsSession(form) ? clara : anna}; currentLocale=de`;
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

/** Every line since the product began, checked: JSON, one for each request, and nothing that was typed. */
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

/** An upstream that repeats what it was sent, in everything that an answer has. */
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

  test.runIf(mainEngine === "postgres")("while the database is unreachable", async () => {
    line?.break();
    expect(await post(forms)).toContain(503);
    expectNoCanary();
    expect(world.logLines.join("\n")).toContain('"failure":"database unavailable"');
  });

  test("while the file store is gone and the mail server refuses everything with the words of the mail", async () => {
    sink.refuse({ code: 550, message: `5.1.1 <${canary}@privat.example> ${canary}` });
    await store.close();
    await post(forms.filter((form) => !destroys(form)));
    const form = new FormData();
    for (const [name, value] of forms.find(({ action }) => action.startsWith("/stream/contents/new"))?.fields ?? [])
      form.append(name, value);
    form.append("files", new File([canary], `${canary}.txt`));
    const { status } = await product.ask("/stream/contents/new?mode=manual", { method: "POST", body: form, cookie: anna });
    expect(status).toBeGreaterThanOrEqual(200);
    await expect.poll(() => world.logLines.join("\n"), { timeout: 20_000 }).toContain("job failed");
    expectNoCanary();
  });
});
