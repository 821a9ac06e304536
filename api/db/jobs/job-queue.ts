import type pg from "pg";
import PgBoss from "pg-boss";
import { onExclusiveConnection } from "../exclusive";
import { afterCommit, connectionOf, type Database, outsideRequests, type Transaction } from "../pool";

export interface QueueRules {
  /** At most one job waits and one runs, over all processes. */
  alone?: true;
  /** Shortly before, the process that runs a job abandons it, and any process may run it again. */
  expireInSeconds: number;
  retryLimit: number;
  /** Seconds before the first retry; doubled, with jitter, for each further one. */
  retryDelay: number;
  /** Keeps the delay constant. */
  retryBackoff?: false;
  /** The job sends one mail, and forbids its retry before the content goes out. */
  sendsOneMail?: true;
}

export interface PutOptions {
  /** The earliest start; it can be some seconds later. */
  startAt?: Date | undefined;
}

export interface QueuedJob {
  id: string;
  name: string;
  payload: unknown;
  /** Starts at 1. */
  attempt: number;
  isLastAttempt: boolean;
}

export interface JobQueue {
  /** Enqueues a job in the transaction. It runs after the commit, immediately if this process works on the queue. */
  put(transaction: Transaction, name: string, payload: object, options?: PutOptions): Promise<void>;
  /** As `put`, one job for each payload, in one statement. */
  putAll(transaction: Transaction, name: string, payloads: readonly object[]): Promise<void>;
  /** Enqueues a job without a transaction. */
  putNow(name: string, payload: object): Promise<void>;
  /**
   * Returns the queues with due jobs, renews the leases of the `held` jobs, and shortens those of failed ones again. With `releaseLost`, jobs whose lease has expired become due
   * again: their process died, or never received the response with them. One statement for everything, because each one costs the embedded
   * engine milliseconds.
   */
  poll(held: readonly string[], options: { releaseLost: boolean }): Promise<string[]>;
  /** Leases at most `count` due jobs. No other process gets them as long as `poll` renews their leases. */
  take(name: string, count: number): Promise<QueuedJob[]>;
  /** Deletes a finished job with its payload. */
  finish(job: QueuedJob): Promise<void>;
  /**
   * Forbids any further attempt: if the process dies now, if it releases the job, or if `fail` is called, the job is kept as failed. Throws if another
   * process has taken the job meanwhile.
   */
  forbidRetry(job: QueuedJob): Promise<void>;
  /** Reverts `forbidRetry`. */
  allowRetry(job: QueuedJob): Promise<void>;
  /** Schedules the next attempt, or after the last one keeps the job as failed for a day. Stores `failure` with it. */
  fail(job: QueuedJob, failure: string): Promise<void>;
  /** Makes an unfinished job due immediately, for another process, because this one stops. Does not count as an attempt. A job without retry fails. */
  release(job: QueuedJob): Promise<void>;
  /** Releases the jobs of dead processes and deletes failed ones after a day; otherwise done every two minutes. */
  maintain(): Promise<void>;
  /** Calls `listener` whenever this process has enqueued a job. */
  onPut(listener: (name: string) => void): void;
  close(): Promise<void>;
}

const schema = "pgboss";
const day = 24 * 60 * 60;
/** Long enough that a job does not run twice because of three failed polls. */
const leaseSeconds = 20;
const lease = `interval '${leaseSeconds} seconds'`;
/** A poll on a connection that died silently must not outlast the leases that it renews. */
const pollWithinMs = 5_000;

/** Opens the jobs in the database, with one queue per name. Delivery is at least once, so handlers must be idempotent. */
export async function openJobQueue(
  database: Database,
  queues: Record<string, QueueRules>,
  onError: (error: Error) => void,
): Promise<JobQueue> {
  await onExclusiveConnection(database, "folda jobs", (client) => install(client, queues, database.engine));
  const listeners: ((name: string) => void)[] = [];
  const notify = (name: string) => {
    for (const listener of listeners) listener(name);
  };
  const boss = new PgBoss({
    db: runsOn(database.pool),
    schema,
    migrate: false,
    schedule: false,
    maintenanceIntervalSeconds: 120,
    // Not longer, because payloads contain addresses.
    archiveFailedAfterSeconds: day,
    deleteAfterSeconds: 1,
    retentionHours: 24,
  });
  boss.on("error", onError);
  await outsideRequests(() => boss.start());

  return {
    async put(transaction, name, payload, { startAt } = {}) {
      await boss.send(name, payload, { db: runsOn(connectionOf(transaction)), ...(startAt ? { startAfter: startAt } : {}) });
      afterCommit(transaction, () => notify(name));
    },
    async putAll(transaction, name, payloads) {
      if (payloads.length === 0) return;
      const jobs = payloads.map((data) => ({ name, data }));
      await boss.insert(jobs, { db: runsOn(connectionOf(transaction)) });
      afterCommit(transaction, () => notify(name));
    },
    async putNow(name, payload) {
      await boss.send(name, payload);
      notify(name);
    },
    async poll(held, { releaseLost }) {
      const text = `
        with renewed as (
          update ${schema}.job set expire_in = now() - started_on + ${lease} where state = 'active' and id = any($1::uuid[])),
        failed as (
          update ${schema}.job set expire_in = ${lease} where state = 'retry' and expire_in > ${lease}),
        lost as (
          select name, id from ${schema}.job job
          where $2 and state = 'active' and started_on + expire_in < now() and id <> all($1::uuid[]) and ${mayRetry("job.name")}
          for update skip locked),
        released as (
          update ${schema}.job set start_after = now(), ${unfinished("retry_count < retry_limit")}, output = ${abandoned}
          from lost where job.name = lost.name and job.id = lost.id
          returning job.name, state)
        select name from ${schema}.job where state < 'active' and start_after < now()
        union select name from released where state = 'retry'`;
      const query = { text, values: [held, releaseLost], query_timeout: pollWithinMs };
      return (await database.pool.query<{ name: string }>(query)).rows.map(({ name }) => name);
    },
    async take(name, count) {
      const jobs = await boss.fetch(name, { batchSize: count, includeMetadata: true });
      return jobs.map(({ id, data, retryCount, retryLimit }) => {
        return { id, name, payload: data, attempt: retryCount + 1, isLastAttempt: retryCount >= retryLimit };
      });
    },
    finish: ({ name, id }) => boss.deleteJob(name, id),
    async forbidRetry(job) {
      if (!(await invertRetryLimit(database.pool, job, "retry_limit >= 0"))) throw new Error("the job belongs to another process");
    },
    async allowRetry(job) {
      await invertRetryLimit(database.pool, job, "retry_limit < 0");
    },
    fail: ({ name, id }, failure) => boss.fail(name, id, { failure }),
    async release({ name, id }) {
      await database.pool.query(
        `update ${schema}.job set start_after = now(), ${unfinished("retry_limit >= 0")},
           started_on = case when retry_limit >= 0 then null else started_on end,
           output = case when retry_limit >= 0 then output else ${abandoned} end
         where name = $1 and id = $2 and state = 'active' and ${mayRetry("$1")}`,
        [name, id],
      );
    },
    maintain: () => boss.maintain(),
    onPut: (listener) => void listeners.push(listener),
    close: () => boss.stop({ graceful: false }),
  };
}

async function install(client: pg.Client, queues: Record<string, QueueRules>, engine: Database["engine"]): Promise<void> {
  const boss = new PgBoss({ db: runsOn(client), schema, supervise: false, schedule: false });
  await boss.start();
  const known = new Set((await boss.getQueues()).map(({ name }) => name));
  for (const [name, { alone, sendsOneMail: _, ...rules }] of Object.entries(queues)) {
    const policy = alone ? PgBoss.policies.stately : PgBoss.policies.standard;
    const queue = { name, policy, retryBackoff: true, ...rules, expireInSeconds: leaseSeconds };
    await (known.has(name) ? boss.updateQueue(name, queue) : boss.createQueue(name, queue));
  }
  // Only one process uses the embedded database, so jobs that are still active belong to a dead one.
  if (engine === "embedded") {
    await client.query(`update ${schema}.job set ${unfinished("retry_count < retry_limit")}, output = ${abandoned} where state = 'active'`);
  }
}

/** Assignments to a job that its process did not finish. */
const unfinished = (mayRetry: string) => `
  state = case when ${mayRetry} then 'retry' else 'failed' end::${schema}.job_state,
  completed_on = case when ${mayRetry} then null else now() end, expire_in = ${lease}`;
const abandoned = `'{"failure": "abandoned"}'::jsonb`;

/** A negative limit forbids retries; inverted again, it is the former one. Returns `false` if the attempt is over. */
async function invertRetryLimit(pool: pg.Pool, { name, id, attempt }: QueuedJob, condition: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update ${schema}.job set retry_limit = -1 - retry_limit
     where name = $1 and id = $2 and state = 'active' and retry_count = $3 and ${condition}`,
    [name, id, attempt - 1],
  );
  return rowCount === 1;
}

/** Condition that a job may wait again: queues that allow only one waiting job may already have one. */
const mayRetry = (name: string) =>
  `not exists (select 1 from ${schema}.job other where other.name = ${name} and other.policy = 'stately' and other.state = 'retry')`;

const runsOn = (connection: pg.Pool | pg.ClientBase) => ({
  executeSql: (text: string, values?: unknown[]): Promise<pg.QueryResult> => connection.query(text, values),
});
