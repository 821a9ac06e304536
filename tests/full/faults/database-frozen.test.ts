import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fileArticle } from "../../support/articles";
import { type BreakableLine, openBreakableLine } from "../../support/breakable-proxy";
import type { Answer } from "../../support/caller";
import { hasPostgres } from "../../support/engines";
import { type OpenWorld, openWorldIn } from "../../support/harness";
import { openSmtpSink, type SmtpSink } from "../../support/smtp-sink";
import { freshDatabase } from "../../support/template";

/** In place of 15 and 17 seconds. */
const statementMs = 1_000;
const queryMs = 1_500;
/** Limit of this file: milliseconds beyond the timeout of one query until everybody is served again. Three attempts. */
const allowanceMs = 10_000;

describe.runIf(hasPostgres)("When connections to PostgreSQL die silently", () => {
  let dataDir: string;
  let direct: URL;
  let line: BreakableLine;
  let sink: SmtpSink;
  let world: OpenWorld;

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "folda-frozen-"));
    const { databaseUrl = "" } = await freshDatabase("postgres", dataDir);
    const url = new URL(databaseUrl);
    direct = new URL(databaseUrl);
    line = await openBreakableLine({ host: url.hostname, port: Number(url.port || 5432) });
    url.port = String(line.port);
    url.searchParams.set("statement_timeout", String(statementMs));
    url.searchParams.set("query_timeout", String(queryMs));
    sink = await openSmtpSink();
    world = await openWorldIn(dataDir, {
      DATABASE_URL: url.href,
      SESSION_SECRET: "for tests only, and long enough to be one",
      DEMO: "0",
      SMTP_URL: sink.url,
      MAIL_FROM: "folda@folda.example",
      // A second for each mail: the newsletter is under way while the connections freeze.
      MAIL_RATE: "1",
    });
  });
  afterAll(async () => {
    await world.close();
    await line.close();
    await sink.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const pool = () => world.services.database.pool;
  const readAll = () => Promise.all(Array.from({ length: 20 }, async () => (await world.as("jana").get("/folders")).status));

  /** Freezes the ten connections of the pool while each has a query under way; resolves with the statuses of twenty requests meanwhile. */
  async function freeze(): Promise<number[]> {
    await readAll();
    const busy = Promise.allSettled(Array.from({ length: 10 }, () => pool().query("select pg_sleep(0.5)")));
    await expect.poll(() => [pool().totalCount, pool().idleCount]).toEqual([10, 0]);
    line.freeze();
    const [during] = await Promise.all([readAll(), busy]);
    return during;
  }
  const served = Array.from({ length: 20 }, () => 200);

  it("everybody is served again after one timeout", { retry: 2 }, async () => {
    const from = world.logLines.length;
    for (const status of await freeze()) expect([200, 503]).toContain(status);
    await expect.poll(readAll, { timeout: queryMs + allowanceMs }).toEqual(served);
    expect(world.logLines.slice(from).join("\n")).toContain("database connections discarded: no answer in time");
  });

  it("a newsletter under way reaches every recipient once", async () => {
    const folder = await world.folderId("presseschau");
    await fileArticle(world.as("henrike"), folder, { title: "Brücke gesperrt" });
    const henrike = world.as("henrike");
    const { body: draft } = await henrike.post("/mailings", { mailing: { folder_id: folder, vuex_state: { subject: "Presse" } } });
    expect((await henrike.put(`/mailings/${draft.id}`, { mailing: {}, perform: "publish" })).status).toBe(200);
    await expect.poll(() => sink.received.length).toBeGreaterThan(0);
    expect(sink.received.length).toBeLessThan(6);
    await freeze();
    await expect.poll(readAll).toEqual(served);
    const { body } = await henrike.get(`/mailings/${draft.id}/deliveries`);
    const addresses = body.entries.map(({ email }: { email: string }) => email).sort();
    await expect.poll(() => sink.received.flatMap(({ to }) => to).sort()).toEqual(addresses);
    const states = async () => {
      const { entries } = (await henrike.get(`/mailings/${draft.id}/deliveries`)).body;
      return entries.map(({ state }: { state: string }) => state);
    };
    await expect.poll(states).toEqual(addresses.map(() => "handed_over"));
    expect(sink.received).toHaveLength(addresses.length);
  });

  /** Calls the API while a statement has been executed on the server, past the proxy. */
  async function onServerDirectly(statements: string, work: () => Promise<void>): Promise<void> {
    const client = new pg.Client({ connectionString: direct.href, options: "-c default_transaction_read_only=off" });
    await client.connect();
    try {
      await client.query(statements);
      await work();
    } finally {
      await client.end();
    }
  }

  async function expectUnavailable(calls: Promise<Answer>[]): Promise<void> {
    const from = world.logLines.length;
    const answers = await Promise.all(calls);
    expect(answers.map(({ status }) => status)).toEqual(calls.map(() => 503));
    for (const { headers } of answers) expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
    const lines = world.logLines.slice(from).join("\n");
    expect(lines).toContain("database unavailable");
    expect(lines).not.toContain("request failed");
  }

  it("a table that is locked is 503 with Retry-After, for readers and writers, and no bug in the log", async () => {
    const jana = world.as("jana");
    const folder = await world.folderId("nordkorridor");
    const { id } = await fileArticle(jana, folder, { title: "Brücke" });
    await onServerDirectly("begin; lock table articles", () =>
      expectUnavailable([
        jana.get("/contents"),
        jana.get(`/contents/${id}`),
        jana.post(`/comments/content/${id}`, { body: "Das Gutachten liegt vor." }),
        jana.delete(`/contents/${id}`),
      ]),
    );
    expect((await jana.get(`/contents/${id}`)).status).toBe(200);
  });

  it("a read-only server is 503 for writers and serves readers, and once it is not, both", async () => {
    const jana = world.as("jana");
    expect((await jana.get("/folders")).status).toBe(200);
    const name = direct.pathname.slice(1);
    // As after a failover, no connection survives.
    const endAll = "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()";
    const create = () => jana.post("/teams", { team: { name: `Team ${crypto.randomUUID()}` } });
    await onServerDirectly(`alter database ${name} set default_transaction_read_only = on; ${endAll}`, async () => {
      await expect.poll(async () => (await jana.get("/folders")).status).toBe(200);
      await expectUnavailable([create(), create()]);
    });
    await onServerDirectly(`alter database ${name} reset default_transaction_read_only; ${endAll}`, async () => {});
    await expect.poll(async () => (await create()).status).toBe(201);
  });
});
