import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { fileArticle } from "../../support/articles";
import { openAfterKill, ROUNDS, untilKill } from "../../support/crash/kills";
import { type Machines, openMachines } from "../../support/crash/machines";
import { addReaders, addSubscribers } from "../../support/crash/readers";
import { hasPostgres } from "../../support/engines";
import { demoPassword } from "../../support/serve-for-tests.js";

const READERS = 400;
/** Recipients without an account, included above. */
const SUBSCRIBERS = 150;
/** People can keep at most twenty. */
const EXPORTS = Math.min(ROUNDS, 15);
/** Mails of a newsletter that may be at the mail server when a process dies. */
const AT_ONCE = 20;

vi.setConfig({ testTimeout: 300_000 + ROUNDS * 60_000, hookTimeout: 600_000 });

let machines: Machines;
beforeAll(async () => {
  if (hasPostgres) machines = await openMachines();
});
afterAll(() => machines?.close());

const ask = (path: string, { cookie = "", ...init }: RequestInit & { cookie?: string } = {}) =>
  fetch(machines.url + path, { redirect: "manual", headers: { Cookie: cookie }, ...init });

async function signIn(person: string): Promise<string> {
  const body = new URLSearchParams({ workspace: "demo", email: `${person}@demo.example`, password: demoPassword });
  const cookie = (await ask("/sign-in", { method: "POST", body })).headers.getSetCookie().find((line) => line.startsWith("authToken="));
  if (!cookie) throw new Error(`${person} could not sign in`);
  return cookie.split(";")[0] ?? "";
}

interface Typed {
  title: string;
  form: FormData;
  confirmed: boolean;
}

const typed: Typed[] = [];

/** An article with a file, as Jana typed it; its key identifies it, however often it is sent. */
function type(folderId: string): Typed {
  const title = `Meldung ${typed.length + 1} ${crypto.randomUUID()}`;
  const form = new FormData();
  const fields = {
    title,
    body: `Zu ${title}.`,
    folderId,
    publishedAt: "2026-03-01",
    newTags: "Betrieb",
    shareable: "on",
    priority: "normal",
  };
  for (const [name, value] of Object.entries({ ...fields, key: crypto.randomUUID() })) form.append(name, value);
  form.append("files", new File([title], `Anlage ${typed.length + 1}.txt`, { type: "text/plain" }));
  const article = { title, form, confirmed: false };
  typed.push(article);
  return article;
}

/** The status of the response; 0 if there is none. */
async function save(article: Typed, cookie: string): Promise<number> {
  const answer = await ask("/stream/contents/new", { method: "POST", body: article.form, cookie }).catch(() => undefined);
  if (!answer) return 0;
  const { status } = answer;
  // With 200, the form reports that the article is saved, but its file is not.
  if (![200, 302].includes(status) && status < 500) throw new Error(`saving answered ${status}: ${await answer.text()}`);
  article.confirmed ||= status === 302;
  return status;
}

/** Saves one article after the other, and repeats unconfirmed ones like a person would; returns the other responses. */
async function saveUntil(end: AbortSignal, folderId: string, cookie: string): Promise<string[]> {
  const failures: string[] = [];
  while (!end.aborted) {
    // Sleeps: people do, between two articles.
    await sleep(100);
    const article = type(folderId);
    while (!article.confirmed) {
      const status = await save(article, cookie);
      if (status === 302) break;
      failures.push(`saving: ${status}`);
      // Sleeps: people need a moment after a failure.
      await sleep(100);
    }
  }
  return failures;
}

async function readUntil(end: AbortSignal, path: string, cookie: string): Promise<string[]> {
  const failures: string[] = [];
  while (!end.aborted) {
    // A kill may also cut a response.
    const answer = await ask(path, { cookie }).then(
      async (begun) => ((await begun.text().catch(() => undefined)) !== undefined ? begun : undefined),
      () => undefined,
    );
    if (answer?.status === 302 || answer?.status === 401) throw new Error("the session is lost");
    if (answer?.status !== 200 && answer?.status !== 204) failures.push(`${path}: ${answer?.status}`);
    // Sleeps: people read.
    await sleep(50);
  }
  return failures;
}

/** Three people save and three read while `happen` runs; returns the unexpected responses. */
async function underLoad(folderId: string, cookie: string, happen: () => Promise<void>): Promise<string[]> {
  const end = new AbortController();
  const news = "/stream/news?after=2999-01-01T00:00:00.000Z";
  const people = [
    ...[1, 2, 3].map(() => saveUntil(end.signal, folderId, cookie)),
    ...["/stream", "/search", news].map((path) => readUntil(end.signal, path, cookie)),
  ];
  const all = Promise.all(people);
  await Promise.race([happen(), all]).finally(() => end.abort());
  return (await all).flat();
}

/** The API in this process, on the machines' data. */
async function open() {
  const opened = await openAfterKill(machines.environment);
  const query = async (text: string, values: unknown[] = []) => (await opened.services.database.pool.query(text, values)).rows;
  return { ...opened, query };
}

test.runIf(hasPostgres)("A rolling restart of all machines loses no request", async () => {
  const { world } = await open();
  const folderId = await world.folderId("nordkorridor");
  await world.close();
  const cookie = await signIn("jana");
  const failures = await underLoad(folderId, cookie, async () => {
    for (const machine of machines.all) {
      await machine.end();
      await machine.start();
      await machines.allReady();
    }
  });
  expect(failures).toEqual([]);
  expect(typed.filter(({ confirmed }) => !confirmed)).toEqual([]);
});

test.runIf(hasPostgres)(`${ROUNDS} kills of any machine lose no confirmed write and no session, and each job is done once`, async () => {
  const asking = await open();
  const folderId = await asking.world.folderId("nordkorridor");
  await addReaders(asking.services.database.pool, folderId, READERS - SUBSCRIBERS);
  await addSubscribers(asking.services.database.pool, folderId, SUBSCRIBERS);
  const henrike = asking.world.as("henrike");
  const article = await fileArticle(henrike, folderId);
  const mailing = (await henrike.post("/mailings", { mailing: { folder_id: folderId, vuex_state: { subject: "Presse" } } })).body;
  const cookie = await signIn("jana");
  let exports = 0;

  for (let round = 0; round < ROUNDS; round += 1) {
    const machine = machines.all[((round * 2 + 2) % 4) + (Math.floor(round / 2) % 2)] ?? machines.all[0];
    const before = typed.length;
    await underLoad(folderId, cookie, async () => {
      if (round === 0) await henrike.put(`/mailings/${mailing.id}`, { mailing: {}, perform: "publish" });
      if (round < EXPORTS) {
        const exported = { content_ids: article.id, format: "html", title: `Runde ${round}` };
        const { status } = await asking.world.as("jana").post("/exports", { export: exported });
        // A person may have three exports in progress, and those of killed machines count until they are resumed.
        expect([201, 429]).toContain(status);
        if (status === 201) exports += 1;
      }
      await vi.waitUntil(() => typed.length > before + 3, { timeout: 120_000 });
      await untilKill(round);
      await machine?.kill();
      await machine?.start();
    });
    expect((await ask("/stream", { cookie })).status).toBe(200);
  }
  // The living machines shut down properly, so leases that remain are those of dead processes; then they are made to expire.
  await Promise.all(machines.all.map((machine) => machine.end()));
  await asking.query("update jobs set leased_until = now() - interval '1 hour' where leased_until is not null");
  await asking.query("update mailing_deliveries set claimed_at = claimed_at - interval '1 hour' where claimed_at is not null");
  asking.startWork({ pollMs: 100 });
  const left =
    "select 1 from mailing_deliveries where state in ('waiting', 'handing_over') union all select 1 from exports where state <> 'done'";
  await vi.waitUntil(
    async () => {
      await asking.services.jobs.tidy();
      await asking.query("update jobs set due_at = now() where leased_until is null and failed_at is null");
      return (await asking.query(left)).length === 0;
    },
    { timeout: 120_000, interval: 300 },
  );

  const received = machines.sink.received.flatMap(({ to }) => to).filter((address) => /^(leser|abonnent)-/.test(address));
  const unknown = await asking.query("select email from mailing_deliveries where state = 'unknown'");
  expect(received.length, "nobody gets the newsletter twice").toBe(new Set(received).size);
  expect(new Set([...received, ...unknown.map(({ email }) => email)]).size).toBeGreaterThanOrEqual(READERS);
  expect(unknown.length).toBeLessThanOrEqual(ROUNDS * AT_ONCE);
  expect(await asking.query("select title from exports order by created_at")).toHaveLength(exports);
  expect(exports).toBeGreaterThan(0);

  const rows = await asking.query(
    `select a.title, array_agg(t.storage_key) as keys from articles a left join attachments t on t.article_id = a.id
     where a.title like 'Meldung %' group by a.id, a.title`,
  );
  const saved = new Map(rows.map(({ title, keys }) => [title, keys as (string | null)[]]));
  expect(rows.length, "none is doubled").toBe(saved.size);
  const confirmed = typed.filter((one) => one.confirmed);
  expect(confirmed.filter(({ title }) => !saved.has(title))).toEqual([]);
  const isStored = (key: string | null) => key !== null && existsSync(machines.store.pathOf(key));
  expect(confirmed.filter(({ title }) => !saved.get(title)?.every(isStored)).map(({ title }) => title)).toEqual([]);
  await asking.world.close();
});
