import type { ResourceLimits } from "node:worker_threads";
import { Piscina } from "piscina";
import { requestSignal } from "../../contract/request-scope.server";
import { createSemaphore } from "../../contract/semaphore.server";
import { StoreFull } from "../files/errors";
import { unlessAborted } from "../unless-aborted";
import type * as fetcherTasks from "./fetcher-worker";
import { OutboundError } from "./outbound-error";
import type * as readerTasks from "./reader-worker";
import { timeLimit, withinTime } from "./within-time";

// Everything that fetches or reads other people's files runs in a pool of threads, one task per thread. An uncaught exception, an endless loop
// or a full heap ends only that thread, and its task fails with OutboundError `unreadable` or `timeout`.

interface Options {
  /** The built `reader-worker.js` for `importPage`, else `fetcher-worker.js`. */
  workerPath: string;
}

const busy = () => new OutboundError("busy");

// Threads times memory is part of the process's memory (docs/operations.md, "Memory"). A page of 5 MB needs 90 MB of heap; files are streamed,
// and pictures are stored outside the heap.

/** One semaphore per task, so that slow servers of one kind do not block the others; together they admit no more tasks than there are threads. */
const permits = {
  importPage: createSemaphore(3, { maxWaiting: 13, share: { running: 2, waiting: 6 }, busy }),
  // A page offers up to 12 pictures, and the browser requests all of them at once.
  fetchPicture: createSemaphore(4, { maxWaiting: 60, share: { running: 3, waiting: 24 }, busy }),
  // An article may get 50 files at once.
  fetchFile: createSemaphore(2, { maxWaiting: 120, share: { running: 1, waiting: 60 }, busy }),
  findDeadLinks: createSemaphore(1, { maxWaiting: 8, share: { running: 1, waiting: 2 }, busy }),
};

const readers = createThreads(3, { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 });
const fetchers = createThreads(7, { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 });

/** Milliseconds including the wait for a thread. Only tasks that ignore their own limits reach them. */
const timeLimits = { importPage: 18_500, fetchPicture: 18_500, fetchFile: 65_000, findDeadLinks: 15_000 };

type Tasks = typeof fetcherTasks & typeof readerTasks;
type TaskName = keyof typeof permits;
type Task<Name extends TaskName> = Parameters<Tasks[Name]>[0];
type Answer<Name extends TaskName> = Awaited<ReturnType<Tasks[Name]>>;
type Value<Name extends TaskName> = Extract<Answer<Name>, { value: unknown }>["value"];

/** `importPage` of `import-page.ts`. Also throws OutboundError `unreadable`, `timeout`, and `busy` if too many tasks wait. */
export const importPage = (task: Task<"importPage">, options: Options): Promise<Value<"importPage">> => run("importPage", task, options);

/** `fetchFile` of `fetch-file.ts`. Also throws the errors of `importPage`; then a partial file may exist at `path`. */
export const fetchFile = (task: Task<"fetchFile">, options: Options): Promise<Value<"fetchFile">> => run("fetchFile", task, options);

/** `fetchPicture` of `fetch-file.ts`. Also throws the errors of `importPage`. */
export const fetchPicture = (task: Task<"fetchPicture">, options: Options): Promise<Value<"fetchPicture">> =>
  run("fetchPicture", task, options);

/** `findDeadLinks` of `dead-links.ts`. Also throws the errors of `importPage`. */
export const findDeadLinks = (task: Task<"findDeadLinks">, options: Options): Promise<Value<"findDeadLinks">> =>
  run("findDeadLinks", task, options);

function run<Name extends TaskName>(name: Name, task: Task<Name>, { workerPath }: Options): Promise<Value<Name>> {
  return withinTime({ timeoutMs: timeLimits[name], signal: requestSignal() }, (limit) => {
    const running = permits[name](async () => {
      limit.throwIfAborted();
      const options = { name, filename: workerPath, signal: limit };
      const threads = name === "importPage" ? readers() : fetchers();
      const answer: Answer<Name> = await threads.run({ ...task, insteadMs: timeLimit.insteadMs }, options).catch((cause: unknown) => {
        throw limit.aborted ? limit.reason : new OutboundError("unreadable", { reason: "worker" }, { cause });
      });
      if ("failure" in answer) throw new OutboundError(answer.failure.code, answer.failure.data);
      if ("storeFull" in answer) throw new StoreFull(answer.storeFull);
      return answer.value as Value<Name>;
    });
    return unlessAborted(limit, running);
  });
}

/** Threads start with their first task. */
function createThreads(maxThreads: number, resourceLimits: ResourceLimits): () => Piscina {
  let pool: Piscina | undefined;
  return () => {
    if (pool) return pool;
    pool = new Piscina({
      minThreads: 0,
      maxThreads,
      idleTimeout: 60_000,
      // Keeps the thread's event loop running between tasks, so that late errors of a finished task are thrown there.
      atomics: "disabled",
      recordTiming: false,
      resourceLimits,
      // The thread must not see the configuration.
      env: {},
      // Warnings would be log lines that are not JSON.
      execArgv: ["--no-warnings"],
    });
    // A thread that dies between two tasks is replaced for the next one.
    pool.on("error", () => {});
    return pool;
  };
}
