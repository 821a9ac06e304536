import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type BreakableLine, openBreakableLine } from "../support/breakable-proxy";
import { type Ask, expectSearchUpToDate, MixedWrites, newWord } from "../support/crash/mixed-writes";
import { addReaders } from "../support/crash/readers";
import { onServer, postgresOnly } from "../support/engines";
import { freePort } from "../support/free-port";
import { type ServedProduct, startProduct } from "../support/served-product";
import { type Mishap, openSmtpSink, type SmtpSink } from "../support/smtp-sink";
import { freshDatabase } from "../support/template";

/** Unset: one pass through the quick faults. Otherwise passes through all of them until the time is over. */
const minutes = Number(process.env.FAULT_MINUTES ?? 0);
/** A page has to be served again this soon after a fault has ended. */
const recoveryMs = 30_000;
const readersOfNewsletters = 40;

/** Signals on which a preloaded script throws outside of any call of the product. */
const preload = `--import data:text/javascript,${encodeURIComponent(`
  process.on("SIGUSR2", () => setImmediate(() => { throw new Error("injected"); }));
  process.on("SIGHUP", () => void Promise.reject(new Error("injected")));
`)}`;

const hangs: Mishap = { at: "data", how: "hang" };
const closes: Mishap = { at: "data", how: "close" };

const shared = { DEMO: "0", SESSION_SECRET: "for tests only, and long enough to be one" };

interface Fault {
  name: string;
  /** Takes longer than a plain run of the tests has. */
  isSlow?: boolean;
  inject(): Promise<unknown>;
}

/** Measurements of one kind of fault. */
interface Figures {
  times: number;
  /** Milliseconds from the end of the fault until a page is served again. */
  longestRecoveryMs: number;
  restarts: number;
}

/** Starts the product again whenever it ends, as compose and systemd do. */
class Supervisor {
  restarts = 0;
  current!: ServedProduct;
  private isStopping = false;

  private constructor(
    private readonly dataDir: string,
    private readonly port: number,
    private readonly environment: Record<string, string>,
  ) {}

  static async start(dataDir: string, environment: Record<string, string>): Promise<Supervisor> {
    const supervisor = new Supervisor(dataDir, await freePort(), environment);
    await supervisor.launch();
    return supervisor;
  }

  private async launch(): Promise<void> {
    const product = await startProduct({ dataDir: this.dataDir, port: this.port, environment: this.environment, ready: "/healthz" });
    this.current = product;
    void product.gone.then(async () => {
      if (this.isStopping) return;
      this.restarts += 1;
      await this.launch();
    });
  }

  /** Ends the product in good order; resolves with its exit code. */
  async stop(): Promise<number | null> {
    this.isStopping = true;
    const [code] = await this.current.end("SIGTERM");
    return code;
  }
}

let dataDir: string;
let databaseUrl: string;
let drop: () => Promise<void>;
let line: BreakableLine;
let sink: SmtpSink;
let supervisor: Supervisor;
const ended = new AbortController();

const ask: Ask = async (text, values = []) => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
};

/** A site with an article whose picture comes from a server that closes the connection behind it. */
const site = createServer((request, response) => {
  if (request.url === "/bild.png") {
    const picture = Buffer.alloc(90_000, 1);
    return response.writeHead(200, { "Content-Type": "image/png", "Content-Length": picture.length, Connection: "close" }).end(picture);
  }
  const text = "Ein Absatz über Weichen, Signale und den Ausbau der Strecke. ".repeat(20);
  const html = `<!doctype html><title>Weichen</title><meta property="og:image" content="/bild.png"><article><h1>Weichen</h1><p>${text}</p></article>`;
  return response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(html);
});

beforeAll(async () => {
  if (postgresOnly.length === 0) return;
  dataDir = mkdtempSync(join(tmpdir(), "folda-faults-"));
  const database = await freshDatabase("postgres", dataDir);
  databaseUrl = database.databaseUrl ?? "";
  drop = database.drop;
  const url = new URL(databaseUrl);
  line = await openBreakableLine({ host: url.hostname, port: Number(url.port || 5432) });
  url.port = String(line.port);
  sink = await openSmtpSink(0, { subjectsOnly: true });
  await once(site.listen(0, "127.0.0.1"), "listening");
  supervisor = await Supervisor.start(dataDir, {
    ...shared,
    DATABASE_URL: url.href,
    SMTP_URL: sink.url,
    MAIL_FROM: "folda@folda.example",
    MAIL_RATE: "100",
    LOG_LEVEL: "warn",
    IMPORT_ALLOW_HOSTS: `127.0.0.1:${(site.address() as AddressInfo).port}`,
    NODE_OPTIONS: preload,
  });
});

afterAll(async () => {
  ended.abort();
  await supervisor?.stop();
  await line?.close();
  await sink?.close();
  site.closeAllConnections();
  site.close();
  await drop?.();
  if (dataDir) rmSync(dataDir, { recursive: true, force: true });
});

const onDatabase = (text: string) => onServer((client) => client.query(text));
const databaseName = () => new URL(databaseUrl).pathname.slice(1);
const terminateAll = () => onDatabase(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${databaseName()}'`);

// Sleeps: how long a fault lasts is what it is.
const lasting = (ms: number) => sleep(ms);

async function forSeconds(seconds: number, again: () => Promise<unknown>): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (Date.now() < end) {
    await again();
    await lasting(100);
  }
}

/** Posts a form; resolves with the page that answers it, empty where none does. */
const post = (path: string, body: BodyInit, cookie: string): Promise<string> =>
  supervisor.current.ask(path, { method: "POST", body, cookie }).then(
    (answer) => answer.text(),
    () => "",
  );

const article = (folderId: string, body: string) =>
  new URLSearchParams({ title: "Unter Last", body, folderId, publishedAt: "2026-03-01", newTags: "Last", key: crypto.randomUUID() });

function faultsOf({ jana, anna, folderId }: { jana: string; anna: string; folderId: string }): Fault[] {
  const slow = true;
  const pageUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}/artikel`;
  const signal = async (name: NodeJS.Signals) => {
    const { pid, gone } = supervisor.current;
    process.kill(pid, name);
    await gone;
    await vi.waitUntil(() => supervisor.current.pid !== pid, { timeout: 120_000 });
  };
  return [
    {
      name: "pages whose picture servers close the connection",
      inject: async () => {
        const path = `/stream/contents/new?${new URLSearchParams({ fetch: "1", url: pageUrl })}`;
        const read = () => supervisor.current.ask(path, { cookie: jana }).then((answer) => answer.text());
        const pages = await Promise.all([read(), read(), read(), read()]);
        expect(pages.some((html) => html.includes('value="Weichen"'))).toBe(true);
      },
    },
    { name: "database connections terminated", inject: () => forSeconds(3, terminateAll) },
    {
      name: "database connections frozen",
      isSlow: slow,
      inject: async () => line.freeze(),
    },
    {
      name: "database unreachable",
      inject: async () => {
        line.break();
        await lasting(minutes > 0 ? 15_000 : 2_000);
        line.mend();
      },
    },
    {
      name: "table locked for longer than a statement may take",
      isSlow: slow,
      inject: () =>
        onDatabaseOf(async (client) => {
          await client.query("begin");
          await client.query("lock table articles in access exclusive mode");
          await lasting(25_000);
          await client.query("rollback");
        }),
    },
    {
      name: "database read-only",
      inject: async () => {
        await onDatabase(`alter database ${databaseName()} set default_transaction_read_only = on`);
        await terminateAll();
        await lasting(minutes > 0 ? 15_000 : 2_000);
        await onDatabase(`alter database ${databaseName()} reset default_transaction_read_only`);
        await terminateAll();
      },
    },
    {
      name: "mail server defers everything",
      isSlow: slow,
      inject: async () => {
        sink.refuse({ code: 421, message: "later" });
        await lasting(15_000);
        sink.refuse(undefined);
      },
    },
    {
      name: "mail server hangs or closes in the middle of a mail",
      isSlow: slow,
      inject: async () => {
        sink.misbehave((address) => (address.length % 2 === 0 ? hangs : closes));
        await lasting(15_000);
        sink.misbehave(undefined);
      },
    },
    {
      name: "articles of nested markup",
      inject: () => post("/stream/contents/new?mode=manual", article(folderId, `${"<b>".repeat(180)}${"<p>x".repeat(8_000)}`), jana),
    },
    {
      name: "logos that are slow to draw",
      isSlow: slow,
      inject: async () => {
        const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 40"><text>${"W".repeat(90_000)}</text></svg>`;
        const upload = () => {
          const form = new FormData();
          form.set("logo", new File([drawing], "logo.svg", { type: "image/svg+xml" }));
          return post("/client/settings", form, anna);
        };
        await Promise.all(Array.from({ length: 5 }, upload));
      },
    },
    { name: "uncaught exception", inject: () => signal("SIGUSR2") },
    { name: "unhandled rejection", inject: () => signal("SIGHUP") },
    { name: "kill -9", inject: () => signal("SIGKILL") },
    { name: "ended in good order", inject: () => signal("SIGTERM") },
    {
      name: "three hundred requests at once",
      inject: async () => {
        const read = () => supervisor.current.ask("/stream", { cookie: jana }).then((answer) => answer.arrayBuffer());
        await Promise.allSettled(Array.from({ length: 300 }, read));
      },
    },
  ];
}

async function onDatabaseOf(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Milliseconds until a page of the database is served. */
async function recovery(cookie: string): Promise<number> {
  const begin = performance.now();
  await vi.waitUntil(
    async () => {
      const answer = await supervisor.current.ask("/folda", { cookie, signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
      await answer?.arrayBuffer().catch(() => undefined);
      return answer?.status === 200;
    },
    { timeout: recoveryMs + 30_000, interval: 100 },
  );
  return performance.now() - begin;
}

/** Reads pages until the end, and counts what came instead of them. */
async function readThrough(cookie: string, unread: Map<string, number>): Promise<number> {
  let served = 0;
  const paths = ["/stream", "/folda", "/search?term=Weiche", "/teams", "/stream/news?after=2999-01-01T00:00:00.000Z"];
  for (let turn = 0; !ended.signal.aborted; turn += 1) {
    const path = paths[turn % paths.length] ?? "/stream";
    const status = await supervisor.current.ask(path, { cookie, signal: AbortSignal.timeout(60_000) }).then(
      (answer) =>
        answer.arrayBuffer().then(
          () => answer.status,
          () => 0,
        ),
      () => 0,
    );
    if (status === 200 || status === 204) served += 1;
    else unread.set(`${path} ${status}`, (unread.get(`${path} ${status}`) ?? 0) + 1);
    // Sleeps: people read what they opened.
    await sleep(300);
  }
  return served;
}

/** Publishes a newsletter every few seconds, and counts those that were confirmed. */
async function publishThrough(folderId: string, cookie: string, newsletters: { published: number }): Promise<void> {
  while (!ended.signal.aborted) {
    const send = async (path: string, fields: Record<string, string>) => {
      const answer = await supervisor.current.ask(path, { method: "POST", body: new URLSearchParams(fields), cookie });
      await answer.arrayBuffer();
      return answer.headers.get("Location");
    };
    await send(`/folda/${folderId}/mailings/new`, { subject: `Presse ${newWord()}` })
      .then(async (tags) => {
        if (!tags) return;
        const draft = new URL(tags, supervisor.current.url).pathname.replace(/\/tags$/, "");
        if (await send(`${draft}/summary`, { when: "now" })) newsletters.published += 1;
      })
      .catch(() => undefined);
    // Sleeps: nobody sends two in a row.
    await sleep(minutes > 0 ? 15_000 : 2_000);
  }
}

test.each(postgresOnly)(
  "whatever happens around it, the product serves again, keeps what it confirmed and sends nothing twice (%s)",
  async () => {
    const [folder] = await ask("select id from folders where name = 'Presseschau'");
    const folderId = String(folder?.id);
    await onDatabaseOf((client) => addReaders(client, folderId, readersOfNewsletters));
    const [jana, anna, henrike] = await Promise.all(["jana", "anna", "henrike"].map((person) => supervisor.current.signIn(person)));
    const writes = new MixedWrites();
    const newsletters = { published: 0 };
    const unread = new Map<string, number>();
    const cookie = jana ?? "";
    await writes.prepare(supervisor.current);
    await post("/stream/contents/new?mode=manual", article(folderId, "Ein Absatz."), anna ?? "");
    const people = Promise.all([
      writes.writeThrough(supervisor.current, ended.signal),
      publishThrough(folderId, henrike ?? "", newsletters),
      ...[1, 2, 3, 4].map(() => readThrough(cookie, unread)),
    ]);

    const figures: Record<string, Figures> = {};
    const faults = faultsOf({ jana: cookie, anna: anna ?? "", folderId }).filter(({ isSlow }) => minutes > 0 || !isSlow);
    const end = Date.now() + minutes * 60_000;
    const injectAll = async () => {
      await vi.waitUntil(() => newsletters.published > 0, { timeout: 60_000 });
      do {
        for (const { name, inject } of faults) {
          const restarts = supervisor.restarts;
          await inject();
          const ms = Math.round(await recovery(cookie));
          const before = figures[name] ?? { times: 0, longestRecoveryMs: 0, restarts: 0 };
          figures[name] = {
            times: before.times + 1,
            longestRecoveryMs: Math.max(before.longestRecoveryMs, ms),
            restarts: before.restarts + supervisor.restarts - restarts,
          };
          expect(ms, name).toBeLessThan(recoveryMs);
          // Sleeps: between two faults everything works for a while.
          await sleep(minutes > 0 ? 5_000 : 500);
        }
      } while (Date.now() < end);
    };
    await Promise.race([injectAll(), people]);
    ended.abort();
    const [unconfirmed, , ...served] = await people;

    // Retries are due at once, and so is the work of killed processes: nothing that still runs has been held for a minute.
    const open = "select count(*)::int as count from mailing_deliveries where state in ('waiting', 'handing_over')";
    await vi.waitUntil(
      async () => {
        await ask("update mailing_deliveries set next_attempt_at = now() where state = 'waiting'");
        await ask(`update mailing_deliveries set claimed_at = claimed_at - interval '10 minutes'
          where state = 'handing_over' and claimed_at between now() - interval '10 minutes' and now() - interval '1 minute'`);
        await ask("update pgboss.job set state = 'retry' where state = 'active' and started_on < now() - interval '1 minute'");
        await ask("update pgboss.job set start_after = now() where state < 'active'");
        return (await ask(open))[0]?.count === 0;
      },
      { timeout: 300_000, interval: 500 },
    );
    const { pid } = supervisor.current;
    const memoryMb = Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024);
    expect(await supervisor.stop()).toBe(0);

    await writes.expectAllThere(ask, join(dataDir, "files"));
    await expectSearchUpToDate({ ...shared, DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
    const deliveries = await ask(
      "select d.email, d.state, m.subject from mailing_deliveries d join mailings m on m.id = d.mailing_id where d.email like 'leser-%'",
    );
    const received = sink.received.filter(({ to }) => to[0]?.startsWith("leser-")).map(({ to, mail }) => `${mail.subject} ${to[0]}`);
    const inState = (state: string) =>
      new Set(deliveries.filter((one) => one.state === state).map(({ subject, email }) => `${subject} ${email}`));
    expect(received.length, "nobody gets a newsletter twice").toBe(new Set(received).size);
    expect(
      [...inState("handed_over")].filter((one) => !received.includes(one)),
      "handed over, and not there",
    ).toEqual([]);
    const accounted = new Set([...inState("handed_over"), ...inState("unknown")]);
    expect(
      received.filter((one) => !accounted.has(one)),
      "there without a trace",
    ).toEqual([]);
    expect(received.length).toBeGreaterThan(0);
    expect(
      [...unconfirmed, ...unread].filter(([what]) => /\b500$/.test(what)),
      "a fault outside is no bug",
    ).toEqual([]);

    const states = Object.fromEntries(["handed_over", "refused", "unknown"].map((state) => [state, inState(state).size]));
    const summary = {
      measuredAt: new Date().toISOString(),
      node: process.version,
      minutes,
      faults: figures,
      restarts: supervisor.restarts,
      memoryMb,
      writesConfirmed: writes.confirmed,
      writesUnconfirmed: Object.fromEntries(unconfirmed),
      pagesServed: served.reduce((sum, count) => sum + count, 0),
      pagesNotServed: Object.fromEntries(unread),
      newsletters: newsletters.published,
      deliveries: states,
    };
    process.stdout.write(`${JSON.stringify(summary, null, 2)}\n`);
    if (minutes >= 60) writeFileSync("bench/results/faults.json", `${JSON.stringify(summary, null, 2)}\n`);
  },
  600_000 + minutes * 2 * 60_000,
);
