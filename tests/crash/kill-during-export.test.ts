import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../../api/config";
import { createApi } from "../../api/http/app";
import { createLog } from "../../api/log";
import { openServices } from "../../api/open-services";
import { bundleForNode } from "../../scripts/bundle.js";
import { fileArticle } from "../support/articles";
import { filesIn } from "../support/files-in";
import { createWorld } from "../support/harness";
import { freshDatabase } from "../support/template";

let worker: string;
let dataDir: string;

beforeAll(async () => {
  worker = await bundleForNode("tests/support/crash/newsletter-sender.ts", ".cache/tests/crash-export-worker.js");
  dataDir = mkdtempSync(join(tmpdir(), "folda-export-"));
  await freshDatabase("embedded", dataDir);
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const environment = () => ({ DATA_DIR: dataDir, DEMO: "0", SESSION_SECRET: "for tests only, and long enough to be one" });

async function open() {
  const opened = await openServices(readConfig(environment()), createLog("silent"));
  const api = createApi(opened.services);
  return { ...opened, world: createWorld(async (request) => api.fetch(request), "http://api.test", opened.close) };
}

const listFiles = () => (existsSync(join(dataDir, "files/tmp")) ? filesIn(join(dataDir, "files/tmp")) : []);

async function workUntilKilled(): Promise<void> {
  const before = new Set(listFiles());
  const child = spawn(process.execPath, [worker], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, NODE_ENV: "test", ...environment() },
  });
  await once(child.stdout, "data");
  // The file of the process killed before is deleted eventually.
  const isWriting = () => listFiles().some((name) => !before.has(name));
  await expect.poll(isWriting, { interval: 1, timeout: 60_000 }).toBe(true);
  child.kill("SIGKILL");
  await once(child, "close");
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
  await expect.poll(async () => (await progress()).state, { timeout: 60_000 }).toBe("done");
  expect(await progress()).toMatchObject({ collected: 30, left_out: 0 });
  const { pathname, search } = new URL(body.url);
  const file = await last.world.visitor.request(pathname + search, {});
  expect(
    Buffer.from(await file.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe("%PDF-");
  await last.world.close();
}, 240_000);
