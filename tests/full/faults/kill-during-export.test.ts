import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fileArticle } from "../../support/articles";
import { openAfterKill, startProgram } from "../../support/crash/kills";
import { filesIn } from "../../support/files-in";
import { freshDatabase } from "../../support/template";

let dataDir: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "folda-export-"));
  await freshDatabase("embedded", dataDir);
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const environment = () => ({ DATA_DIR: dataDir, DEMO: "0", SESSION_SECRET: "for tests only, and long enough to be one" });

const open = () => openAfterKill(environment());

const listFiles = () => (existsSync(join(dataDir, "files/tmp")) ? filesIn(join(dataDir, "files/tmp")) : []);

async function workUntilKilled(): Promise<void> {
  const before = new Set(listFiles());
  const worker = await startProgram("worker", environment());
  // The file of the process killed before is deleted eventually.
  const isWriting = () => listFiles().some((name) => !before.has(name));
  await expect.poll(isWriting, { interval: 1 }).toBe(true);
  await worker.kill();
}

test("An export whose process is killed twice is written by the next one", async () => {
  const asking = await open();
  const jana = asking.world.as("jana");
  const folder = await asking.world.folderId("nordkorridor");
  const ids: string[] = [];
  for (let number = 0; number < 30; number += 1)
    ids.push((await fileArticle(jana, folder, { title: `Abschnitt ${number}`, body: "<p>Gleis und Weiche.</p>".repeat(600) })).id);
  const { status, body } = await jana.post("/exports", { export: { content_ids: ids.join(","), format: "pdf", title: "Korridor" } });
  expect(status).toBe(201);
  await asking.world.close();

  await workUntilKilled();
  await workUntilKilled();

  const last = await open();
  last.startWork({ pollMs: 100 });
  const progress = async () => (await last.world.as("jana").get(`/exports/${body.id}`)).body;
  await expect.poll(async () => (await progress()).state).toBe("done");
  expect(await progress()).toMatchObject({ collected: 30, left_out: 0 });
  const { pathname, search } = new URL(body.url);
  const file = await last.world.visitor.request(pathname + search, {});
  expect(
    Buffer.from(await file.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe("%PDF-");
  await last.world.close();
}, 600_000);
