import { type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type pg from "pg";
import { afterCommit, type Database, type Queryable, sqlStateOf, type Transaction } from "../pool";
import { jobs } from "../schema";
import { hasPgBoss, takenFromPgBoss } from "./pg-boss";

export interface QueueRules {
  /** At most one job waits for its first attempt, and one runs, over all processes. */
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
   * Renews the leases of the `held` jobs and returns the names of due ones. With `releaseLost`, jobs whose lease has expired become due again: their
   * process died, or never received the response with them. One statement, because each one costs the embedded engine milliseconds.
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
  /** Makes an unfinished job due immediately, for another process, because this one stops. It gets one attempt more. A job without retry fails. */
  release(job: QueuedJob): Promise<void>;
  /** Deletes the jobs that failed a day ago. */
  maintain(): Promise<void>;
  /** Calls `listener` whenever this process has enqueued a job. */
  onPut(listener: (name: string) => void): void;
}

/** Long enough that a job does not run twice because of three failed polls. */
const lease = sql`now() + interval '20 seconds'`;
/** A poll on a connection that died silently must not outlast the leases that it renews. */
const pollWithinMs = 5_000;
const UNDEFINED_TABLE = "42P01";
const dialect = new PgDialect();
const isWaiting = sql`leased_until is null and failed_at is null`;

/** Opens the jobs in the database. Delivery is at least once, so handlers must be idempotent. */
export async function openJobQueue({ db, pool, engine }: Database, rules: Record<string, QueueRules>): Promise<JobQueue> {
  const alone = Object.keys(rules).filter((name) => rules[name]?.alone);
  const end = (...which: Parameters<typeof endAttempts>) => db.execute(sql`with ${endAttempts(...which)} select 1`);
  let isUpgraded = await hasPgBoss(db);
  if (isUpgraded) await db.execute(takenFromPgBoss(alone));
  // Only one process uses the embedded database, so jobs that are still running belong to a dead one.
  if (engine === "embedded") {
    isUpgraded = false;
    await end(sql`leased_until is not null for update`, abandoned);
  }

  function queryOfPoll<Row extends pg.QueryResultRow>(statement: SQL): Promise<pg.QueryResult<Row>> {
    const { sql: text, params: values } = dialect.sqlToQuery(statement);
    const query = { text, values, query_timeout: pollWithinMs };
    return pool.query<Row>(query);
  }

  /** A later version drops the tables of pg-boss. */
  function unlessDropped(error: unknown): void {
    if (sqlStateOf(error) !== UNDEFINED_TABLE) throw error;
    isUpgraded = false;
  }

  const listeners: ((name: string) => void)[] = [];
  const notify = (name: string) => {
    for (const listener of listeners) listener(name);
  };

  async function insert(queryable: Queryable, name: string, payloads: readonly object[], startAt?: Date): Promise<void> {
    if (payloads.length === 0) return;
    const { alone: isAlone = false, retryLimit = 0 } = rules[name] ?? {};
    await queryable.execute(sql`
      insert into ${jobs} (name, payload, is_alone, max_attempts, due_at)
      select ${name}::text, payload, ${isAlone}::boolean, ${retryLimit + 1}::int, coalesce(${startAt?.toISOString() ?? null}::timestamptz, now())
      from jsonb_array_elements(${JSON.stringify(payloads)}::jsonb) payload
      on conflict do nothing`);
  }

  async function putAll(transaction: Transaction, name: string, payloads: readonly object[], startAt?: Date): Promise<void> {
    await insert(transaction, name, payloads, startAt);
    afterCommit(transaction, () => notify(name));
  }

  return {
    put: (transaction, name, payload, { startAt } = {}) => putAll(transaction, name, [payload], startAt),
    putAll,
    async putNow(name, payload) {
      await insert(db, name, [payload]);
      notify(name);
    },
    async poll(held, { releaseLost }) {
      const isHeld = sql`id = any(${`{${held.join()}}`}::uuid[])`;
      const lost = sql`${releaseLost}::boolean and leased_until < now() and not ${isHeld} for update skip locked`;
      // Jobs of a workspace that is being deleted are locked.
      const { rows } = await queryOfPoll<{ name: string }>(sql`
        with held as (select id from ${jobs} where ${isHeld} and leased_until is not null for update skip locked),
        renewed as (update ${jobs} job set leased_until = ${lease} from held where job.id = held.id),
        ${endAttempts(lost, abandoned)}
        select name from ${jobs} where ${isWaiting} and due_at <= now()
        union select name from ended where failed_at is null`);
      if (isUpgraded) await queryOfPoll(takenFromPgBoss(alone)).catch(unlessDropped);
      return rows.map(({ name }) => name);
    },
    async take(name, count) {
      const { rows } = await db.execute<{ id: string; payload: unknown; attempts: number; max_attempts: number }>(sql`
        with next as materialized (
          select id from ${jobs} job where name = ${name} and ${isWaiting} and due_at <= now()
            and not (is_alone and exists (select 1 from ${jobs} other where other.name = job.name and other.leased_until is not null))
          order by due_at, created_at limit ${count} for update skip locked)
        update ${jobs} job set leased_until = ${lease}, attempts = attempts + 1 from next where job.id = next.id
        returning job.id, payload, attempts, max_attempts`);
      return rows.map(({ id, payload, attempts, max_attempts }) => {
        return { id, name, payload, attempt: attempts, isLastAttempt: attempts >= max_attempts };
      });
    },
    async finish({ id }) {
      await db.execute(sql`delete from ${jobs} where id = ${id}`);
    },
    async forbidRetry(job) {
      const { rowCount } = await db.execute(sql`update ${jobs} set may_retry = false where ${isRunning(job)}`);
      if (rowCount !== 1) throw new Error("the job belongs to another process");
    },
    async allowRetry(job) {
      await db.execute(sql`update ${jobs} set may_retry = true where ${isRunning(job)}`);
    },
    async fail(job, failure) {
      const { retryDelay = 0, retryBackoff = true } = rules[job.name] ?? {};
      const seconds = retryBackoff ? retryDelay * 2 ** Math.min(job.attempt - 1, 16) * (1 + Math.random()) : retryDelay;
      await end(sql`${isRunning(job)} for update`, { failure, seconds });
    },
    async release(job) {
      await end(sql`${isRunning(job)} for update`, { ...abandoned, isCounted: false });
    },
    async maintain() {
      await db.execute(sql`delete from ${jobs} where failed_at < now() - interval '1 day'`);
    },
    onPut: (listener) => void listeners.push(listener),
  };
}

/** Whether this attempt is still running. */
const isRunning = ({ id, attempt }: QueuedJob) => sql`id = ${id} and attempts = ${attempt} and leased_until is not null`;

const abandoned = { failure: "abandoned", seconds: 0 };

/**
 * Ends the attempts of the running jobs that `which` selects and locks: they wait for the next attempt, or have failed. A job that has to be alone is
 * deleted if another one already waits, which does the same work. These are expressions for `with`; `ended` has the remaining jobs.
 */
function endAttempts(which: SQL, { failure, seconds, isCounted = true }: { failure: string; seconds: number; isCounted?: boolean }): SQL {
  const hasFailed = isCounted ? sql`(not may_retry or attempts >= max_attempts)` : sql`not may_retry`;
  return sql`
    ending as (select id, name, is_alone from ${jobs} where ${which}),
    superseded as (
      delete from ${jobs} job using ending where job.id = ending.id and ending.is_alone
        and exists (select 1 from ${jobs} where name = ending.name and ${isWaiting})
      returning job.id),
    ended as (
      update ${jobs} set leased_until = null, due_at = now() + ${seconds}::float8 * interval '1 second',
        max_attempts = max_attempts + case when ${isCounted}::boolean or ${hasFailed} then 0 else 1 end,
        failure = case when ${isCounted}::boolean or ${hasFailed} then ${failure} else failure end,
        failed_at = case when ${hasFailed} then now() end
      where id in (select id from ending except select id from superseded)
      returning name, failed_at)`;
}
