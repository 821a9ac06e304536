import { setTimeout as sleep } from "node:timers/promises";
import {
  classifyFailure,
  isHopeless,
  type JobName,
  type JobPayload,
  type JobQueue,
  jobPayloads,
  jobRules,
  type QueuedJob,
} from "../domain/jobs";
import { describeFailure } from "../log";
import { jobRuns } from "../metrics/instruments";
import type { Services } from "../services";
import { unlessAborted } from "../unless-aborted";
import { accountMailJobs } from "./account-mails";
import { exportJobs } from "./exports";
import type { JobHandlers } from "./handlers";
import { inquiryJobs } from "./inquiries";
import { type Lane, startLane } from "./lane";
import { mailingJobs } from "./mailings";
import { searchRefreshJobs } from "./search-refresh";
import { sweepJobs } from "./sweep";

export interface Workers {
  /** Lets what is under way come to its end, for some seconds; what does not is given back, and runs again. */
  stop(): Promise<void>;
}

interface Options {
  /** How often to look for jobs that nobody in this process has put: those that failed, and those of processes that died. */
  pollMs?: number;
  /** Unset, nothing is swept. */
  sweepEveryMs?: number;
  /** How long the end waits for what is under way. */
  stopWithinMs?: number;
  /** How long a job may work, in milliseconds; unset, a little less than until it expires. */
  workMs?: number;
}

const second = 1000;
/** A job is abandoned before it expires, and its end stored: another process has it after that. */
const storeWithinMs = 10 * second;
const storeAgainMs = 2 * second;
const atOnce = 5;
/** Writing a file takes a core, and one that waits in this process could be written by another. */
const oneByOne: readonly string[] = ["export"];

/** Works on the jobs of the database until it is stopped; at once on those that this process puts. */
export function startWorkers(
  services: Services,
  queue: JobQueue,
  { pollMs = 5 * second, sweepEveryMs, stopWithinMs = 10 * second, workMs }: Options = {},
): Workers {
  const { log } = services;
  const handlers: JobHandlers<JobName> = {
    ...accountMailJobs(services),
    ...exportJobs(services),
    ...inquiryJobs(services),
    ...mailingJobs(services),
    ...searchRefreshJobs(services),
    ...sweepJobs(services),
  };
  const names = Object.keys(handlers) as JobName[];
  const lanes = new Map<string, Lane>(names.map((name) => [name, startLane(() => workOn(name))]));
  const wake = (name: string) => lanes.get(name)?.wake();
  queue.onPut(wake);
  const ending = new AbortController();
  const underWay = new Set<QueuedJob>();
  const givenBack = new Set<QueuedJob>();
  let isOver = false;

  const warn = (message: string) => (error: unknown) => log.warn({ failure: describeFailure(error) }, message);
  let isPolling = false;
  let hasPolled = true;
  const poll = async () => {
    if (isPolling) return;
    isPolling = true;
    try {
      (await queue.listDue()).forEach(wake);
      hasPolled = true;
    } catch (error) {
      // Once per outage.
      if (hasPolled) warn("jobs could not be looked for")(error);
      hasPolled = false;
    }
    isPolling = false;
  };
  const askForSweep = () => void queue.putNow("sweep", {}).catch(warn("no sweep could be asked for"));
  const timers = [setInterval(() => void poll(), pollMs)];
  if (sweepEveryMs !== undefined) {
    timers.push(setInterval(askForSweep, sweepEveryMs));
    askForSweep();
  }
  for (const timer of timers) timer.unref();

  return {
    async stop() {
      timers.forEach(clearInterval);
      ending.abort();
      const ended = Promise.all([...lanes.values()].map((lane) => lane.stop()));
      await Promise.race([ended, sleep(stopWithinMs, undefined, { ref: false })]);
      isOver = true;
      for (const job of underWay) givenBack.add(job);
      await Promise.all([...givenBack].map(giveBack));
    },
  };

  function giveBack(job: QueuedJob): Promise<void> {
    return queue.giveBack(job).catch(warn("a job could not be given back"));
  }

  async function workOn(name: JobName): Promise<boolean> {
    const jobs = await queue.take(name, oneByOne.includes(name) ? 1 : atOnce);
    if (isOver) {
      // Asked for before the end, and here only after it.
      await Promise.all(jobs.map(giveBack));
      return false;
    }
    await Promise.all(jobs.map((job) => run(name, job)));
    return jobs.length > 0;
  }

  async function run<Name extends JobName>(name: Name, job: QueuedJob): Promise<void> {
    underWay.add(job);
    const expiresAt = Date.now() + jobRules[name].expireInSeconds * second;
    try {
      await storeEnd(job, await attempt(name, job), expiresAt);
    } catch (error) {
      // The database is unavailable: the job expires and runs again.
      log.warn({ job: name, id: job.id, failure: describeFailure(error) }, "the end of a job could not be stored");
    } finally {
      underWay.delete(job);
    }
  }

  /** Tries until the job expires: a job whose end is not stored does not run again before that. */
  async function storeEnd(job: QueuedJob, failure: string | undefined, expiresAt: number): Promise<void> {
    // One that was given back belongs to another process.
    while (!givenBack.has(job)) {
      try {
        return await (failure === undefined ? queue.finish(job) : queue.fail(job, failure));
      } catch (error) {
        if (ending.signal.aborted || Date.now() + storeAgainMs > expiresAt) throw error;
      }
      await sleep(storeAgainMs, undefined, { ref: false });
    }
  }

  /** Returns the class of a failure that may be tried again. Logs the first failure of a job, its last, and every time that it is abandoned. */
  async function attempt<Name extends JobName>(name: Name, job: QueuedJob): Promise<string | undefined> {
    const begin = performance.now();
    const limitMs = workMs ?? jobRules[name].expireInSeconds * second - storeWithinMs;
    const limit = AbortSignal.timeout(limitMs);
    log.info({ job: name, id: job.id, attempt: job.attempt }, "job started");
    try {
      // Payload and handler of one name are of one type, which TypeScript cannot see through the table.
      const payload = jobPayloads[name].parse(job.payload) as JobPayload<Name>;
      await unlessAborted(limit, handlers[name](payload, AbortSignal.any([ending.signal, limit])));
      jobRuns.inc({ name, result: "done" });
      log.info({ job: name, id: job.id, ms: Math.round(performance.now() - begin) }, "job done");
      return undefined;
    } catch (error) {
      const failureClass = limit.aborted ? "timeout" : classifyFailure(error);
      const hasFailed = isHopeless(error) || job.isLastAttempt;
      jobRuns.inc({ name, result: hasFailed ? "failed" : "retry" });
      const facts = { job: name, id: job.id, class: failureClass, failure: describeFailure(error) };
      if (limit.aborted)
        log.error({ job: name, id: job.id, attempt: job.attempt, seconds: limitMs / second }, "job abandoned: it took too long");
      else if (hasFailed) log.error(facts, "job failed");
      else if (job.attempt === 1) log.warn(facts, "job failed, it will be tried again");
      return isHopeless(error) ? undefined : failureClass;
    }
  }
}
