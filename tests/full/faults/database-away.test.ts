import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BreakableLine, openBreakableLine } from "../../support/breakable-proxy";
import { freshPostgres, hasPostgres } from "../../support/engines";
import { freePort } from "../../support/free-port";
import { type Form, formsOf } from "../../support/page-forms";
import { scrapeMetrics } from "../../support/scrape";
import { type ServedProduct, startProduct } from "../../support/served-product";

describe.runIf(hasPostgres)("While PostgreSQL is away", () => {
  let dataDir: string;
  let line: BreakableLine;
  let product: ServedProduct;
  let jana: string;
  let metricsPort: number;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "folda-away-"));
    const url = new URL(await freshPostgres());
    line = await openBreakableLine({ host: url.hostname, port: Number(url.port || 5432) });
    url.port = String(line.port);
    metricsPort = await freePort();
    product = await startProduct({
      dataDir,
      environment: {
        DATABASE_URL: url.href,
        METRICS_PORT: String(metricsPort),
        SESSION_SECRET: "for tests only, and long enough to be one",
        WEBVIEW_SECRET: "for tests only, and long enough to be two",
      },
    });
    jana = await product.signIn("jana");
  });
  afterAll(async () => {
    await product.end("SIGKILL");
    await line.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const members = ["/stream", "/folda", "/search?term=Bahn", "/teams", "/settings/profile", "/client/tags", "/stream/contents/new"];
  const everybodys = ["/sign-in", "/sign-up", "/de/datenschutz", "/en/accessibility", "/offline", "/robots.txt", "/webview/init"];

  /** The page as a browser without JavaScript shows it. */
  async function read(path: string, cookie = jana) {
    const answer = await product.ask(path, { cookie: `${cookie}; currentLocale=de` });
    const html = await answer.text();
    const stylesheet = /<link rel="stylesheet" href="([^"]+)"/.exec(html)?.[1];
    return { answer, html, stylesheet };
  }

  it("a form whose write cuts the connection keeps what was typed, and is saved once when it is posted again", async () => {
    const cookie = `${jana}; currentLocale=de`;
    const get = async (path: string) => (await product.ask(path, { cookie })).text();
    const address = /href="(\/contents\/[\w-]+)"/.exec(await get("/stream"))?.[1] ?? "";
    const tries: { path: string; at: string; changed: Record<string, string> }[] = [
      { path: address, at: 'insert into "comments"', changed: { body: "Kanarienvogel im Kommentar" } },
      {
        path: "/stream/contents/new?mode=manual",
        at: 'insert into "articles"',
        changed: { title: "Kanarienvogel im Titel", body: "Kanarienvogel im Text", newTags: "Kanarienvogel" },
      },
      { path: "/folda/new", at: 'insert into "folders"', changed: { name: "Kanarienvogel der Foldas", description: "Kanarienvogel" } },
    ];
    for (const { path, at, changed } of tries) {
      const hasAll = ({ typed, fields }: Form) =>
        Object.keys(changed).every((name) => typed.includes(name)) && !fields.some(([name]) => name === "fetch");
      const form = formsOf(await get(path), path).find(hasAll);
      const folder = /<option value="([\w-]{36})"/.exec(await get("/stream/contents/new?mode=manual"))?.[1] ?? "";
      const fields = new URLSearchParams(form?.fields);
      fields.delete("fileUrls");
      for (const [name, value] of Object.entries({ ...changed, ...(fields.has("folderId") ? { folderId: folder } : {}) }))
        fields.set(name, value);
      line.breakAt(at);
      const answer = await product.ask(form?.action ?? "", { method: "POST", body: fields, cookie });
      const html = await answer.text();
      expect([path, answer.status]).toEqual([path, 503]);
      expect(Number(answer.headers.get("Retry-After")), path).toBeGreaterThan(0);
      const again = formsOf(html, path).find(hasAll);
      for (const [name, value] of Object.entries(changed)) expect(again?.fields).toContainEqual([name, value]);
      line.mend();
      await expect.poll(async () => (await product.ask("/readyz")).status).toBe(200);
      const saved = await product.ask(again?.action ?? "", { method: "POST", body: new URLSearchParams(again?.fields), cookie });
      expect([path, saved.status]).toEqual([path, 302]);
    }
    const withoutScripts = (await get(address)).replace(/<script.*?<\/script>/gs, "");
    expect(withoutScripts.split("Kanarienvogel im Kommentar")).toHaveLength(2);
  });

  it("every main page says so, dressed, without script, and says when to come back", async () => {
    line.break();
    for (const path of members) {
      const { answer, html, stylesheet } = await read(path);
      expect([path, answer.status]).toEqual([path, 503]);
      expect(Number(answer.headers.get("Retry-After")), path).toBeGreaterThan(0);
      expect(answer.headers.get("Content-Type")).toContain("text/html");
      expect(answer.headers.get("Cache-Control")).toContain("no-store");
      expect(html).toMatch(/<h1>Gerade nicht erreichbar<\/h1>/);
      expect(html).toContain(answer.headers.get("X-Request-Id") ?? "?");
      expect(html).toContain('href="/stream"');
      expect(answer.headers.getSetCookie().join(), "nobody is signed out").not.toContain("authToken");
      expect((await product.ask(stylesheet ?? "")).status, path).toBe(200);
    }
  });

  it("what needs none is there as ever, and a page that does not exist is none", async () => {
    for (const path of everybodys) expect([path, (await read(path, "")).answer.status]).toEqual([path, 200]);
    for (const path of ["/", "/de/impressum"]) expect([path, (await read(path, "")).answer.status]).toEqual([path, 200]);
    expect((await read("/nirgendwo", "")).answer.status).toBe(404);
    expect((await read("/nirgendwo")).answer.status).toBe(404);
    expect((await product.ask("/healthz")).status).toBe(200);
    expect((await product.ask("/readyz")).status).toBe(503);
  });

  it("the metrics say so, without what only the database knows", async () => {
    const { names, value } = await scrapeMetrics(metricsPort);
    expect([value("database_up"), names.has("jobs"), names.has("newsletter_oldest_due_seconds")]).toEqual([0, false, false]);
    expect(value("database_pool_limit")).toBe(10);
    expect(value('http_request_duration_seconds_count{method="GET",route="/teams",status="503"}')).toBe(1);
  });

  it("and then back, every page is there again by itself, with the same session", async () => {
    line.mend();
    await expect.poll(async () => (await product.ask("/readyz")).status).toBe(200);
    for (const path of members) expect([path, (await read(path)).answer.status]).toEqual([path, 200]);
    const { value } = await scrapeMetrics(metricsPort);
    expect([value("database_up"), value('jobs{name="sweep",state="failed"}')]).toEqual([1, 0]);
  });
});
