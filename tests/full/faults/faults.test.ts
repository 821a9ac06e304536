import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type BreakableLine, openBreakableLine } from "../../support/breakable-proxy";
import { startApi } from "../../support/crash/machines";
import { type Ask, expectSearchUpToDate, MixedWrites, newWord } from "../../support/crash/mixed-writes";
import { addReaders } from "../../support/crash/readers";
import { hasPostgres, onServer } from "../../support/engines";
import { freePort } from "../../support/free-port";
import { type LossyDisk, openLossyDisk, whyNoLossyDisk } from "../../support/lossy-disk";
import { openS3Server, type S3Server } from "../../support/s3-server";
import { type ServedProduct, startProduct } from "../../support/served-product";
import { type Mishap, openSmtpSink, type SmtpSink } from "../../support/smtp-sink";
import { freshDatabase } from "../../support/template";

/** Unset: one pass through the quick faults. Otherwise passes through all of them until the time is over. */
const minutes = Number(process.env.FAULT_MINUTES ?? 0);
/** Milliseconds after the end of a fault within which pages must be served and newsletters delivered again. */
const recoveryMs = 30_000;
const readersOfNewsletters = 40;

/** Signals on which a preloaded script throws outside of the product's call stack. */
const preload = `--import data:text/javascript,${encodeURIComponent(`
  process.on("SIGUSR2", () => setImmediate(() => { throw new Error("injected"); }));
  process.on("SIGHUP", () => void Promise.reject(new Error("injected")));
`)}`;

const hangs: Mishap = { at: "data", how: "hang" };
const closes: Mishap = { at: "data", how: "close" };

const shared = { DEMO: "0", SESSION_SECRET: "for tests only, and long enough to be one" };

interface Fault {
  name: string;
  /** Skipped without FAULT_MINUTES: slow, or covered by other tests. */
  isSlow?: boolean;
  /** False if this machine lacks the rights to fill a disk. */
  isPossible?: boolean;
  /** If newsletters may take longer than `recoveryMs`. */
  newslettersWithinMs?: number;
  inject(): Promise<unknown>;
}

/** Measurements for one kind of fault. */
interface Figures {
  times: number;
  /** Milliseconds from the end of the fault until pages are served again. */
  longestRecoveryMs: number;
  /** The same until mails of every due newsletter are sent, including a new one. */
  longestNewslettersMs: number;
  restarts: number;
}

type Supervised = Pick<ServedProduct, "pid" | "gone" | "end">;

/** Restarts a process whenever it ends, like compose and systemd. */
class Supervisor<Process extends Supervised> {
  restarts = 0;
  current!: Process;
  private isStopping = false;

  private constructor(private readonly start: () => Promise<Process>) {}

  static async of<Process extends Supervised>(start: () => Promise<Process>): Promise<Supervisor<Process>> {
    const supervisor = new Supervisor(start);
    await supervisor.launch();
    return supervisor;
  }

  private async launch(): Promise<void> {
    this.current = await this.start();
    void this.current.gone.then(async () => {
      if (this.isStopping) return;
      this.restarts += 1;
      await this.launch();
    });
  }

  /** Resolves once the process that a signal ends has a successor. */
  async signal(name: NodeJS.Signals): Promise<void> {
    const { pid, gone } = this.current;
    process.kill(pid, name);
    await gone;
    await vi.waitUntil(() => this.current.pid !== pid, { timeout: 120_000 });
  }

  /** Sends SIGTERM; resolves with the exit code. */
  async stop(): Promise<number | null> {
    this.isStopping = true;
    const [code] = await this.current.end("SIGTERM");
    return code;
  }
}

let directory: string;
/** Undefined if this machine cannot have one; then no disk is filled. */
let disk: LossyDisk | undefined;
let dataDir: string;
let databaseUrl: string;
let line: BreakableLine;
let store: S3Server;
let storeLine: BreakableLine;
let sink: SmtpSink;
/** Web application and API in one process, with a bucket. */
let supervisor: Supervisor<ServedProduct>;
/** A second process that serves pages, and the API that it calls, on the same database. */
let web: Supervisor<ServedProduct>;
let upstream: Supervisor<Supervised>;
let upstreamLine: BreakableLine;
const ended = new AbortController();

async function onDatabaseOf<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const ask: Ask = (text, values = []) => onDatabaseOf(async (client) => (await client.query(text, values)).rows);

/** A site with an article whose picture comes from a server that closes the connection after it. */
const site = createServer((request, response) => {
  if (request.url === "/bild.png") {
    const picture = Buffer.alloc(90_000, 1);
    return response.writeHead(200, { "Content-Type": "image/png", "Content-Length": picture.length, Connection: "close" }).end(picture);
  }
  const text = "Ein Absatz über Weichen, Signale und den Ausbau der Strecke. ".repeat(20);
  const html = `<!doctype html><title>Weichen</title><meta property="og:image" content="/bild.png"><article><h1>Weichen</h1><p>${text}</p></article>`;
  return response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(html);
});

/** A breakable line to the host of a URL, and the URL through the line. */
async function breakableLineTo(address: string, defaultPort = 0): Promise<[BreakableLine, string]> {
  const url = new URL(address);
  const line = await openBreakableLine({ host: url.hostname, port: Number(url.port || defaultPort) });
  url.port = String(line.port);
  return [line, url.href];
}

beforeAll(async () => {
  if (!hasPostgres) return;
  directory = mkdtempSync(join(tmpdir(), "folda-faults-"));
  disk = whyNoLossyDisk() === undefined ? openLossyDisk(512) : undefined;
  dataDir = join(disk?.path ?? directory, "data");
  mkdirSync(dataDir);
  ({ databaseUrl = "" } = await freshDatabase("postgres", dataDir));
  sink = await openSmtpSink(0, { subjectsOnly: true });
  store = await openS3Server();
  await once(site.listen(0, "127.0.0.1"), "listening");
  const [port, webPort, apiPort] = [await freePort(), await freePort(), await freePort()];
  const urls: string[] = [];
  [line, urls[0]] = await breakableLineTo(databaseUrl, 5432);
  [storeLine, urls[1]] = await breakableLineTo(store.url);
  [upstreamLine, urls[2]] = await breakableLineTo(`http://127.0.0.1:${apiPort}`);
  const [throughLine = "", bucketUrl = "", upstreamUrl = ""] = urls;
  const environment = {
    ...shared,
    DATABASE_URL: throughLine,
    S3_URL: bucketUrl,
    SMTP_URL: sink.url,
    MAIL_FROM: "folda@folda.example",
    // Two seconds per newsletter, so that one is in progress when a fault begins.
    MAIL_RATE: "20",
    LOG_LEVEL: "warn",
  };
  const allowed = { IMPORT_ALLOW_HOSTS: `127.0.0.1:${(site.address() as AddressInfo).port}`, NODE_OPTIONS: preload };
  const ready = "/healthz";
  supervisor = await Supervisor.of(() => startProduct({ dataDir, port, environment: { ...environment, ...allowed }, ready }));
  upstream = await Supervisor.of(() => startApi(apiPort, { ...environment, DATA_DIR: join(directory, "api") }));
  const ofWeb = { ...shared, UPSTREAM_API_URL: upstreamUrl, LOG_LEVEL: "warn" };
  web = await Supervisor.of(() => startProduct({ dataDir: join(directory, "web"), port: webPort, environment: ofWeb, ready }));
});

afterAll(async () => {
  ended.abort();
  await Promise.all([supervisor?.stop(), web?.stop(), upstream?.stop()]);
  await Promise.all([line?.close(), storeLine?.close(), upstreamLine?.close(), sink?.close(), store?.close()]);
  site.closeAllConnections();
  site.close();
  disk?.close();
  if (directory) rmSync(directory, { recursive: true, force: true });
});

const onDatabase = (text: string) => onServer((client) => client.query(text));
const databaseName = () => new URL(databaseUrl).pathname.slice(1);
const terminateAll = () => onDatabase(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${databaseName()}'`);

// Sleeps: faults last for a while.
const lasting = (ms: number) => sleep(ms);
const aWhile = () => lasting(minutes > 0 ? 15_000 : 2_000);

/** Fills the disk up to a megabyte for a while. */
async function fillDisk({ path }: LossyDisk): Promise<void> {
  const { bavail, bsize } = statfsSync(path);
  execFileSync("fallocate", ["-l", String(bavail * bsize - 1024 * 1024), join(path, "filler")]);
  await aWhile();
  rmSync(join(path, "filler"));
}

/** Cuts a line for a while. */
async function cutForAWhile(line: BreakableLine): Promise<void> {
  line.break();
  await aWhile();
  line.mend();
}

async function forSeconds(seconds: number, again: () => Promise<unknown>): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (Date.now() < end) {
    await again();
    await lasting(100);
  }
}

/** Posts a form; resolves with the resulting page, or an empty string if there is none. */
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
      inject: () => cutForAWhile(line),
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
        await aWhile();
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
      // A mail server has half a minute to reply, which is already short.
      newslettersWithinMs: 60_000,
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
    { name: "bucket unreachable", isSlow: slow, inject: () => cutForAWhile(storeLine) },
    { name: "bucket connections frozen", isSlow: slow, inject: async () => storeLine.freeze() },
    { name: "disk full", isPossible: disk !== undefined, inject: async () => disk && fillDisk(disk) },
    { name: "upstream unreachable", isSlow: slow, inject: () => cutForAWhile(upstreamLine) },
    { name: "upstream connections frozen", isSlow: slow, inject: async () => upstreamLine.freeze() },
    { name: "upstream kill -9", inject: () => upstream.signal("SIGKILL") },
    { name: "uncaught exception", inject: () => supervisor.signal("SIGUSR2") },
    { name: "unhandled rejection", isSlow: slow, inject: () => supervisor.signal("SIGHUP") },
    { name: "kill -9", inject: () => supervisor.signal("SIGKILL") },
    { name: "ended in good order", isSlow: slow, inject: () => supervisor.signal("SIGTERM") },
    {
      name: "three hundred requests at once",
      isSlow: slow,
      inject: async () => {
        const read = () => supervisor.current.ask("/stream", { cookie: jana }).then((answer) => answer.arrayBuffer());
        await Promise.allSettled(Array.from({ length: 300 }, read));
      },
    },
  ];
}

/** Milliseconds until both web applications serve a page with data. */
async function recovery(cookie: string): Promise<number> {
  const begin = performance.now();
  await Promise.all(
    [supervisor, web].map((one) =>
      vi.waitUntil(
        async () => {
          const answer = await one.current.ask("/folda", { cookie, signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
          await answer?.arrayBuffer().catch(() => undefined);
          return answer?.status === 200;
        },
        { timeout: recoveryMs + 60_000, interval: 100 },
      ),
    ),
  );
  return performance.now() - begin;
}

/** Milliseconds until mails of a new newsletter and of every other due one are sent. */
async function newsletterRecovery(publish: () => Promise<string | undefined>): Promise<number> {
  const begin = performance.now();
  const limits = { timeout: recoveryMs + 150_000, interval: 250 };
  const [{ now } = {}] = await ask("select now()");
  await vi.waitUntil(publish, limits);
  const standing = `select mailing_id from mailing_deliveries
    where state = 'waiting' and claimed_at is null and next_attempt_at <= now()
      or state = 'handed_over' and updated_at > $1
    group by 1 having bool_and(state = 'waiting')`;
  await vi.waitUntil(async () => (await ask(standing, [now])).length === 0, limits);
  return performance.now() - begin;
}

/** Whether a fault added more than `limit`: on a busy machine, the same takes a while without a fault, too. All in milliseconds. */
const isLate = async (ms: number, limit: number, withoutFault: () => Promise<number>): Promise<boolean> =>
  ms > limit && ms - (await withoutFault()) > limit;

/** Reads pages until the end, and counts other responses. */
async function readThrough(where: Supervisor<ServedProduct>, cookie: string, unread: Map<string, number>): Promise<number> {
  let served = 0;
  const paths = ["/stream", "/folda", "/search?term=Weiche", "/teams", "/stream/news?after=2999-01-01T00:00:00.000Z"];
  for (let turn = 0; !ended.signal.aborted; turn += 1) {
    const path = paths[turn % paths.length] ?? "/stream";
    const status = await where.current.ask(path, { cookie, signal: AbortSignal.timeout(60_000) }).then(
      (answer) =>
        answer.arrayBuffer().then(
          () => answer.status,
          () => 0,
        ),
      () => 0,
    );
    if (status === 200 || status === 204) served += 1;
    else unread.set(`${path} ${status}`, (unread.get(`${path} ${status}`) ?? 0) + 1);
    // Sleeps: people read.
    await sleep(300);
  }
  return served;
}

/** Publishes a newsletter; resolves with its id once confirmed. */
async function publishNewsletter(folderId: string, cookie: string): Promise<string | undefined> {
  const send = async (path: string, fields: Record<string, string>) => {
    const answer = await supervisor.current.ask(path, { method: "POST", body: new URLSearchParams(fields), cookie });
    await answer.arrayBuffer();
    return answer.headers.get("Location");
  };
  try {
    const tags = await send(`/folda/${folderId}/mailings/new`, { subject: `Presse ${newWord()}` });
    if (!tags) return undefined;
    const draft = new URL(tags, supervisor.current.url).pathname.replace(/\/tags$/, "");
    return (await send(`${draft}/publish`, { when: "now" })) ? draft.split("/").at(-1) : undefined;
  } catch {
    return undefined;
  }
}

test.runIf(hasPostgres)(
  "whatever happens around it, the product serves again, keeps what it confirmed and sends nothing twice",
  async () => {
    const [folder] = await ask("select id from folders where name = 'Presseschau'");
    const folderId = String(folder?.id);
    await onDatabaseOf((client) => addReaders(client, folderId, readersOfNewsletters));
    const [jana, anna, henrike] = await Promise.all(["jana", "anna", "henrike"].map((person) => supervisor.current.signIn(person)));
    const writes = new MixedWrites();
    const newsletters = new Set<string>();
    const publish = async () => {
      const id = await publishNewsletter(folderId, henrike ?? "");
      if (id) newsletters.add(id);
      return id;
    };
    const publishThrough = async () => {
      while (!ended.signal.aborted) {
        await publish();
        // Sleeps: people do not send newsletters in a row.
        await sleep(minutes > 0 ? 15_000 : 2_000);
      }
    };
    const unread = new Map<string, number>();
    const cookie = jana ?? "";
    await writes.prepare(supervisor.current);
    await post("/stream/contents/new?mode=manual", article(folderId, "Ein Absatz."), anna ?? "");
    const people = Promise.all([
      writes.writeThrough(supervisor.current, ended.signal),
      publishThrough(),
      ...[supervisor, supervisor, web, web].map((where) => readThrough(where, cookie, unread)),
    ]);

    const figures: Record<string, Figures> = {};
    const late: string[] = [];
    const faults = faultsOf({ jana: cookie, anna: anna ?? "", folderId }).filter(
      ({ isSlow, isPossible = true }) => isPossible && (minutes > 0 || !isSlow),
    );
    const end = Date.now() + minutes * 60_000;
    const restartsSoFar = () => supervisor.restarts + web.restarts + upstream.restarts;
    const injectAll = async () => {
      do {
        for (const { name, inject, newslettersWithinMs = recoveryMs } of faults) {
          const restarts = restartsSoFar();
          // In progress when the fault begins.
          await vi.waitUntil(publish, { timeout: 120_000 });
          await inject();
          const [ms, newslettersMs] = (await Promise.all([recovery(cookie), newsletterRecovery(publish)])).map(Math.round);
          if (ms === undefined || newslettersMs === undefined) throw new Error("not measured");
          const before = figures[name] ?? { times: 0, longestRecoveryMs: 0, longestNewslettersMs: 0, restarts: 0 };
          figures[name] = {
            times: before.times + 1,
            longestRecoveryMs: Math.max(before.longestRecoveryMs, ms),
            longestNewslettersMs: Math.max(before.longestNewslettersMs, newslettersMs),
            restarts: before.restarts + restartsSoFar() - restarts,
          };
          if (minutes > 0) process.stdout.write(`${new Date().toISOString()} ${name}: pages ${ms} ms, newsletters ${newslettersMs} ms\n`);
          if (await isLate(ms, recoveryMs, () => recovery(cookie))) late.push(`pages after ${name}: ${ms} ms`);
          if (await isLate(newslettersMs, newslettersWithinMs, () => newsletterRecovery(publish)))
            late.push(`newsletters after ${name}: ${newslettersMs} ms`);
          // Sleeps: time without faults.
          await sleep(minutes > 0 ? 5_000 : 500);
        }
      } while (Date.now() < end);
    };
    await Promise.race([injectAll(), people]);
    ended.abort();
    const [unconfirmed, , ...served] = await people;

    // Retries are due at once, and so are the mails of killed processes: no living one holds a mail for a minute.
    const open = "select count(*)::int as count from mailing_deliveries where state in ('waiting', 'handing_over')";
    await vi.waitUntil(
      async () => {
        await ask("update mailing_deliveries set next_attempt_at = now() - interval '1 second' where state = 'waiting'");
        await ask(`update mailing_deliveries set claimed_at = claimed_at - interval '10 minutes'
          where state in ('waiting', 'handing_over') and claimed_at between now() - interval '10 minutes' and now() - interval '1 minute'`);
        await ask("update jobs set due_at = now() where leased_until is null and failed_at is null");
        return (await ask(open))[0]?.count === 0;
      },
      { timeout: 300_000, interval: 500 },
    );
    const { pid } = supervisor.current;
    const memoryMb = Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024);
    expect(await Promise.all([supervisor, web, upstream].map((one) => one.stop()))).toEqual([0, 0, 0]);
    const summary = {
      measuredAt: new Date().toISOString(),
      node: process.version,
      minutes,
      faults: figures,
      restarts: restartsSoFar(),
      memoryMb,
      writesConfirmed: writes.confirmed,
      writesUnconfirmed: Object.fromEntries(unconfirmed),
      pagesServed: served.reduce((sum, count) => sum + count, 0),
      pagesNotServed: Object.fromEntries(unread),
      newsletters: newsletters.size,
      deliveries: Object.fromEntries(
        (await ask("select state, count(*)::int as count from mailing_deliveries where email like 'leser-%' group by 1")).map(
          ({ state, count }) => [state, count],
        ),
      ),
    };
    process.stdout.write(`${JSON.stringify(summary, null, 2)}\n`);

    await writes.expectAllThere(ask, (key) => store.pathOf(key));
    await expectSearchUpToDate({ ...shared, DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
    const published = await ask(
      `select m.id, count(d.id) filter (where d.email like 'leser-%')::int as recipients
        from mailings m left join mailing_deliveries d on d.mailing_id = m.id where m.status = 'published' group by 1`,
    );
    expect(published.map(({ id }) => id)).toEqual(expect.arrayContaining([...newsletters]));
    expect(
      published.filter(({ id, recipients }) => newsletters.has(String(id)) && recipients !== readersOfNewsletters),
      "every recipient is accounted for",
    ).toEqual([]);
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

    expect(late).toEqual([]);
    if (minutes >= 60) writeFileSync("bench/results/faults.json", `${JSON.stringify(summary, null, 2)}\n`);
  },
  // Ends what hangs; recovery is judged by its own times.
  2_400_000 + minutes * 2 * 60_000,
);
