import type { ResourceLimits } from "node:worker_threads";
import { Piscina } from "piscina";
import { requestSignal } from "../../contract/request-signal.server";
import { createSemaphore } from "../../contract/semaphore.server";
import { StoreFull } from "../files/errors";
import { unlessAborted } from "../unless-aborted";
import { OutboundError } from "./outbound-error";
import { withinTime } from "./within-time";
import type * as tasks from "./worker";

// Everything that fetches or reads other people's files runs in a pool of threads, one task per thread: an uncaught exception, an
// endless loop or a full heap ends that thread and fails that task with OutboundError `unreadable` or `timeout`, and nothing else.

interface Options {
  /** The built `outbound-worker.js`. */
  workerPath: string;
  /** By default that of the request. */
  signal?: AbortSignal | undefined;
}

const busy = () => new OutboundError("busy");

// Threads times memory is part of what a process may take: docs/operations.md, "Memory", has the sum. A page of 5 MB needs 90 MB of heap, a file
// passes through in chunks, and a picture lies outside the heap.

/** Semaphores by task, so that slow servers of one kind do not hold up the others: each has a thread for every task that it admits. */
const permits = {
  importPage: createSemaphore(3, { maxWaiting: 13, busy }),
  // A page offers up to 12 pictures, and the browser asks for all of them at once.
  fetchPicture: createSemaphore(4, { maxWaiting: 60, busy }),
  fetchFile: createSemaphore(2, { maxWaiting: 60, busy }),
  findDeadLinks: createSemaphore(1, { maxWaiting: 8, busy }),
};

const readers = createThreads(3, { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 });
const fetchers = createThreads(7, { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 });

/** Milliseconds from the call to its answer, waiting for a thread included; a task that keeps its own limits never needs them. */
const timeLimits = { importPage: 18_500, fetchPicture: 18_500, fetchFile: 65_000, findDeadLinks: 15_000 };

type Tasks = typeof tasks;
type TaskName = keyof typeof permits;
type Task<Name extends TaskName> = Parameters<Tasks[Name]>[0];
type Answer<Name extends TaskName> = Awaited<ReturnType<Tasks[Name]>>;
type Value<Name extends TaskName> = Extract<Answer<Name>, { value: unknown }>["value"];

/** As `importPage` of `import-page.ts`. Throws also OutboundError `unreadable`, `timeout`, and `busy` when too many wait. */
export const importPage = (task: Task<"importPage">, options: Options): Promise<Value<"importPage">> => run("importPage", task, options);

/** As `fetchFile` of `fetch-file.ts`. Throws also as `importPage`; then something may have been written to `path`. */
export const fetchFile = (task: Task<"fetchFile">, options: Options): Promise<Value<"fetchFile">> => run("fetchFile", task, options);

/** As `fetchPicture` of `fetch-file.ts`. Throws also as `importPage`. */
export const fetchPicture = (task: Task<"fetchPicture">, options: Options): Promise<Value<"fetchPicture">> =>
  run("fetchPicture", task, options);

/** As `findDeadLinks` of `dead-links.ts`. Throws also as `importPage`. */
export const findDeadLinks = (task: Task<"findDeadLinks">, options: Options): Promise<Value<"findDeadLinks">> =>
  run("findDeadLinks", task, options);

function run<Name extends TaskName>(name: Name, task: Task<Name>, { workerPath, signal = requestSignal() }: Options): Promise<Value<Name>> {
  return withinTime({ timeoutMs: timeLimits[name], signal }, (limit) => {
    const running = permits[name](async () => {
      limit.throwIfAborted();
      const options = { name, filename: workerPath, signal: limit };
      const threads = name === "importPage" ? readers() : fetchers();
      const answer: Answer<Name> = await threads.run(task, options).catch((cause: unknown) => {
        throw limit.aborted ? limit.reason : new OutboundError("unreadable", { reason: "worker" }, { cause });
      });
      if ("failure" in answer) throw new OutboundError(answer.failure.code, answer.failure.data);
      if ("storeFull" in answer) throw new StoreFull(answer.storeFull);
      return answer.value as Value<Name>;
    });
    return unlessAborted(limit, running);
  });
}

/** Threads that start with the first task. */
function createThreads(maxThreads: number, resourceLimits: ResourceLimits): () => Piscina {
  let pool: Piscina | undefined;
  return () => {
    if (pool) return pool;
    pool = new Piscina({
      minThreads: 0,
      maxThreads,
      idleTimeout: 60_000,
      // The thread's event loop keeps running between tasks, so errors of a finished task are thrown there.
      atomics: "disabled",
      recordTiming: false,
      resourceLimits,
      // None of the configuration.
      env: {},
      // Warnings would be lines of the log that are not JSON.
      execArgv: ["--no-warnings"],
    });
    // A thread that dies between two tasks is replaced with the next one.
    pool.on("error", () => {});
    return pool;
  };
}
