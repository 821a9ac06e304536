// How long it takes to move the 10,000 articles of a filter, the memory for it, and its effect on pages meanwhile.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { serveProduct, waitUntilReady } from "../tests/support/serve-for-tests.js";
import { withDatabase } from "./database.js";
import { peakOf, timePages } from "./page-times.js";

const articles = 10_000;
const warmUpSeconds = 5;
const pagesSeconds = 30;
const pollMs = 200;

/**
 * Pages are timed while the articles move to and fro between two folders.
 * @param {number} port a free one
 * @param {(url: string) => Promise<string>} signIn
 */
export const measureBatches = async (port, signIn) => ({
  embedded: await measure(port, signIn, {}),
  postgresql: await withDatabase((environment) => measure(port, signIn, environment)),
});

/**
 * @param {number} port
 * @param {(url: string) => Promise<string>} signIn
 * @param {Record<string, string>} environment
 */
async function measure(port, signIn, environment) {
  const dataDir = mkdtempSync(join(tmpdir(), "folda-batches-"));
  const product = await serveProduct(port, { dataDir, environment: { LOG_LEVEL: "silent", ...environment } });
  try {
    await waitUntilReady(`${product.url}/readyz`);
    const [from = "", to = ""] = await fill(toClient(dataDir, environment));
    const cookie = await signIn(product.url);
    await timePages(product.url, cookie, warmUpSeconds);
    const quietP95Ms = await timePages(product.url, cookie, pagesSeconds);
    const before = peakOf(product.child.pid ?? 0);
    /** @type {[from: string, to: string]} */
    let folders = [from, to];
    const moveAll = async () => {
      const seconds = await move(product.url, cookie, ...folders);
      folders = [folders[1], folders[0]];
      return seconds;
    };
    const seconds = await moveAll();
    const memoryMb = peakOf(product.child.pid ?? 0) - before;
    let isTiming = true;
    const timing = timePages(product.url, cookie, pagesSeconds).finally(() => {
      isTiming = false;
    });
    // Handled below; until then, a failure must not end the process.
    timing.catch(() => {});
    while (isTiming) await moveAll();
    const meanwhileP95Ms = await timing;
    return {
      seconds: Number(seconds.toFixed(1)),
      memoryMb,
      pageP95Ms: quietP95Ms,
      pageP95MsMeanwhile: meanwhileP95Ms,
      ratioOfPages: Number((meanwhileP95Ms / quietP95Ms).toFixed(2)),
    };
  } finally {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/**
 * @param {string} dataDir
 * @param {Record<string, string>} environment
 */
const toClient = (dataDir, { DATABASE_URL }) =>
  DATABASE_URL
    ? { connectionString: DATABASE_URL }
    : { host: join(dataDir, "database.lock"), port: 5432, user: "postgres", database: "postgres" };

/**
 * Makes two folders, and files the articles in the first one, with the texts of the demo workspace. Returns the ids of the folders.
 * @param {pg.ClientConfig} config
 */
async function fill(config) {
  const client = new pg.Client(config);
  await client.connect();
  try {
    const { rows } = await client.query(
      `insert into folders (client_id, team_id, name) select t.client_id, t.id, 'Bench ' || n from teams t, generate_series(1, 2) n
       where t.id = (select team_id from folders where name = 'Presseschau') returning id`,
    );
    const [from, to] = rows.map(({ id }) => id);
    await client.query(
      `insert into articles (client_id, folder_id, user_id, title, teaser, body, published_at, priority)
       select a.client_id, $1, a.user_id, a.title || ' ' || n, a.teaser, a.body, a.published_at, 'high'
       from (select *, row_number() over () as place from articles) a, generate_series(1, $2::int) n
       where a.place = 1 + n % (select count(*) from articles)`,
      [from, articles],
    );
    await client.query(
      `insert into article_search (article_id, client_id, folder_id, created_at, published_at, edition, facets, document)
       select id, client_id, folder_id, created_at, published_at, (select max(edition) from article_search),
         array[facet(client_id, 'place', ''), facet(folder_id, 'place', ''), facet(client_id, 'priority', 'high'),
           facet(folder_id, 'priority', 'high'), facet(client_id, 'origin', 'without'), facet(folder_id, 'origin', 'without')],
         to_tsvector('german', title || ' ' || body)
       from articles where folder_id = $1`,
      [from],
    );
    await client.query("analyze");
    return [from, to];
  } finally {
    await client.end();
  }
}

/**
 * Moves everything as the form does, and returns the seconds until it is finished.
 * @param {string} url
 * @param {string} cookie
 * @param {string} from
 * @param {string} to
 */
async function move(url, cookie, from, to) {
  const begin = performance.now();
  const fields = { change: "move", all: "on", filter: `folder_ids=${from}&priority=high`, folderId: to, confirm: "yes" };
  const headers = { Cookie: cookie, Origin: url, Accept: "text/html" };
  const answer = await fetch(`${url}/stream/selection`, { method: "POST", body: new URLSearchParams(fields), headers, redirect: "manual" });
  const progress = answer.headers.get("Location");
  if (answer.status !== 302 || !progress?.includes("/selection/")) throw new Error(`moving was answered with ${answer.status} ${progress}`);
  for (;;) {
    await sleep(pollMs);
    const page = await (await fetch(`${url}${progress}`, { headers })).text();
    if (!page.includes("<progress")) return (performance.now() - begin) / 1000;
  }
}
