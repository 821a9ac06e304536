// What it costs to poll 1,000 sources with one process: processor time for each source, memory, and the effect on pages.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { serveProduct, waitUntilReady } from "../tests/support/serve-for-tests.js";
import { withDatabase } from "./database.js";
import { peakOf, timePages } from "./page-times.js";

const sources = 1_000;
const hosts = 50;
/** Entries of each feed. */
const entries = 2;
const warmUpSeconds = 5;
/** Longer than the minute after which the product looks for due sources. */
const pagesSeconds = 75;
const checkMs = 100;
/** `getconf CLK_TCK` on Linux. */
const ticksPerSecond = 100;

/**
 * @param {number} port a free one
 * @param {number} sitePort a free one for the feeds
 * @param {(url: string) => Promise<string>} signIn
 */
export const measureSources = async (port, sitePort, signIn) => ({
  embedded: await measure(port, sitePort, signIn, {}),
  postgresql: await withDatabase((environment) => measure(port, sitePort, signIn, environment)),
});

/**
 * @param {number} port
 * @param {number} sitePort
 * @param {(url: string) => Promise<string>} signIn
 * @param {Record<string, string>} environment
 */
async function measure(port, sitePort, signIn, environment) {
  const site = await serveFeeds(sitePort);
  const dataDir = mkdtempSync(join(tmpdir(), "folda-sources-"));
  const product = await serveProduct(port, {
    dataDir,
    environment: { LOG_LEVEL: "silent", IMPORT_ALLOW_HOSTS: site.hosts.join(","), ...environment },
  });
  try {
    await waitUntilReady(`${product.url}/readyz`);
    const pid = product.child.pid ?? 0;
    const cookie = await signIn(product.url);
    const client = new pg.Client(toConfig(dataDir, environment));
    await client.connect();
    await subscribe(client, site.hosts);
    await timePages(product.url, cookie, warmUpSeconds);
    const before = peakOf(pid);
    const first = await pollAll(client, site, pid);
    const unchanged = await pollAll(client, site, pid);
    site.publish();
    const changed = await pollAll(client, site, pid);
    const memoryMb = peakOf(pid) - before;

    const quietP95Ms = await timePages(product.url, cookie, pagesSeconds);
    site.publish();
    // As many as are due each minute when every source is polled twice an hour.
    await client.query("update sources set next_fetch_at = now() + random() * interval '30 minutes'");
    const usualP95Ms = await timePages(product.url, cookie, pagesSeconds);
    await client.end();
    return {
      firstMsPerSource: first,
      unchangedMsPerSource: unchanged,
      changedMsPerSource: changed,
      memoryMb,
      pageP95Ms: quietP95Ms,
      pageP95MsWhilePolling: usualP95Ms,
      ratioOfPages: Number((usualP95Ms / quietP95Ms).toFixed(2)),
    };
  } finally {
    await product.stop();
    await site.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/**
 * @param {string} dataDir
 * @param {Record<string, string>} environment
 */
const toConfig = (dataDir, { DATABASE_URL }) =>
  DATABASE_URL
    ? { connectionString: DATABASE_URL }
    : { host: join(dataDir, "database.lock"), port: 5432, user: "postgres", database: "postgres" };

/**
 * Feeds at `/0` to `/999`, each at one of the hosts. `publish` adds an entry to each of them.
 * @param {number} port
 */
async function serveFeeds(port) {
  let edition = 0;
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    const etag = `"${edition}"`;
    if (request.headers["if-none-match"] === etag) return void response.writeHead(304, { etag }).end();
    const items = Array.from({ length: entries }, (_, index) => {
      const number = edition + entries - index;
      const text = `Meldung ${number} von ${request.url}: Die Strecke ist wieder frei, Züge fahren nach Plan. `.repeat(8);
      return `<item><title>Meldung ${number}</title><link>http://${request.headers.host}${request.url}/${number}</link>
        <description>&lt;p&gt;${text}&lt;/p&gt;</description></item>`;
    });
    response.writeHead(200, { "content-type": "application/rss+xml", etag });
    response.end(`<?xml version="1.0"?><rss version="2.0"><channel><title>Feed ${request.url}</title>${items.join("")}</channel></rss>`);
  });
  await new Promise((resolve) => server.listen(port, "0.0.0.0", () => resolve(undefined)));
  return {
    hosts: Array.from({ length: hosts }, (_, index) => `127.0.1.${index + 1}:${port}`),
    publish: () => {
      edition += 1;
    },
    count: () => requests,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

/**
 * @param {pg.Client} client
 * @param {string[]} siteHosts
 */
async function subscribe(client, siteHosts) {
  // The demo workspace's own sources are paused or cannot be reached.
  await client.query("delete from sources");
  await client.query(
    `insert into sources (client_id, folder_id, user_id, address, title, tags, full_text, next_fetch_at)
     select f.client_id, f.id, u.id, 'http://' || ($1::text[])[1 + n % $2] || '/' || n, 'Feed ' || n, '{Abo}', false, now() + interval '1 day'
     from generate_series(0, $3::int - 1) n cross join folders f join users u on u.client_id = f.client_id and u.email = 'henrike@demo.example'
     where f.name = 'Presseschau'`,
    [siteHosts, siteHosts.length, sources],
  );
}

/**
 * Makes all sources due and waits until they are polled. Returns the processor time in milliseconds for each.
 * @param {pg.Client} client
 * @param {{ count: () => number }} site
 * @param {number} pid
 */
async function pollAll(client, site, pid) {
  await client.query("update sources set next_fetch_at = now()");
  const before = site.count();
  while (site.count() === before) await sleep(checkMs);
  const begin = processorMs(pid);
  for (let due = sources; due > 0; ) {
    await sleep(checkMs);
    ({ due } = (await client.query("select count(*)::int as due from sources where next_fetch_at <= now()")).rows[0]);
  }
  const { rows } = await client.query("select count(*)::int as failing from sources where problem is not null");
  if (rows[0].failing > 0) throw new Error(`${rows[0].failing} sources failed`);
  return Number(((processorMs(pid) - begin) / sources).toFixed(2));
}

/**
 * The processor time that a process has used, with its threads, in milliseconds.
 * @param {number} pid
 */
function processorMs(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13)
    .map(Number);
  return ((user + system) * 1000) / ticksPerSecond;
}
