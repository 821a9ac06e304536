import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { pollSources } from "../../../api/domain/sources/polling";
import { openAfterKill, ROUNDS, startProgram, untilKill } from "../../support/crash/kills";
import { freshDatabase } from "../../support/template";

const ENTRIES = 60;

let dataDir: string;
let site: Server;
let address: string;
/** The version of all feeds, which changes in every round. */
let edition = 0;
let requests = 0;

const entryOf = (feed: number, number: number) =>
  `<item><title>Feed ${feed}, Nummer ${number}</title><link>${address}/${feed}/${number}</link><description>Text ${number}</description></item>`;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "folda-polling-"));
  await freshDatabase("embedded", dataDir);
  site = createServer((request, response) => {
    requests += 1;
    const feed = Number(request.url?.slice(1));
    const from = edition * (ENTRIES / 2);
    const items = Array.from({ length: ENTRIES }, (_, index) => entryOf(feed, from + index));
    response.writeHead(200, { "content-type": "application/rss+xml" });
    response.end(`<?xml version="1.0"?><rss version="2.0"><channel><title>Feed ${feed}</title>${items.reverse().join("")}</channel></rss>`);
  });
  site.listen(0, "127.0.0.1");
  await once(site, "listening");
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});

afterAll(() => {
  site.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const environment = () => ({ DATA_DIR: dataDir, DEMO: "0", IMPORT_ALLOW_HOSTS: new URL(address).host });

/** Polls the sources in a process that is killed some time after it has fetched another one. */
async function pollUntilKilled(round: number): Promise<void> {
  const before = requests;
  const poller = await startProgram("poller", environment());
  await vi.waitUntil(() => requests > before + (round % 3), { timeout: 120_000, interval: 1 });
  await untilKill(round);
  await poller.kill();
}

test(
  `No entry is filed twice and none is lost in spite of ${ROUNDS} kills`,
  async () => {
    const first = await openAfterKill(environment());
    for (const feed of [1, 2, 3]) {
      await first.services.database.pool.query(
        `insert into sources (client_id, folder_id, user_id, address, title, tags, full_text)
         select f.client_id, f.id, u.id, $1, 'Feed', '{Abo}', false
         from folders f join users u on u.client_id = f.client_id and u.email = 'henrike@demo.example' where f.name = 'Presseschau'`,
        [`${address}/${feed}`],
      );
    }
    await first.close();

    for (let round = 0; round < ROUNDS; round += 1) {
      await pollUntilKilled(round);
      edition += 1;
    }

    const { services, close } = await openAfterKill(environment());
    const { pool } = services.database;
    await pool.query("update sources set next_fetch_at = now() - interval '1 second', etag = null");
    await pollSources(services, new AbortController().signal);
    const { rows } = await pool.query<{ url: string; title: string }>(
      "select source_url as url, title from articles where source_id is not null",
    );
    const { rows: counted } = await pool.query("select sum(filed)::int as filed, max(failures) as failures from sources");
    await close();

    const urls = rows.map(({ url }) => url);
    expect(urls.length - new Set(urls).size, "filed twice").toBe(0);
    const current = [1, 2, 3].flatMap((feed) =>
      Array.from({ length: ENTRIES }, (_, index) => `${address}/${feed}/${edition * (ENTRIES / 2) + index}`),
    );
    expect(
      current.filter((url) => !urls.includes(url)),
      "lost",
    ).toEqual([]);
    expect(counted).toEqual([{ filed: urls.length, failures: 0 }]);
  },
  300_000 + ROUNDS * 60_000,
);
