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
import { bundleForNode } from "../../scripts/bundle.js";
import { fileArticle } from "../support/articles";
import { addReaders, addSubscribers } from "../support/crash/readers";
import { createWorld } from "../support/harness";
import { openSmtpSink, type SmtpSink } from "../support/smtp-sink";
import { freshDatabase } from "../support/template";

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 2);
/** Concurrent mails at the mail server. */
const AT_ONCE = 10;
/** Enough that every kill finds waiting ones. */
const RECIPIENTS = Math.max(300, ROUNDS * (AT_ONCE + 5));
/** Recipients without an account, included above. */
const SUBSCRIBERS = Math.round(RECIPIENTS / 3);

let sender: string;
let dataDir: string;
let sink: SmtpSink;

beforeAll(async () => {
  sender = await bundleForNode("tests/support/crash/newsletter-sender.ts", ".cache/tests/crash-newsletter-sender.js");
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

/** Henrike publishes a newsletter to several hundred people, in a process that ends before it has sent any; returns its id. */
async function publish(): Promise<string> {
  const { services, close } = await open();
  const api = createApi(services);
  const world = createWorld(async (request) => api.fetch(request), "http://api.test", close);
  const folder = await world.folderId("presseschau");
  await addReaders(services.database.pool, folder, RECIPIENTS - SUBSCRIBERS - 6);
  await addSubscribers(services.database.pool, folder, SUBSCRIBERS);
  await fileArticle(world.as("henrike"), folder);
  const { body } = await world.as("henrike").post("/mailings", { mailing: { folder_id: folder, vuex_state: { subject: "Presse" } } });
  const published = await world.as("henrike").put(`/mailings/${body.id}`, { mailing: {}, perform: "publish" });
  expect([published.status, published.body.deliveries.waiting]).toEqual([200, RECIPIENTS]);
  await world.close();
  return body.id;
}

/** Kills a delivering process while one mail hangs after its content and another before; returns both addresses. */
async function deliverUntilKilled(): Promise<{ afterContent: string; beforeContent: string }> {
  const before = sink.received.length;
  let afterContent = "";
  let beforeContent = "";
  sink.misbehave((address) => {
    beforeContent ||= address;
    if (address === beforeContent) return { at: "rcpt", how: "hang" };
    afterContent ||= address;
    return address === afterContent ? { at: "data", how: "hang" } : undefined;
  });
  const child = spawn(process.execPath, [sender], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, NODE_ENV: "test", ...environment() },
  });
  await once(child.stdout, "data");
  await expect.poll(() => sink.received.length, { interval: 1, timeout: 60_000 }).toBeGreaterThan(before);
  await expect.poll(() => sink.begun, { interval: 1 }).toContain(afterContent);
  // Sleeps: the moment of the kill varies.
  await sleep(Math.random() * 20);
  child.kill("SIGKILL");
  await once(child, "close");
  sink.misbehave(undefined);
  return { afterContent, beforeContent };
}

test(
  `${ROUNDS} kills: nobody gets a newsletter twice, and only mails whose content was begun are uncertain`,
  async () => {
    const id = await publish();
    const hung: Awaited<ReturnType<typeof deliverUntilKilled>>[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) hung.push(await deliverUntilKilled());

    const { services, startWork, close } = await open();
    startWork({ pollMs: 100 });
    const deliveries = async (): Promise<{ email: string; state: string }[]> =>
      (await services.database.pool.query("select email, state from mailing_deliveries where mailing_id = $1", [id])).rows;
    const isOpen = ({ state }: { state: string }) => state === "waiting" || state === "handing_over";
    await expect.poll(async () => (await deliveries()).filter(isOpen).length, { timeout: 60_000 }).toBe(0);
    await expect.poll(() => sink.received.filter(({ mail }) => mail.subject !== "Presse").length, { timeout: 20_000 }).toBe(1);
    const ended = await deliveries();
    await close();

    const [newsletters, others] = [true, false].map((is) => sink.received.filter(({ mail }) => (mail.subject === "Presse") === is));
    expect(others?.map(({ to, mail }) => [to, mail.subject])).toEqual([[["henrike@demo.example"], "Nicht alle haben „Presse“ erhalten"]]);
    const received = newsletters?.flatMap(({ to }) => to) ?? [];
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
    expect(
      unknown.filter((email) => !sink.begun.includes(email)),
      "unknown, and never begun",
    ).toEqual([]);
    expect(unknown).toEqual(expect.arrayContaining(hung.map(({ afterContent }) => afterContent)));
    expect(hung.map(({ beforeContent }) => beforeContent).filter((email) => !sink.begun.includes(email))).toEqual([]);
  },
  90_000 + ROUNDS * 40_000,
);
