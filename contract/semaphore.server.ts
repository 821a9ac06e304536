import { requestSignal } from "./request-signal.server";

interface SemaphoreOptions {
  /** Calls that may wait; one more is rejected at once. */
  maxWaiting?: number;
  /** Creates the error of a call that may not wait, or has waited too long. */
  busy?: () => Error;
}

/**
 * Runs at most `limit` functions at once; further calls wait, first come, first served. A call that waits is rejected with the reason of its
 * request's signal when that is aborted.
 */
export function createSemaphore(
  limit: number,
  { maxWaiting = Number.POSITIVE_INFINITY, busy = () => new Error("busy") }: SemaphoreOptions = {},
) {
  let running = 0;
  /** Each starts a call that waits, oldest first. */
  const waiting = new Set<() => void>();

  async function acquire(maxWaitMs?: number): Promise<void> {
    const signal = requestSignal();
    signal?.throwIfAborted();
    if (running < limit) {
      running += 1;
      return;
    }
    if (waiting.size >= maxWaiting) throw busy();
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        waiting.delete(start);
        clearTimeout(timer);
        signal?.removeEventListener("abort", abort);
      };
      const start = () => {
        leave();
        resolve();
      };
      const fail = (error: unknown) => {
        leave();
        reject(error);
      };
      const abort = () => fail(signal?.reason);
      const timer = maxWaitMs === undefined ? undefined : setTimeout(() => fail(busy()), maxWaitMs);
      signal?.addEventListener("abort", abort);
      waiting.add(start);
    });
  }

  /** `maxWaitMs` is how long the call may wait, in milliseconds. */
  return async function withPermit<T>(fn: () => Promise<T>, maxWaitMs?: number): Promise<T> {
    await acquire(maxWaitMs);
    try {
      return await fn();
    } finally {
      const [next] = waiting;
      // The permit is handed over.
      if (next) next();
      else running -= 1;
    }
  };
}

export type Semaphore = ReturnType<typeof createSemaphore>;
