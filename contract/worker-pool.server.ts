import { Piscina } from "piscina";

/** A task was ended because it took too long or too much memory. */
export class TaskTooLarge extends Error {}

/** Too many tasks wait already. */
export class PoolBusy extends Error {}

interface PoolOptions {
  /** The bundled worker, whose default export runs one task. */
  filename: string;
  /** Milliseconds that one task may run; waiting does not count. */
  timeLimitMs: number;
}

const threads = 2;
const mostWaiting = 64;
const idleMs = 30_000;
const memory = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 };

/**
 * Runs tasks on worker threads that start with the first task, end after half a minute without one, and know nothing of the
 * configuration. The returned function throws `TaskTooLarge`, `PoolBusy`, or what the task itself throws.
 */
export function createWorkerPool<Task, Result>({ filename, timeLimitMs }: PoolOptions): (task: Task) => Promise<Result> {
  let pool: Piscina<Task, Result> | undefined;
  let running = 0;
  const waiting: (() => void)[] = [];

  function createPool() {
    const created = new Piscina<Task, Result>({
      filename,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: idleMs,
      atomics: "disabled",
      resourceLimits: memory,
      env: {},
      execArgv: [],
    });
    // A thread that dies without a task: while it starts, after its task, or out of memory just when its time was over.
    created.on("error", () => {});
    return created;
  }

  return async (task) => {
    if (running < threads) running += 1;
    else if (waiting.length >= mostWaiting) throw new PoolBusy();
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      pool ??= createPool();
      // Aborting terminates the thread. The pool counts its own queue as well, so a task is only handed over when a thread is free.
      return await pool.run(task, { signal: AbortSignal.timeout(timeLimitMs) });
    } catch (error) {
      const isEnded =
        error instanceof Error && (error.name === "AbortError" || ("code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY"));
      throw isEnded ? new TaskTooLarge(undefined, { cause: error }) : error;
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
