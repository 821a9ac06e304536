import { Piscina } from "piscina";
import { createClock, type Measured, processorMs } from "./measured-task";
import { ofProcess } from "./of-process.server";
import { createSemaphore, type Semaphore, ShareUsedUp } from "./semaphore.server";

export { ShareUsedUp };

/** A task was terminated because it used too much processor time or memory. The same input would fail again. */
export class TaskTooLarge extends Error {}

/** A task was not finished in time, but not necessarily because of its input: there may be too many tasks, or the machine is overloaded. */
export class PoolBusy extends Error {}

interface PoolOptions {
  /** The bundled worker, whose default export is a `measuredTask`. */
  filename: string;
  /** Processor time that one task may use. */
  processorLimitMs?: number;
  /** How long one task may run, including the start of its thread. */
  timeLimitMs?: number;
  /** How long one task may wait for a thread. */
  waitLimitMs?: number;
}

/** Milliseconds, unless a pool has its own. */
export const poolLimits = { time: 8_000, wait: 3_000 };

// Counts towards the process's memory (docs/operations.md, "Memory"). A text of the maximum size needs less than 64 MB.
const threads = 2;
const memory = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };
const maxWaiting = 64;
/** Of one person, so that some threads are left to others. */
const share = { running: threads - 1, waiting: 16 };
const idleMs = 30_000;
const checkMs = 100;

const shared = ofProcess("worker-pool", (): { piscina?: Piscina; withThread: Semaphore } => ({
  withThread: createSemaphore(threads, { maxWaiting, share }),
}));

/**
 * Runs tasks on worker threads shared by all pools of the process, and fairly by all people. Threads start on demand, end after half a minute
 * without a task, and have no access to the configuration. The returned function throws `TaskTooLarge`, `PoolBusy`, `ShareUsedUp`, the task's
 * own errors, or the reason of the request's signal if it is aborted while the task waits. A running task is only stopped by its limits.
 */
export function createWorkerPool<Task, Result>({
  filename,
  processorLimitMs = 4_000,
  timeLimitMs,
  waitLimitMs,
}: PoolOptions): (task: Task) => Promise<Result> {
  return (task) =>
    shared.withThread(
      async () => {
        const ending = new AbortController();
        const clock = createClock();
        const begun = performance.now();
        const timer = setInterval(() => {
          if (processorMs(clock) > processorLimitMs) ending.abort(new TaskTooLarge());
          else if (performance.now() - begun > (timeLimitMs ?? poolLimits.time)) ending.abort(new PoolBusy());
        }, checkMs);
        try {
          shared.piscina ??= createThreads();
          // Aborting terminates the thread. Piscina has its own queue and limit, so tasks are passed on only when a thread is free.
          const measured: Measured<Task> = { task, clock };
          return await shared.piscina.run(measured, { filename, signal: ending.signal });
        } catch (error) {
          if (ending.signal.aborted) throw ending.signal.reason;
          const isOutOfMemory = error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
          throw isOutOfMemory ? new TaskTooLarge(undefined, { cause: error }) : error;
        } finally {
          clearInterval(timer);
        }
      },
      // Of this copy's classes.
      { maxWaitMs: waitLimitMs ?? poolLimits.wait, busy: () => new PoolBusy(), usedUp: () => new ShareUsedUp() },
    );
}

function createThreads(): Piscina {
  const piscina = new Piscina({
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: idleMs,
    atomics: "disabled",
    resourceLimits: memory,
    env: {},
    execArgv: ["--no-warnings"],
  });
  // Emitted for threads that die without a task: at their start, after their task, or out of memory at the moment of their time limit.
  piscina.on("error", () => {});
  return piscina;
}
