import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fileArticle } from "../../support/articles";
import { openAfterKill, ROUNDS, startProgram, untilKill } from "../../support/crash/kills";
import { addReaders, addSubscribers } from "../../support/crash/readers";
import { openSmtpSink, type SmtpSink } from "../../support/smtp-sink";
import { freshDatabase } from "../../support/template";

/** Concurrent mails at the mail server. */
const AT_ONCE = 10;
/** Enough that every kill finds waiting ones. */
const RECIPIENTS = Math.max(300, ROUNDS * (AT_ONCE + 5));
/** Recipients without an account, included above. */
const SUBSCRIBERS = Math.round(RECIPIENTS / 3);

let dataDir: string;
let sink: SmtpSink;

beforeAll(async () => {
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

const open = () => openAfterKill(environment());

/** Henrike publishes a newsletter to several hundred people, in a process that ends before it has sent any; returns its id. */
async function publish(): Promise<string> {
  const { services, world } = await open();
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
async function deliverUntilKilled(round: number): Promise<{ afterContent: string; beforeContent: string }> {
  const before = sink.received.length;
  let afterContent = "";
  let beforeContent = "";
  sink.misbehave((address) => {
    beforeContent ||= address;
    if (address === beforeContent) return { at: "rcpt", how: "hang" };
    afterContent ||= address;
    return address === afterContent ? { at: "data", how: "hang" } : undefined;
  });
  const sender = await startProgram("worker", environment());
  await expect.poll(() => sink.received.length, { interval: 1 }).toBeGreaterThan(before);
  // Its content follows the commit that makes it uncertain. The command before the content does not.
  await expect.poll(() => sink.hanging, { interval: 1 }).toContain(afterContent);
  await untilKill(round);
  await sender.kill();
  sink.misbehave(undefined);
  return { afterContent, beforeContent };
}

test(
  `${ROUNDS} kills: nobody gets a newsletter twice, and only mails whose content was begun are uncertain`,
  async () => {
    const id = await publish();
    const hung: Awaited<ReturnType<typeof deliverUntilKilled>>[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) hung.push(await deliverUntilKilled(round));

    const { services, startWork, close } = await open();
    startWork({ pollMs: 100 });
    const deliveries = async (): Promise<{ email: string; state: string }[]> =>
      (await services.database.pool.query("select email, state from mailing_deliveries where mailing_id = $1", [id])).rows;
    const isOpen = ({ state }: { state: string }) => state === "waiting" || state === "handing_over";
    await expect.poll(async () => (await deliveries()).filter(isOpen).length, { interval: 100 }).toBe(0);
    await expect.poll(() => sink.received.filter(({ mail }) => mail.subject !== "Presse").length).toBe(1);
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
      "unknown, and its content never asked for",
    ).toEqual([]);
    expect(unknown).toEqual(expect.arrayContaining(hung.map(({ afterContent }) => afterContent)));
    expect(hung.map(({ beforeContent }) => beforeContent).filter((email) => !sink.begun.includes(email))).toEqual([]);
  },
  300_000 + ROUNDS * 60_000,
);
