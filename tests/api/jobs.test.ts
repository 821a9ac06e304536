import { mkdtempSync, rmSync, statSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { readConfig } from "../../api/config";
import { type JobQueue, openJobQueue } from "../../api/db/jobs/job-queue";
import { jobState, retryJob } from "../../api/db/jobs/operated-jobs";
import { inTransaction } from "../../api/db/pool";
import { type JobName, type JobPayload, jobRules } from "../../api/job-types";
import { startWorkers } from "../../api/jobs/workers";
import { createLog } from "../../api/log";
import { type OpenServices, openServices } from "../../api/open-services";
import type { Services } from "../../api/services";
import { engine, hasPostgres, type OpenWorld, openWorld } from "../support/harness";
import { openSmtpSink, type SmtpSink } from "../support/smtp-sink";
import { freshDatabase } from "../support/template";

const anHour = 60 * 60 * 1000;
const states = `select ${jobState} as state from jobs`;
const anna = { workspace: "demo", email: "anna@demo.example", locale: "de" } as const;

const enqueue = <Name extends JobName>({ database, jobs }: Services, name: Name, payload: JobPayload<Name>) =>
  inTransaction(database, (transaction) => jobs.enqueue(transaction, name, payload));

describe("Jobs", () => {
  let sink: SmtpSink;
  let world: OpenWorld;
  beforeAll(async () => {
    sink = await openSmtpSink();
    // No worker polls: a job runs because it was just enqueued.
    world = await openWorld(engine, { SMTP_URL: sink.url, MAIL_FROM: "folda@folda.example" }, { pollMs: anHour });
  });
  afterAll(async () => {
    await world.close();
    await sink.close();
  });
  let logged: number;
  beforeEach(() => {
    sink.refuse(undefined);
    sink.received.splice(0);
    logged = world.logLines.length;
  });

  const query = async (text: string, values: unknown[] = []) => (await world.services.database.pool.query(text, values)).rows;
  const newLines = (message: string) => world.logLines.slice(logged).filter((line) => line.includes(message));
  const waitForLine = (message: string) => expect.poll(() => newLines(message).length).toBe(1);
  const countJobs = async () => (await query("select count(*) as count from jobs"))[0].count;
  /** Makes the retry due; another job for the same queue makes this process look for it. */
  const hurry = async () => {
    await query("update jobs set due_at = now() where leased_until is null and failed_at is null");
    await enqueue(world.services, "password-reset-mail", { ...anna, email: "niemand@demo.example" });
  };

  it("Anna's mail leaves as soon as the transaction that asks for it is committed, and no trace stays", async () => {
    const { database, jobs } = world.services;
    await inTransaction(database, async (transaction) => {
      await jobs.enqueue(transaction, "password-reset-mail", anna);
      expect(sink.received).toEqual([]);
    });
    await world.jobsDone();
    expect(sink.received.map(({ to }) => to)).toEqual([["anna@demo.example"]]);
    expect(await countJobs()).toBe(0);
  });

  it("what was asked for in a transaction that is rolled back never happens", async () => {
    const { database, jobs } = world.services;
    const failing = inTransaction(database, async (transaction) => {
      await jobs.enqueue(transaction, "password-reset-mail", anna);
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    expect(await countJobs()).toBe(0);
    await enqueue(world.services, "password-reset-mail", { ...anna, email: "jana@demo.example" });
    await world.jobsDone();
    expect(sink.received.map(({ to }) => to)).toEqual([["jana@demo.example"]]);
  });

  it("a mail whose content got no reply is not sent again", async () => {
    sink.misbehave(() => ({ at: "data", how: "close" }));
    await enqueue(world.services, "password-reset-mail", anna);
    await waitForLine("job failed");
    sink.misbehave(undefined);
    await world.jobsDone();
    expect(JSON.parse(newLines("job failed")[0] ?? "")).toMatchObject({
      level: 50,
      class: "connection",
      failure: { type: "MailUncertain" },
    });
    expect([sink.received, await countJobs()]).toEqual([[], 0]);
  });

  it("a busy mail server is tried again later, which the log says once and without an address", async () => {
    sink.refuse({ code: 451, message: "4.7.1 <anna@demo.example> greylisted" });
    await enqueue(world.services, "password-reset-mail", anna);
    await waitForLine("job failed, it will be tried again");
    await expect.poll(() => query(states)).toEqual([{ state: "retrying" }]);
    const [wait] = await query(
      "select due_at - created_at > interval '5 seconds' as some, due_at - now() < interval '25 seconds' as little from jobs",
    );
    expect(wait).toEqual({ some: true, little: true });
    expect(await query("select failure from jobs")).toEqual([{ failure: "smtp_4xx 451 4.7.1" }]);
    expect(JSON.parse(newLines("job failed")[0] ?? "")).toMatchObject({ level: 40, class: "smtp_4xx 451 4.7.1" });
    expect(newLines("").join()).not.toMatch(/anna@|demo\.example|greylisted/);

    await hurry();
    await expect.poll(() => query("select attempts, leased_until from jobs")).toEqual([{ attempts: 2, leased_until: null }]);
    sink.refuse(undefined);
    await hurry();
    await world.jobsDone();
    expect(sink.received).toHaveLength(1);
    expect(newLines("job failed")).toHaveLength(1);
    const links = await query(
      "select 1 from links join users on users.id = user_id where users.email = $1 and purpose = 'password_reset' and used_at is null",
      [anna.email],
    );
    expect(links, "the links of the tries before are void").toHaveLength(1);
  });

  it("a mail that was refused for now is tried again, even if the database fails just then", async () => {
    sink.misbehave(() => ({ at: "data", code: 451, message: "4.3.0 try again" }));
    const queue = await openJobQueue(world.services.database, jobRules);
    const isForbidden: boolean[] = [];
    const allowRetry: JobQueue["allowRetry"] = async (job) => {
      isForbidden.push(!(await query("select may_retry from jobs"))[0].may_retry);
      if (isForbidden.length === 1) throw new Error("connection lost");
      await queue.allowRetry(job);
    };
    const workers = startWorkers(world.services, { ...queue, allowRetry }, { pollMs: anHour });
    await queue.putNow("password-reset-mail", anna);
    await expect.poll(() => query(`select ${jobState} as state, may_retry from jobs`)).toEqual([{ state: "retrying", may_retry: true }]);
    expect(isForbidden).toEqual([true, true]);
    await workers.stop();
    sink.misbehave(undefined);
    await hurry();
    await world.jobsDone();
    expect(sink.received).toHaveLength(1);
  });

  it("an address that the mail server does not know is given up at once", async () => {
    sink.refuse({ code: 550, message: "5.1.1 <anna@demo.example> unknown" });
    await enqueue(world.services, "password-reset-mail", anna);
    await waitForLine("job failed");
    await world.jobsDone();
    expect(JSON.parse(newLines("job failed")[0] ?? "")).toMatchObject({
      level: 50,
      job: "password-reset-mail",
      failure: { type: "MailRefused" },
    });
    expect(newLines("job failed").join()).not.toMatch(/anna@/);
    expect(await countJobs()).toBe(0);
  });

  it("a job that fails every time is kept for a day, and forgotten then", async () => {
    sink.refuse({ code: 451, message: "no" });
    await enqueue(world.services, "password-reset-mail", anna);
    await expect.poll(() => query(states)).toEqual([{ state: "retrying" }]);
    await query("update jobs set attempts = max_attempts - 1");
    await hurry();
    await expect.poll(() => query(states)).toEqual([{ state: "failed" }]);
    expect(newLines('"level":50')).toHaveLength(1);
    await world.services.jobs.tidy();
    expect(await countJobs()).toBe(1);
    await query("update jobs set failed_at = now() - interval '25 hours'");
    await world.services.jobs.tidy();
    expect(await countJobs()).toBe(0);
  });

  it("a job whose process died, or never learned that it had taken it, runs again; one that runs longer keeps its lease", async () => {
    const queue = await openJobQueue(world.services.database, jobRules);
    const leaseIsOver = "update jobs set leased_until = now() - interval '1 second'";
    await queue.putNow("password-reset-mail", anna);
    const [job] = await queue.take("password-reset-mail", 1);
    if (!job) throw new Error("nothing was taken");
    await query(leaseIsOver);
    expect(await queue.poll([job.id], { releaseLost: true })).toEqual([]);
    expect(await queue.poll([], { releaseLost: true }), "renewed").toEqual([]);
    await query(leaseIsOver);
    expect(await queue.poll([], { releaseLost: false })).toEqual([]);
    expect(await queue.poll([], { releaseLost: true })).toEqual(["password-reset-mail"]);
    expect(await queue.take("password-reset-mail", 1)).toEqual([{ ...job, attempt: 2 }]);
    await expect(queue.forbidRetry(job), "the attempt before sends nothing any more").rejects.toThrow("another process");
    await queue.fail(job, "late");
    await queue.release(job);
    expect(await query(`select ${jobState} as state, may_retry from jobs`)).toEqual([{ state: "active", may_retry: true }]);

    await query(`${leaseIsOver}, attempts = max_attempts`);
    expect(await queue.poll([], { releaseLost: true }), "that was its last attempt").toEqual([]);
    expect(await query(`select ${jobState} as state, failure from jobs`)).toEqual([{ state: "failed", failure: "abandoned" }]);
    await queue.finish(job);
  });

  it("of jobs that are alone, one runs and one waits, which also does the work of one that failed", async () => {
    const queue = await openJobQueue(world.services.database, {
      alone: { alone: true, expireInSeconds: 60, retryLimit: 2, retryDelay: 60 },
    });
    const counts = () => query(`select ${jobState} as state, attempts from jobs order by attempts`);
    for (const _ of "ab") await queue.putNow("alone", {});
    const [running] = await queue.take("alone", 5);
    if (!running) throw new Error("nothing was taken");
    for (const _ of "ab") await queue.putNow("alone", {});
    expect(await queue.take("alone", 5)).toEqual([]);
    expect(await counts()).toEqual([
      { state: "waiting", attempts: 0 },
      { state: "active", attempts: 1 },
    ]);
    await queue.fail(running, "broken");
    expect(await counts()).toEqual([{ state: "waiting", attempts: 0 }]);

    const [last] = await queue.take("alone", 5);
    if (!last) throw new Error("nothing was taken");
    await queue.fail(last, "broken");
    await queue.putNow("alone", {});
    expect(await counts(), "a retry delays no new job").toEqual([
      { state: "waiting", attempts: 0 },
      { state: "retrying", attempts: 1 },
    ]);
    await query("delete from jobs");
  });

  it.runIf(hasPostgres)("leases are renewed beside a lock on a job, and a poll that gets no answer ends", async () => {
    const queue = await openJobQueue(world.services.database, { locked: { expireInSeconds: 60, retryLimit: 1, retryDelay: 60 } });
    await queue.putNow("locked", {});
    const [job] = await queue.take("locked", 1);
    if (!job) throw new Error("nothing was taken");
    const other = new pg.Client({ connectionString: world.services.config.databaseUrl });
    await other.connect();
    await other.query("begin; select from jobs for update");
    expect(await queue.poll([job.id], { releaseLost: true })).toEqual([]);
    await other.query("lock table jobs");
    await expect(queue.poll([job.id], { releaseLost: true })).rejects.toThrow(/timeout/i);
    await other.end();
    await queue.finish(job);
  });

  it("the jobs of a version that used pg-boss are taken over, also those that it enqueues meanwhile", async () => {
    const rows = async () =>
      query(`select ${jobState} as state, payload->>'email' as email, attempts, max_attempts, may_retry, failure from jobs order by email`);
    await query(`create schema pgboss; create table pgboss.job (id uuid default gen_random_uuid(), name text, data jsonb, state text, retry_count int
      default 0, retry_limit int default 10, created_on timestamptz default now(), start_after timestamptz default now(), started_on timestamptz,
      expire_in interval default '20 seconds', completed_on timestamptz, output jsonb)`);
    onTestFinished(async () => void (await query("drop schema pgboss cascade; delete from jobs")));
    const addJob = (email: string, state: string, facts: Record<string, unknown> = {}) =>
      query(
        `insert into pgboss.job (name, data, state, ${["start_after", ...Object.keys(facts)].join()})
         values ('password-reset-mail', $1, $2, now() + interval '1 hour'${Object.keys(facts)
           .map((_, index) => `, $${index + 3}`)
           .join("")})`,
        [{ ...anna, email }, state, ...Object.values(facts)],
      );
    const longAgo = new Date(Date.now() - anHour);
    await addJob("a@demo.example", "created");
    await addJob("b@demo.example", "retry", { retry_count: 3, started_on: longAgo, output: { failure: "timeout" } });
    await addJob("c@demo.example", "failed", { retry_count: 10, started_on: longAgo, completed_on: longAgo });
    await addJob("d@demo.example", "active", { started_on: longAgo, retry_limit: -11 });
    await addJob("e@demo.example", "active", { started_on: new Date() });
    const queue = await openJobQueue(world.services.database, jobRules);
    const taken = { max_attempts: 11, may_retry: true, failure: null };
    const expected = [
      { ...taken, state: "scheduled", email: "a@demo.example", attempts: 0 },
      { ...taken, state: "retrying", email: "b@demo.example", attempts: 4, failure: "timeout" },
      { ...taken, state: "failed", email: "c@demo.example", attempts: 11 },
      { ...taken, state: "failed", email: "d@demo.example", attempts: 1, may_retry: false },
    ];
    expect(await rows()).toEqual(expected);
    expect(await query("select data->>'email' as email from pgboss.job")).toEqual([{ email: "e@demo.example" }]);
    // No other process uses the embedded database.
    if (engine === "embedded") return;
    await addJob("f@demo.example", "created");
    await queue.poll([], { releaseLost: false });
    expect(await rows()).toEqual([...expected, { ...taken, state: "scheduled", email: "f@demo.example", attempts: 0 }]);
    await query("drop table pgboss.job");
    for (const _ of "ab") await queue.poll([], { releaseLost: false });
  });

  it("a payload that is none is refused before it is stored", async () => {
    await expect(enqueue(world.services, "password-reset-mail", { ...anna, email: "anna@demo.example\nBcc: x" })).rejects.toThrow();
    expect(await countJobs()).toBe(0);
  });

  it("the sweep takes what is over, and leaves what is in use", async () => {
    const { files } = world.services;
    const [{ id: userId }] = await query("select id from users where email = $1", [anna.email]);
    await query("delete from links; delete from sessions; delete from rate_limits");
    await query(
      `insert into sessions (user_id, expires_at, ended_at) values
         ($1, now() + interval '1 day', null), ($1, now() - interval '1 minute', null),
         ($1, now() + interval '1 day', now() - interval '2 days'), ($1, now() + interval '1 day', now() - interval '1 hour')`,
      [userId],
    );
    await query(
      `insert into links (user_id, purpose, token_hash, expires_at, used_at) values
         ($1, 'sign_up', 'open', now() + interval '1 day', null), ($1, 'sign_up', 'expired', now() - interval '2 days', null),
         ($1, 'sign_up', 'used today', now() + interval '1 day', now()), ($1, 'sign_up', 'used', now(), now() - interval '2 days')`,
      [userId],
    );
    await query("insert into rate_limits (key, points, expire) values ('over', 1, $1), ('counts', 1, $2)", [
      Date.now() - 1,
      Date.now() + anHour,
    ]);
    await query(`insert into daily_salts (day, salt) values ('2020-01-01', 'x'); insert into article_views (article_id, day, reader)
                 values ('${userId}', '2020-01-01', 'x')`);
    const old = new Date(Date.now() - 2 * anHour);
    for (const key of ["aaaa1111", "bbbb1111", "bbbb1111.small.webp", "cccc1111"]) {
      await files.put(key, new TextEncoder().encode(key));
      if (key !== "cccc1111") utimesSync(pathOf(key), old, old);
    }
    const [{ id: folderId, client_id: clientId }] = await query("select id, client_id from folders where purpose is null limit 1");
    const [{ id: articleId }] = await query(
      `insert into articles (client_id, folder_id, user_id, title, teaser, body, published_at)
       select $1, $2, users.id, 'Bild', '', '', now() from users where client_id = $1 limit 1 returning id`,
      [clientId, folderId],
    );
    await query(
      `insert into attachments (client_id, article_id, position, name, original_filename, content_type, file_size, storage_key)
       values ($1, $2, 0, 'b', 'b', 'image/png', 1, 'bbbb1111')`,
      [clientId, articleId],
    );

    await enqueue(world.services, "sweep", {});
    await world.jobsDone();

    expect(newLines("job failed")).toEqual([]);
    expect(await query("select 1 from sessions")).toHaveLength(2);
    expect((await query("select token_hash from links order by 1")).map(({ token_hash }) => token_hash)).toEqual(["open", "used today"]);
    expect(await query("select key from rate_limits")).toEqual([{ key: "counts" }]);
    expect(await query("select 1 from daily_salts union all select 1 from article_views")).toEqual([]);
    const isThere = (key: string) => statSync(pathOf(key), { throwIfNoEntry: false }) !== undefined;
    expect(["aaaa1111", "bbbb1111", "bbbb1111.small.webp", "cccc1111"].map(isThere)).toEqual([false, true, true, true]);
  });

  const pathOf = (key: string) => join(world.services.config.dataDir, "files", key.slice(0, 2), key.slice(2, 4), key);
});

describe.runIf(hasPostgres)("Several processes on one database", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "folda-jobs-"));
  let sink: SmtpSink;
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  const processes: OpenServices[] = [];
  beforeAll(async () => {
    sink = await openSmtpSink();
    database = await freshDatabase(engine, dataDir);
  });
  beforeEach(async () => {
    sink.misbehave(undefined);
    for (const list of [sink.received, sink.begun, sink.hanging]) list.splice(0);
    const client = new pg.Client({ connectionString: database.databaseUrl });
    await client.connect();
    await client.query("delete from jobs");
    await client.end();
  });
  afterEach(() => Promise.all(processes.splice(0).map((process) => process.close())));
  afterAll(async () => {
    await sink.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const configOf = () =>
    readConfig({
      DATA_DIR: dataDir,
      DATABASE_URL: database.databaseUrl,
      SESSION_SECRET: "for tests only, and long enough to be one",
      SMTP_URL: sink.url,
      MAIL_FROM: "folda@folda.example",
      MAIL_RATE: "1000",
    });

  /** A process that ends with the test. */
  const open = async (log = createLog("silent")) => {
    const opened = await openServices(configOf(), log);
    processes.push(opened);
    return opened;
  };
  const end = async (process: OpenServices) => {
    processes.splice(processes.indexOf(process), 1);
    await process.close();
  };

  /** The limits of jobs that may run for an hour, in the order of their start; aborting one ends its hour. */
  const limitsOfAnHour = () => {
    const limits: AbortController[] = [];
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const replaced = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
      if (ms !== anHour) return timeout(ms);
      const limit = new AbortController();
      limits.push(limit);
      return limit.signal;
    });
    onTestFinished(() => replaced.mockRestore());
    return limits;
  };

  it("start at once, and send each of Anna's mails once", async () => {
    const [first, ...others] = await Promise.all([open(), open(), open()]);
    for (const process of [first, ...others]) process.startWork({ pollMs: 20 });
    const { database: pooled, jobs } = first.services;
    const { rows } = await pooled.pool.query("select id from users where email = $1", [anna.email]);
    await inTransaction(pooled, async (transaction) => {
      for (let number = 0; number < 40; number += 1) await jobs.enqueue(transaction, "address-taken-mail", { userId: rows[0].id });
    });
    await expect.poll(() => sink.received.length).toBe(40);
    await Promise.all(processes.splice(0).map((process) => process.close()));
    expect(sink.received).toHaveLength(40);
  });

  it("what one that ends has not done is another's at once", async () => {
    sink.misbehave(() => ({ at: "rcpt", how: "hang" }));
    const [ending, other] = await Promise.all([open(), open()]);
    const stateOfJob = async () => (await other.services.database.pool.query(states)).rows;
    ending.startWork({ stopWithinMs: 100 });
    await enqueue(ending.services, "password-reset-mail", anna);
    await expect.poll(stateOfJob).toEqual([{ state: "active" }]);
    await end(ending);
    expect(await stateOfJob(), "not an attempt").toEqual([{ state: "waiting" }]);
    sink.misbehave(undefined);
    other.startWork({ pollMs: 20 });
    await expect.poll(() => sink.received.map(({ to }) => to)).toEqual([["anna@demo.example"]]);
  });

  it("a mail whose content one was sending when it ended is not sent again, and its job has failed", async () => {
    sink.misbehave(() => ({ at: "data", how: "hang" }));
    const [ending, other] = await Promise.all([open(), open()]);
    ending.startWork({ stopWithinMs: 100 });
    await enqueue(ending.services, "password-reset-mail", anna);
    await expect.poll(() => sink.begun).toEqual([anna.email]);
    await end(ending);
    const { pool } = other.services.database;
    const jobs = `select ${jobState} as state, attempts, failure from jobs`;
    const failed = [{ state: "failed", attempts: 1, failure: "abandoned" }];
    expect((await pool.query(jobs)).rows).toEqual(failed);
    other.startWork({ pollMs: 20 });
    await other.services.jobs.tidy();
    expect((await pool.query(jobs)).rows).toEqual(failed);

    // An operator can decide to send it again.
    sink.misbehave(undefined);
    const [{ id }] = (await pool.query("select id from jobs")).rows;
    expect(await retryJob(pool, id)).toBe(true);
    await expect.poll(() => sink.received.map(({ to }) => to)).toEqual([[anna.email]]);
    await expect.poll(async () => (await pool.query(jobs)).rows).toEqual([]);
  });

  it("a mail whose content is sent for too long is not sent again", async () => {
    sink.misbehave(() => ({ at: "data", how: "hang" }));
    const [opened, limits] = [await open(), limitsOfAnHour()];
    opened.startWork({ workMs: anHour });
    await enqueue(opened.services, "password-reset-mail", anna);
    await expect.poll(() => sink.hanging).toEqual([anna.email]);
    limits[0]?.abort();
    const { pool } = opened.services.database;
    const jobs = async () => (await pool.query(`select ${jobState} as state, failure from jobs`)).rows;
    await expect.poll(jobs).toEqual([{ state: "failed", failure: "timeout" }]);
  });

  it("a job that hangs is abandoned with a line in the log, its lane goes on, and it runs again", async () => {
    const henrike = { ...anna, email: "henrike@demo.example" };
    const asked: string[] = [];
    sink.misbehave((address) => {
      asked.push(address);
      return address === anna.email ? { at: "rcpt", how: "hang" } : undefined;
    });
    const logLines: string[] = [];
    const opened = await open(createLog("info", { write: (line) => void logLines.push(line) }));
    const limits = limitsOfAnHour();
    opened.startWork({ workMs: anHour });
    await enqueue(opened.services, "password-reset-mail", anna);
    await expect.poll(() => asked).toEqual([anna.email]);
    await enqueue(opened.services, "password-reset-mail", henrike);
    limits[0]?.abort();
    await expect.poll(() => sink.received.map(({ to }) => to)).toEqual([[henrike.email]]);
    const abandoned = logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "job abandoned: it took too long");
    expect(abandoned).toEqual([expect.objectContaining({ level: 50, job: "password-reset-mail", attempt: 1, seconds: 3600 })]);
    const left = `select payload->>'email' as email, ${jobState} as state from jobs`;
    // The other job ends shortly after its mail has arrived.
    await expect
      .poll(async () => (await opened.services.database.pool.query(left)).rows)
      .toEqual([{ email: anna.email, state: "retrying" }]);
  });

  it("the end of a job that cannot be stored is stored as soon as it can be", async () => {
    const opened = await open();
    const { pool } = opened.services.database;
    const queue = await openJobQueue(opened.services.database, jobRules);
    let isAway = true;
    const breaking: JobQueue = {
      ...queue,
      async finish(job) {
        if (isAway) {
          isAway = false;
          throw new Error("Connection terminated unexpectedly");
        }
        await queue.finish(job);
      },
    };
    await enqueue(opened.services, "password-reset-mail", anna);
    const workers = startWorkers(opened.services, breaking, {});
    await expect.poll(async () => (await pool.query(states)).rows).toEqual([]);
    expect(isAway).toBe(false);
    expect(sink.received).toHaveLength(1);
    await workers.stop();
  });

  it("and what one gets only after its end, too", async () => {
    const ending = await open();
    const { database: pooled } = ending.services;
    const stateOfJob = async () => (await pooled.pool.query(states)).rows;
    const queue = await openJobQueue(pooled, jobRules);
    let hand = () => {};
    const held = new Promise<void>((resolve) => {
      hand = resolve;
    });
    const late: JobQueue = {
      ...queue,
      async take(...asked) {
        const jobs = await queue.take(...asked);
        await held;
        return jobs;
      },
    };
    await enqueue(ending.services, "password-reset-mail", anna);
    const workers = startWorkers(ending.services, late, { pollMs: 20, stopWithinMs: 100 });
    await expect.poll(stateOfJob).toEqual([{ state: "active" }]);
    await workers.stop();
    hand();
    await expect.poll(stateOfJob).toEqual([{ state: "waiting" }]);
  });
});
