import type pg from "pg";
import PgBoss from "pg-boss";
import { onExclusiveConnection } from "../exclusive";
import { afterCommit, connectionOf, type Database, outsideRequests, type Transaction } from "../pool";

export interface QueueRules {
  /** One waits and one runs at most, over all processes. */
  alone?: true;
  /** A job that has not ended by then runs again, in any process; shortly before, the process that works on it abandons it. */
  expireInSeconds: number;
  retryLimit: number;
  /** The wait before the second try; it doubles, and varies, with every further one. */
  retryDelay: number;
  /** The wait stays the same. */
  retryBackoff?: false;
}

export interface PutOptions {
  /** Not before; it may be some seconds later. */
  startAt?: Date | undefined;
}

export interface QueuedJob {
  id: string;
  name: string;
  payload: unknown;
  /** 1 at the first try. */
  attempt: number;
  isLastAttempt: boolean;
}

export interface JobQueue {
  /** Stores a job with the transaction: it runs when that is committed, at once if this process works on the queue. */
  put(transaction: Transaction, name: string, payload: object, options?: PutOptions): Promise<void>;
  /** Stores one job for each payload, in one statement; else as `put`. */
  putAll(transaction: Transaction, name: string, payloads: readonly object[]): Promise<void>;
  /** Stores a job that belongs to no other write. */
  putNow(name: string, payload: object): Promise<void>;
  /** The queues in which something is due: one statement for all, because each costs the embedded engine milliseconds. */
  listDue(): Promise<string[]>;
  /** Jobs that are due, which nobody else gets until they expire. */
  take(name: string, count: number): Promise<QueuedJob[]>;
  /** Forgets a job that is done, with its payload. */
  finish(job: QueuedJob): Promise<void>;
  /** Lets the job run again after a while, or keeps it as failed for a day when that was its last attempt; `failure` is kept with it. */
  fail(job: QueuedJob, failure: string): Promise<void>;
  /** Lets a job run again at once, in another process: this one ends before it. It counts as no try. */
  giveBack(job: QueuedJob): Promise<void>;
  /** Gives back the jobs of processes that died, and forgets failed ones after a day; otherwise done every two minutes. */
  maintain(): Promise<void>;
  /** Calls `listener` whenever this process has put a job. */
  onPut(listener: (name: string) => void): void;
  close(): Promise<void>;
}

const schema = "pgboss";
const day = 24 * 60 * 60;

/** Jobs in the database, in one queue a name. A job runs at least once: whoever works on it must bear its running twice. */
export async function openJobQueue(
  database: Database,
  queues: Record<string, QueueRules>,
  onError: (error: Error) => void,
): Promise<JobQueue> {
  await onExclusiveConnection(database, "folda jobs", (client) => install(client, queues, database.engine));
  const listeners: ((name: string) => void)[] = [];
  const tellListeners = (name: string) => {
    for (const listener of listeners) listener(name);
  };
  const boss = new PgBoss({
    db: runsOn(database.pool),
    schema,
    migrate: false,
    schedule: false,
    maintenanceIntervalSeconds: 120,
    // Not longer: payloads hold addresses.
    archiveFailedAfterSeconds: day,
    deleteAfterSeconds: 1,
    retentionHours: 24,
  });
  boss.on("error", onError);
  await outsideRequests(() => boss.start());

  return {
    async put(transaction, name, payload, { startAt } = {}) {
      await boss.send(name, payload, { db: runsOn(connectionOf(transaction)), ...(startAt ? { startAfter: startAt } : {}) });
      afterCommit(transaction, () => tellListeners(name));
    },
    async putAll(transaction, name, payloads) {
      if (payloads.length === 0) return;
      const jobs = payloads.map((data) => ({ name, data }));
      await boss.insert(jobs, { db: runsOn(connectionOf(transaction)) });
      afterCommit(transaction, () => tellListeners(name));
    },
    async putNow(name, payload) {
      await boss.send(name, payload);
      tellListeners(name);
    },
    async listDue() {
      const due = `select distinct name from ${schema}.job where state < 'active' and start_after < now()`;
      return (await database.pool.query<{ name: string }>(due)).rows.map(({ name }) => name);
    },
    async take(name, count) {
      const jobs = await boss.fetch(name, { batchSize: count, includeMetadata: true });
      return jobs.map(({ id, data, retryCount, retryLimit }) => {
        return { id, name, payload: data, attempt: retryCount + 1, isLastAttempt: retryCount >= retryLimit };
      });
    },
    finish: ({ name, id }) => boss.deleteJob(name, id),
    fail: ({ name, id }, failure) => boss.fail(name, id, { failure }),
    async giveBack({ name, id }) {
      // Of a queue in which only one waits, another may wait already: this one is then over when it expires.
      await database.pool.query(
        `update ${schema}.job set state = 'retry', start_after = now(), started_on = null
         where name = $1 and id = $2 and state = 'active'
         and not exists (select 1 from ${schema}.job other where other.name = $1 and other.policy = 'stately' and other.state = 'retry')`,
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
  for (const [name, { alone, ...rules }] of Object.entries(queues)) {
    const queue = { name, policy: alone ? PgBoss.policies.stately : PgBoss.policies.standard, retryBackoff: true, ...rules };
    await (known.has(name) ? boss.updateQueue(name, queue) : boss.createQueue(name, queue));
  }
  // One process has the embedded database: whoever worked on a job before this one has died.
  if (engine === "embedded") {
    await client.query(`
      update ${schema}.job set state = case when retry_count < retry_limit then 'retry' else 'failed' end::${schema}.job_state
      where state = 'active'`);
  }
}

const runsOn = (connection: pg.Pool | pg.ClientBase) => ({
  executeSql: (text: string, values?: unknown[]): Promise<pg.QueryResult> => connection.query(text, values),
});
