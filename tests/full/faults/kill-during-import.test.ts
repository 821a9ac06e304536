import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { bookmark, finishedImport, netscape, startImport, uploadBookmarks } from "../../support/bookmark-imports";
import { openAfterKill, ROUNDS, startProgram } from "../../support/crash/kills";
import { freshDatabase } from "../../support/template";

/** Enough that some are left at every kill. */
const BOOKMARKS = Math.max(500, ROUNDS * 150);

let dataDir: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "folda-import-"));
  await freshDatabase("embedded", dataDir);
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const environment = () => ({ DATA_DIR: dataDir, DEMO: "0", SESSION_SECRET: "for tests only, and long enough to be one" });

const open = () => openAfterKill(environment());

/** Kills an importing process as soon as it has filed something. Returns how many entries were processed before. */
async function importUntilKilled(): Promise<number> {
  const importer = await startProgram("importer", environment());
  const first = Number(importer.lines[0]);
  await vi.waitUntil(() => Number(importer.lines.at(-1)) > first, { timeout: 120_000, interval: 1 });
  await importer.kill();
  return first;
}

test(
  "An import whose process is killed again and again files every bookmark once",
  async () => {
    const asking = await open();
    const jana = asking.world.as("jana");
    const folder = await asking.world.folderId("nordkorridor");
    const entries = Array.from({ length: BOOKMARKS }, (_, index) => bookmark(`https://absturz.example/${index}`, `Nummer ${index}`));
    const { body } = await uploadBookmarks(jana, netscape(entries));
    expect((await startImport(jana, body.id, folder)).status).toBe(200);
    await asking.world.close();

    const processed: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) processed.push(await importUntilKilled());
    // Each process continued where the previous one had been killed.
    expect(processed.slice(1).every((count, index) => count > (processed[index] ?? 0) && count < BOOKMARKS)).toBe(true);

    const last = await open();
    last.startWork({ pollMs: 100 });
    const done = await finishedImport(last.world.as("jana"), body.id);
    expect(done).toMatchObject({ total: BOOKMARKS, processed: BOOKMARKS, outcomes: { filed: BOOKMARKS } });
    const { rows } = await last.services.database.pool.query(
      `select count(*)::int as articles, count(distinct source_url)::int as addresses, count(distinct s.article_id)::int as indexed
     from articles a left join article_search s on s.article_id = a.id where source_url like 'https://absturz.example/%'`,
    );
    expect(rows).toEqual([{ articles: BOOKMARKS, addresses: BOOKMARKS, indexed: BOOKMARKS }]);
    await last.world.close();
  },
  300_000 + ROUNDS * 60_000,
);
