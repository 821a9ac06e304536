import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../../api/config";
import { createApi } from "../../api/http/app";
import { createLog } from "../../api/log";
import { openServices } from "../../api/open-services";
import { bundleForNode } from "../../scripts/build-workers.js";
import { fileArticle } from "../api/articles";
import { createWorld } from "../api/harness";
import { freshDatabase } from "../api/template";
import { openSmtpSink, type SmtpSink } from "../setup/smtp-sink";
import { addReaders } from "./readers";

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 2);
/** Ten mails are at the mail server at the same time, and ten more were, or are about to be. */
const AT_ONCE = 20;
/** Enough for every kill to find some that wait. */
const RECIPIENTS = Math.max(300, ROUNDS * (AT_ONCE + 5));

let sender: string;
let dataDir: string;
let sink: SmtpSink;

beforeAll(async () => {
  sender = await bundleForNode("tests/crash/newsletter-sender.ts", ".cache/tests/crash-newsletter-sender.js");
  dataDir = mkdtempSync(join(tmpdir(), "folda-newsletter-"));
  await freshDatabase("embedded", dataDir);
  sink = await openSmtpSink();
});

afterAll(async () => {
  await sink.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const environment = () => ({
  DATA_DIR: dataDir,
  DEMO: "0",
  SESSION_SECRET: "for tests only, and long enough to be one",
  SMTP_URL: sink.url,
  MAIL_FROM: "folda@folda.example",
  MAIL_RATE: "1000",
});

const open = () => openServices(readConfig(environment()), createLog("silent"));

/** Henrike publishes a newsletter to several hundred people, in a process that then ends before it has sent any; answers its id. */
async function publish(): Promise<string> {
  const { services, close } = await open();
  const api = createApi(services);
  const world = createWorld(async (request) => api.fetch(request), "http://api.test", close);
  const folder = await world.folderId("presseschau");
  await addReaders(services.database.pool, folder, RECIPIENTS - 6);
  await fileArticle(world.as("henrike"), folder);
  const { body } = await world.as("henrike").post("/mailings", { mailing: { folder_id: folder, vuex_state: { subject: "Presse" } } });
  const published = await world.as("henrike").put(`/mailings/${body.id}`, { mailing: {}, perform: "publish" });
  expect([published.status, published.body.deliveries.waiting]).toEqual([200, RECIPIENTS]);
  await world.close();
  return body.id;
}

async function deliverUntilKilled(): Promise<void> {
  const before = sink.received.length;
  const child = spawn(process.execPath, [sender], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, NODE_ENV: "test", ...environment() },
  });
  await once(child.stdout, "data");
  await expect.poll(() => sink.received.length, { interval: 1, timeout: 60_000 }).toBeGreaterThan(before);
  // Sleeps: the moment of the kill is what varies.
  await sleep(Math.random() * 20);
  child.kill("SIGKILL");
  await once(child, "close");
}

test(
  `${ROUNDS} kills: nobody gets a newsletter twice, and whoever is left out can be told`,
  async () => {
    const id = await publish();
    for (let round = 1; round <= ROUNDS; round += 1) await deliverUntilKilled();

    const { services, startWork, close } = await open();
    startWork({ pollMs: 100 });
    const deliveries = async (): Promise<{ email: string; state: string }[]> =>
      (await services.database.pool.query("select email, state from mailing_deliveries where mailing_id = $1", [id])).rows;
    const isOpen = ({ state }: { state: string }) => state === "waiting" || state === "handing_over";
    await expect.poll(async () => (await deliveries()).filter(isOpen).length, { timeout: 60_000 }).toBe(0);
    const ended = await deliveries();
    await close();

    const received = sink.received.flatMap(({ to }) => to);
    const inState = (state: string) => ended.filter((delivery) => delivery.state === state).map(({ email }) => email);
    const unknown = inState("unknown");
    expect(received.length, "nobody twice").toBe(new Set(received).size);
    expect(
      inState("handed_over").filter((email) => !received.includes(email)),
      "handed over, and not there",
    ).toEqual([]);
    expect(
      received.filter((email) => !inState("handed_over").includes(email) && !unknown.includes(email)),
      "there without a trace",
    ).toEqual([]);
    expect(inState("handed_over").length + unknown.length).toBe(RECIPIENTS);
    expect(unknown.length, "unknown: what was under way at a kill").toBeLessThanOrEqual(ROUNDS * AT_ONCE);
    expect(unknown.length).toBeGreaterThan(0);
  },
  90_000 + ROUNDS * 40_000,
);
