import { Piscina } from "piscina";
import { createClock, type Measured, processorMs } from "./measured-task";
import { createSemaphore, type Semaphore } from "./semaphore.server";

/** A task was ended because it used too much processor time or memory. The same input would fail again. */
export class TaskTooLarge extends Error {}

/** A task was not done in time, which is not known to be the fault of its input: too many tasks, or an overloaded machine. */
export class PoolBusy extends Error {}

interface PoolOptions {
  /** The bundled worker, whose default export is a `measuredTask`. */
  filename: string;
  /** Milliseconds of processor time that one task may use. */
  processorLimitMs?: number;
  /** Milliseconds for which one task may run, the start of a thread included. */
  timeLimitMs?: number;
  /** Milliseconds for which one task may wait for a thread. */
  waitLimitMs?: number;
}

// Part of the memory that a process may take: docs/operations.md, "Memory", has the sum. A text of the largest size needs less than 64 MB.
const threads = 2;
const memory = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };
const maxWaiting = 64;
const idleMs = 30_000;
const checkMs = 100;

interface Shared {
  piscina?: Piscina;
  withThread: Semaphore;
}

// The server build can hold this module twice (remix-serve loads it under two addresses); both share the threads.
const key = Symbol.for("folda.worker-pool");
const holder = globalThis as { [key]?: Shared };
holder[key] ??= { withThread: createSemaphore(threads, { maxWaiting, busy: () => new PoolBusy() }) };
const shared = holder[key];

/**
 * Runs tasks on worker threads that all pools of the process share. They start with the first task, end after half a minute without one, and know
 * nothing of the configuration. The returned function throws `TaskTooLarge`, `PoolBusy`, what the task itself throws, or the reason of the
 * request's signal when that is aborted while the task waits; one that runs is left to its limits.
 */
export function createWorkerPool<Task, Result>({
  filename,
  processorLimitMs = 4_000,
  timeLimitMs = 8_000,
  waitLimitMs = 3_000,
}: PoolOptions): (task: Task) => Promise<Result> {
  return (task) =>
    shared.withThread(async () => {
      const ending = new AbortController();
      const clock = createClock();
      const begun = performance.now();
      const timer = setInterval(() => {
        if (processorMs(clock) > processorLimitMs) ending.abort(new TaskTooLarge());
        else if (performance.now() - begun > timeLimitMs) ending.abort(new PoolBusy());
      }, checkMs);
      try {
        shared.piscina ??= createThreads();
        // Aborting terminates the thread. Piscina counts its own queue as well, so a task is only handed over when a thread is free.
        const measured: Measured<Task> = { task, clock };
        return await shared.piscina.run(measured, { filename, signal: ending.signal });
      } catch (error) {
        if (ending.signal.aborted) throw ending.signal.reason;
        const isOutOfMemory = error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
        throw isOutOfMemory ? new TaskTooLarge(undefined, { cause: error }) : error;
      } finally {
        clearInterval(timer);
      }
    }, waitLimitMs);
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
  // A thread that dies without a task: while it starts, after its task, or out of memory just when its time was over.
  piscina.on("error", () => {});
  return piscina;
}
