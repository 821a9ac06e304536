import { setTimeout as sleep } from "node:timers/promises";
import { askForDigests } from "../domain/following/digests";
import { askForNotificationMails } from "../domain/notifications/mails";
import { askForPolling } from "../domain/sources/polling";
import {
  classifyFailure,
  isHopeless,
  type JobName,
  type JobPayload,
  type JobQueue,
  jobPayloads,
  jobRules,
  type QueuedJob,
} from "../job-types";
import { describeFailure } from "../log";
import { jobRuns } from "../metrics/instruments";
import type { Services } from "../services";
import { unlessAborted } from "../unless-aborted";
import { accountMailJobs } from "./account-mails";
import { batchJobs } from "./batches";
import { bookmarkJobs } from "./bookmarks";
import { cleanupJobs } from "./cleanup";
import { digestJobs } from "./digests";
import { exportJobs } from "./exports";
import type { JobHandlers } from "./handlers";
import { inquiryJobs } from "./inquiries";
import { type Lane, startLane } from "./lane";
import { newsletterJobs } from "./newsletters";
import { notificationJobs } from "./notifications";
import { createOneMail } from "./one-mail";
import { searchRefreshJobs } from "./search-refresh";
import { sourceJobs } from "./sources";

export interface Workers {
  /** Waits some seconds for running jobs. Those that do not finish are released, and run again. */
  stop(): Promise<void>;
}

interface Options {
  /** How often to look for jobs that this process has not enqueued: retries, and jobs of dead processes. */
  pollMs?: number;
  /** If unset, no cleanup jobs are enqueued. */
  cleanUpEveryMs?: number;
  /** How often to look for sources to fetch. If unset, they are fetched only when people ask for it. */
  pollSourcesEveryMs?: number;
  /** How often to look for notifications to mail. If unset, only those that are due at once are mailed. */
  mailNotificationsEveryMs?: number;
  /** How often to look for digests to send. If unset, none are sent. */
  sendDigestsEveryMs?: number;
  /** How long `stop` waits for running jobs. */
  stopWithinMs?: number;
  /** How long a job may run, in milliseconds; by default a little less than until it expires. */
  workMs?: number;
}

const second = 1000;
/** A job is abandoned this long before it expires, to store its result before another process takes it. */
const storeWithinMs = 10 * second;
const storeAgainMs = 2 * second;
const atOnce = 5;
/** Taken one at a time, because each takes a core or much of the database, and other processes can run those that wait. */
const oneByOne: readonly string[] = ["export", "article-batch", "bookmark-import"];

const createHandlers = (services: Services): JobHandlers<JobName> => ({
  ...accountMailJobs(services),
  ...batchJobs(services),
  ...bookmarkJobs(services),
  ...exportJobs(services),
  ...inquiryJobs(services),
  ...newsletterJobs(services),
  ...notificationJobs(services),
  ...searchRefreshJobs(services),
  ...sourceJobs(services),
  ...digestJobs(services),
  ...cleanupJobs(services),
});

/** Runs the jobs of the database until it is stopped; immediately those that this process enqueues. */
export function startWorkers(
  services: Services,
  queue: JobQueue,
  {
    pollMs = 5 * second,
    cleanUpEveryMs,
    pollSourcesEveryMs,
    mailNotificationsEveryMs,
    sendDigestsEveryMs,
    stopWithinMs = 10 * second,
    workMs,
  }: Options = {},
): Workers {
  const { log } = services;
  const handlers = createHandlers(services);
  const names = Object.keys(handlers) as JobName[];
  const lanes = new Map<string, Lane>(names.map((name) => [name, startLane(() => workOn(name))]));
  const wake = (name: string) => lanes.get(name)?.wake();
  queue.onPut(wake);
  const ending = new AbortController();
  const running = new Set<QueuedJob>();
  const released = new Set<QueuedJob>();
  /** Jobs whose mail may have been sent. */
  const withoutRetry = new Set<QueuedJob>();
  /** Jobs whose retry may have been forbidden, but whose mail was certainly not sent. */
  const unsent = new Set<QueuedJob>();
  let hasStopped = false;

  const warn = (message: string) => (error: unknown) => log.warn({ failure: describeFailure(error) }, message);
  let isPolling = false;
  let hasPolled = true;
  const poll = async () => {
    if (isPolling) return;
    isPolling = true;
    try {
      const held = [...running].map(({ id }) => id);
      // After an outage, other processes first get time to renew their leases.
      (await queue.poll(held, { releaseLost: hasPolled })).forEach(wake);
      hasPolled = true;
    } catch (error) {
      // Once per outage.
      if (hasPolled) warn("polling for jobs failed")(error);
      hasPolled = false;
    }
    isPolling = false;
  };
  const enqueueCleanup = () => void queue.putNow("sweep", {}).catch(warn("the cleanup job could not be enqueued"));
  const timers = [setInterval(() => void poll(), pollMs)];
  if (cleanUpEveryMs !== undefined) {
    timers.push(setInterval(enqueueCleanup, cleanUpEveryMs));
    enqueueCleanup();
  }
  const pollSources = () => void askForPolling(services).catch(warn("sources could not be looked for"));
  if (pollSourcesEveryMs !== undefined) timers.push(setInterval(pollSources, pollSourcesEveryMs));
  const mailNotifications = () => void askForNotificationMails(services).catch(warn("notifications to mail could not be looked for"));
  if (mailNotificationsEveryMs !== undefined) timers.push(setInterval(mailNotifications, mailNotificationsEveryMs));
  const sendDigests = () => void askForDigests(services).catch(warn("digests to send could not be looked for"));
  if (sendDigestsEveryMs !== undefined) timers.push(setInterval(sendDigests, sendDigestsEveryMs));
  for (const timer of timers) timer.unref();

  return {
    async stop() {
      timers.forEach(clearInterval);
      ending.abort();
      const ended = Promise.all([...lanes.values()].map((lane) => lane.stop()));
      await Promise.race([ended, sleep(stopWithinMs, undefined, { ref: false })]);
      hasStopped = true;
      for (const job of running) released.add(job);
      await Promise.all([...released].map(release));
    },
  };

  async function release(job: QueuedJob): Promise<void> {
    try {
      if (unsent.has(job)) await queue.allowRetry(job);
      await queue.release(job);
    } catch (error) {
      warn("a job could not be released")(error);
    }
  }

  async function workOn(name: JobName): Promise<boolean> {
    const jobs = await queue.take(name, oneByOne.includes(name) ? 1 : atOnce);
    if (hasStopped) {
      // Requested before the stop, but received after it.
      await Promise.all(jobs.map(release));
      return false;
    }
    await Promise.all(jobs.map((job) => run(name, job)));
    return jobs.length > 0;
  }

  /** The services of a job that sends one mail. */
  function withOneMail(job: QueuedJob): Services {
    const mail = createOneMail(services.mail, {
      async forbid() {
        if (released.has(job)) throw new Error("the job was released");
        // Before the statement, whose response may be lost.
        withoutRetry.add(job);
        await queue.forbidRetry(job);
      },
      allow() {
        if (withoutRetry.delete(job)) unsent.add(job);
      },
    });
    return { ...services, mail };
  }

  async function run<Name extends JobName>(name: Name, job: QueuedJob): Promise<void> {
    running.add(job);
    const expiresAt = Date.now() + jobRules[name].expireInSeconds * second;
    try {
      await storeResult(job, await attempt(name, job), expiresAt);
    } catch (error) {
      // The database is unavailable: the job expires and runs again.
      log.warn({ job: name, id: job.id, failure: describeFailure(error) }, "the result of a job could not be stored");
    } finally {
      for (const jobs of [running, withoutRetry, unsent]) jobs.delete(job);
    }
  }

  /** Retries until the job expires, because the job would not run again before that. */
  async function storeResult(job: QueuedJob, failure: string | undefined, expiresAt: number): Promise<void> {
    // A released job belongs to another process.
    while (!released.has(job)) {
      try {
        if (unsent.has(job)) await queue.allowRetry(job);
        return await (failure === undefined ? queue.finish(job) : queue.fail(job, failure));
      } catch (error) {
        if (ending.signal.aborted || Date.now() + storeAgainMs > expiresAt) throw error;
      }
      await sleep(storeAgainMs, undefined, { ref: false });
    }
  }

  /** Runs a job. Returns the class of a failure that may be retried. Logs the first and the last failure of a job, and whenever it is abandoned. */
  async function attempt<Name extends JobName>(name: Name, job: QueuedJob): Promise<string | undefined> {
    const begin = performance.now();
    const limitMs = workMs ?? jobRules[name].expireInSeconds * second - storeWithinMs;
    const limit = AbortSignal.timeout(limitMs);
    log.info({ job: name, id: job.id, attempt: job.attempt }, "job started");
    try {
      // Payload and handler of a name have the same type, which TypeScript cannot infer from the tables.
      const payload = jobPayloads[name].parse(job.payload) as JobPayload<Name>;
      const own = jobRules[name].sendsOneMail ? createHandlers(withOneMail(job)) : handlers;
      await unlessAborted(limit, own[name](payload, AbortSignal.any([ending.signal, limit])));
      jobRuns.inc({ name, result: "done" });
      log.info({ job: name, id: job.id, ms: Math.round(performance.now() - begin) }, "job done");
      return undefined;
    } catch (error) {
      const failureClass = limit.aborted ? "timeout" : classifyFailure(error);
      const hasFailed = isHopeless(error) || job.isLastAttempt || withoutRetry.has(job);
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
