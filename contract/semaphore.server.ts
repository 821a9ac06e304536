import { requestSignal } from "./request-signal.server";

interface SemaphoreOptions {
  /** Maximum number of waiting calls; further ones are rejected immediately. */
  maxWaiting?: number;
  /** Creates the error for calls that are rejected or wait too long. */
  busy?: () => Error;
}

interface CallOptions extends Pick<SemaphoreOptions, "busy"> {
  /** How long the call may wait. */
  maxWaitMs?: number;
}

/** Semaphore: at most `limit` concurrent calls; others wait in order. A waiting call is rejected when its request's signal is aborted. */
export function createSemaphore(
  limit: number,
  { maxWaiting = Number.POSITIVE_INFINITY, busy = () => new Error("busy") }: SemaphoreOptions = {},
) {
  let running = 0;
  /** Functions that start the waiting calls; oldest first. */
  const waiting = new Set<() => void>();

  async function acquire(maxWaitMs: number | undefined, busy: () => Error): Promise<void> {
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

  return async function withPermit<T>(fn: () => Promise<T>, call: CallOptions = {}): Promise<T> {
    await acquire(call.maxWaitMs, call.busy ?? busy);
    try {
      return await fn();
    } finally {
      const [next] = waiting;
      // The next call inherits the permit.
      if (next) next();
      else running -= 1;
    }
  };
}

export type Semaphore = ReturnType<typeof createSemaphore>;
