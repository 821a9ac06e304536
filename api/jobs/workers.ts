import { setTimeout as sleep } from "node:timers/promises";
import { isHopeless, type JobName, type JobPayload, type JobQueue, jobPayloads, type QueuedJob } from "../domain/jobs";
import { describeFailure } from "../log";
import type { Services } from "../services";
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
}

const second = 1000;
const atOnce = 5;
/** Writing a file takes a core, and one that waits in this process could be written by another. */
const oneByOne: readonly string[] = ["export"];

/** Works on the jobs of the database until it is stopped; at once on those that this process puts. */
export function startWorkers(
  services: Services,
  queue: JobQueue,
  { pollMs = 30 * second, sweepEveryMs, stopWithinMs = 10 * second }: Options = {},
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
  const poll = () => void queue.listDue().then((due) => due.forEach(wake), warn("jobs could not be looked for"));
  const askForSweep = () => void queue.putNow("sweep", {}).catch(warn("no sweep could be asked for"));
  const timers = [setInterval(poll, pollMs)];
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
    try {
      const isDone = await attempt(name, job);
      // One that was given back is another process's by now.
      if (!givenBack.has(job)) await (isDone ? queue.finish(job) : queue.fail(job));
    } catch (error) {
      // The database does not answer: the job expires and runs again.
      log.warn({ job: name, id: job.id, failure: describeFailure(error) }, "the end of a job could not be stored");
    } finally {
      underWay.delete(job);
    }
  }

  /** Whether the job is over; its first failure and its last are logged. */
  async function attempt<Name extends JobName>(name: Name, job: QueuedJob): Promise<boolean> {
    try {
      // Payload and handler of one name are of one type, which TypeScript cannot see through the table.
      await handlers[name](jobPayloads[name].parse(job.payload) as JobPayload<Name>, ending.signal);
      return true;
    } catch (error) {
      const facts = { job: name, id: job.id, failure: describeFailure(error) };
      const isOver = isHopeless(error);
      if (isOver || job.isLastAttempt) log.error(facts, "job failed");
      else if (job.attempt === 1) log.warn(facts, "job failed, it will be tried again");
      return isOver;
    }
  }
}
