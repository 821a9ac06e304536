import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openProduct, type Product } from "../support/built-product";
import { engine } from "../support/engines";
import { freePort } from "../support/free-port";
import { openPaper, send } from "../support/paper";
import { scrapeMetrics } from "../support/scrape";
import { waitUntilReady } from "../support/serve-for-tests.js";
import { openSmtpSink, type SmtpSink } from "../support/smtp-sink";
import { freshDatabase } from "../support/template";

const article = `<title>Neue Brücke</title><article><h1>Neue Brücke</h1>${"<p>Die Brücke bei Uelzen wird ersetzt.</p>".repeat(20)}</article>`;

const families = [
  "http_request_duration_seconds",
  "api_request_duration_seconds",
  "http_requests_shed_total",
  "mails_total",
  "imports_total",
  "import_duration_seconds",
  "job_runs_total",
  "jobs",
  "jobs_oldest_due_seconds",
  "newsletter_deliveries",
  "newsletter_oldest_due_seconds",
  "database_up",
  "database_pool_connections",
  "database_pool_idle",
  "database_pool_waiting",
  "database_pool_limit",
  "disk_free_bytes",
  "disk_size_bytes",
  "metrics_collector_failures_total",
  "nodejs_eventloop_lag_p50_seconds",
  "nodejs_eventloop_lag_p99_seconds",
  "nodejs_gc_duration_seconds",
  "process_resident_memory_bytes",
  "process_cpu_seconds_total",
  "process_start_time_seconds",
];

describe("The metrics of the built product", () => {
  let sink: SmtpSink;
  let paper: Awaited<ReturnType<typeof openPaper>>;
  let product: Product;
  let port: number;
  let lena: string;
  let cleanUp: () => Promise<void>;

  beforeAll(async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "folda-metrics-"));
    const { databaseUrl = "" } = await freshDatabase(engine, dataDir);
    [sink, paper, port] = await Promise.all([
      openSmtpSink(),
      openPaper({ "/artikel": send("text/html; charset=utf-8", article), "/notes.txt": send("application/zip", "PK") }),
      freePort(),
    ]);
    const secret = "for tests only, and long enough to be one";
    product = await openProduct(dataDir, {
      DATABASE_URL: databaseUrl,
      SESSION_SECRET: secret,
      SMTP_URL: sink.url,
      MAIL_FROM: "folda@folda.example",
      IMPORT_ALLOW_HOSTS: paper.host,
      METRICS_PORT: String(port),
    });
    lena = await product.signIn("lena");
    cleanUp = async () => {
      await product.close();
      await sink.close();
      paper.close();
      rmSync(dataDir, { recursive: true, force: true });
    };
  });
  afterAll(() => cleanUp());

  /** The increase of these series caused by `act`; waits for the last one. */
  async function growth(series: string[], act: () => Promise<unknown>, expected: number[]) {
    const before = await scrapeMetrics(port);
    await act();
    const grown = async () => {
      const after = await scrapeMetrics(port);
      return series.map((one) => (after.value(one) ?? 0) - (before.value(one) ?? 0));
    };
    await expect.poll(grown).toEqual(expected);
  }

  it("count each request once, by the pattern of its route", async () => {
    const of = (method: string, route: string, status: number) =>
      `http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`;
    const series = [
      of("GET", "/sign-in", 200),
      of("GET", "/teams", 200),
      of("GET", "/:product/:folderId", 404),
      of("GET", "unknown", 404),
      of("POST", "/sign-in", 401),
      of("GET", "static", 200),
      'http_request_duration_seconds_bucket{le="+Inf",method="GET",route="/sign-in",status="200"}',
    ];
    const ask = async () => {
      await product.ask("/sign-in?redirectTo=%2Fgeheim");
      await product.ask("/sign-in");
      await product.ask("/teams", { cookie: lena });
      await product.ask("/folda/0b8bd0a4-5b0a-4f6f-8f0e-9a8b7c6d5e4f", { cookie: lena });
      await product.ask("/a/b/c/d/e?f=g");
      await product.ask("/favicon.svg");
      await product.ask("/sign-in", {
        method: "POST",
        body: new URLSearchParams({ workspace: "demo", email: "x@y.example", password: "z" }),
      });
    };
    await growth(series, ask, [2, 1, 1, 1, 1, 1, 2]);
  });

  it("count a mail and its job, taken and refused", async () => {
    const series = [
      'mails_total{kind="account",result="accepted"}',
      'mails_total{kind="account",result="refused"}',
      'job_runs_total{name="password-reset-mail",result="done"}',
      'job_runs_total{name="password-reset-mail",result="failed"}',
      'http_request_duration_seconds_count{method="POST",route="/password-reset",status="303"}',
    ];
    const reset = () =>
      product.ask("/password-reset", {
        method: "POST",
        body: new URLSearchParams({ workspace: "demo", email: "jana@demo.example" }),
      });
    const { status } = await reset();
    await expect.poll(async () => (await scrapeMetrics(port)).value(series[2] ?? "")).toBe(1);
    series[4] = series[4]?.replace("303", String(status)) ?? "";
    await growth(series, reset, [1, 0, 1, 0, 1]);
    sink.refuse({ code: 550, message: "5.1.1 <jana@demo.example> unknown" });
    await growth(series, reset, [0, 1, 0, 1, 1]);
    sink.refuse(undefined);
  });

  it("count an import by its result", async () => {
    const series = [
      'imports_total{kind="page",result="ok"}',
      'imports_total{kind="page",result="unsupported_type"}',
      'import_duration_seconds_count{kind="page"}',
    ];
    const importPage = (path: string) => product.ask(`/stream/contents/new?fetch=1&url=${paper.url(path)}`, { cookie: lena });
    await growth(series, () => importPage("/artikel"), [1, 0, 1]);
    await growth(series, () => importPage("/notes.txt"), [0, 1, 1]);
  });

  it("have every family, once, with sound values, and nothing of people", async () => {
    const { body, families: exported, value } = await scrapeMetrics(port);
    expect(exported).toEqual(expect.arrayContaining(families));
    expect(new Set(exported).size).toBe(exported.length);
    expect(value("database_up")).toBe(1);
    expect(value("database_pool_limit")).toBe(10);
    expect(value("disk_free_bytes")).toBeGreaterThan(0);
    expect(value('jobs{name="mailing-delivery",state="waiting"}')).toBe(0);
    expect(value("newsletter_oldest_due_seconds")).toBe(0);
    expect(value('http_requests_shed_total{queue="visitors"}')).toBe(0);
    expect([...body.matchAll(/metrics_collector_failures_total\{/g)]).toEqual([]);
    expect(body).not.toMatch(/@|geheim|demo\.example|127\.0\.0\.1|[\da-f]{8}-[\da-f]{4}/);
  });

  it("are on their own port only, which has nothing else", async () => {
    expect((await product.ask("/metrics")).status).toBe(404);
    for (const path of ["/", "/sign-in", "/metrics/", "/healthz"]) {
      expect([path, (await fetch(`http://127.0.0.1:${port}${path}`)).status]).toEqual([path, 404]);
    }
    expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: "POST" })).status).toBe(405);
    expect((await fetch(`http://127.0.0.1:${port}/metrics`)).headers.get("Content-Type")).toMatch(/^text\/plain; version=0\.0\.4/);
  });

  it("have every metric that deploy/alerts.yml asks for", async () => {
    await product.ask("/sign-in");
    // A request is counted after its response was sent.
    await expect.poll(async () => [...(await scrapeMetrics(port)).names]).toContain("http_request_duration_seconds_count");
    const { names } = await scrapeMetrics(port);
    const rules = readFileSync("deploy/alerts.yml", "utf8");
    const expressions = [...rules.matchAll(/expr: (?:\|\n((?: {10,}.*\n)+)|(.+))/g)].map(([, block, line]) => block ?? line ?? "");
    expect(expressions.length).toBeGreaterThan(8);
    const asked = expressions.flatMap((one) => one.replace(/\{[^}]*\}/g, "").match(/\b[a-z]+(?:_[a-z\d]+)+\b|\bjobs\b/g) ?? []);
    const known = new Set(["up"]);
    expect([...new Set(asked)].filter((name) => !names.has(name) && !known.has(name))).toEqual([]);
  });
});

it("`npm run api` has metrics of its own, by the patterns of the API's routes", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "folda-metrics-api-"));
  const { databaseUrl = "" } = await freshDatabase(engine, dataDir);
  const [port, metricsPort] = [await freePort(), await freePort()];
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(process.execPath, ["build/api/main.js"], {
    stdio: "ignore",
    env: {
      PATH,
      HOME,
      TMPDIR,
      DEMO: "0",
      DATA_DIR: dataDir,
      ...(databaseUrl ? { DATABASE_URL: databaseUrl, SESSION_SECRET: "for tests only, and long enough to be one" } : {}),
      API_PORT: String(port),
      METRICS_PORT: String(metricsPort),
      NODE_ENV: "production",
    },
  });
  const gone = once(child, "close");
  try {
    const url = `http://127.0.0.1:${port}`;
    await waitUntilReady(`${url}/readyz`);
    expect((await fetch(`${url}/folders/0b8bd0a4-5b0a-4f6f-8f0e-9a8b7c6d5e4f`)).status).toBe(401);
    expect((await fetch(`${url}/nowhere/geheim`)).status).toBe(404);
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
    const { body, value } = await scrapeMetrics(metricsPort);
    expect(value('api_request_duration_seconds_count{method="GET",route="/folders/:id",status="401"}')).toBe(1);
    expect(value('api_request_duration_seconds_count{method="GET",route="unknown",status="404"}')).toBe(2);
    expect([value("database_up"), value("nodejs_eventloop_lag_p99_seconds") !== undefined]).toEqual([1, true]);
    expect(body).not.toContain("geheim");
  } finally {
    child.kill("SIGKILL");
    await gone;
    rmSync(dataDir, { recursive: true, force: true });
  }
});
