import { FairQueue } from "./fair-queue";
import { requestSignal, requestSource } from "./request-scope.server";

/** The person already has as many calls running and waiting as one person may have. */
export class ShareUsedUp extends Error {
  override name = "ShareUsedUp";
}

interface SemaphoreOptions {
  /** Maximum number of waiting calls; further ones are rejected immediately. */
  maxWaiting?: number;
  /** How many calls of one source (`requestSource`) may run and wait; further ones are rejected. Work outside of requests is exempt. */
  share?: { running: number; waiting: number };
  /** Creates the error for calls that are rejected or wait too long. */
  busy?: () => Error;
  /** Creates the error for calls that exceed their source's share. */
  usedUp?: () => Error;
}

interface CallOptions extends Pick<SemaphoreOptions, "busy" | "usedUp"> {
  /** How long the call may wait. */
  maxWaitMs?: number;
}

/**
 * Semaphore: at most `limit` concurrent calls. Others wait and are served round robin by source, in order for each. A waiting call is rejected when its
 * request's signal is aborted.
 */
export function createSemaphore(limit: number, options: SemaphoreOptions = {}) {
  const { maxWaiting = Number.POSITIVE_INFINITY, share } = options;
  const running = new Map<string, number>();
  let total = 0;
  const queue = new FairQueue<() => void>();

  const mayRun = (source: string) => source === outside || !share || (running.get(source) ?? 0) < share.running;

  function begin(source: string): void {
    total += 1;
    running.set(source, (running.get(source) ?? 0) + 1);
  }

  function end(source: string): void {
    total -= 1;
    const left = (running.get(source) ?? 0) - 1;
    if (left > 0) running.set(source, left);
    else running.delete(source);
    while (total < limit) {
      const start = queue.shift(mayRun);
      if (!start) return;
      start();
    }
  }

  async function acquire(source: string, { maxWaitMs, busy, usedUp }: CallOptions): Promise<void> {
    const signal = requestSignal();
    signal?.throwIfAborted();
    if (total < limit && mayRun(source)) return begin(source);
    if (share && source !== outside && (queue.sources.get(source)?.size ?? 0) >= share.waiting) throw usedUp?.() ?? new ShareUsedUp();
    const failure = busy ?? (() => new Error("busy"));
    if (queue.size >= maxWaiting) throw failure();
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        queue.remove(source, start);
        clearTimeout(timer);
        signal?.removeEventListener("abort", abort);
      };
      const start = () => {
        leave();
        begin(source);
        resolve();
      };
      const fail = (error: unknown) => {
        leave();
        reject(error);
      };
      const abort = () => fail(signal?.reason);
      const timer = maxWaitMs === undefined ? undefined : setTimeout(() => fail(failure()), maxWaitMs);
      signal?.addEventListener("abort", abort);
      queue.add(source, start);
    });
  }

  return async function withPermit<T>(fn: () => Promise<T>, call: CallOptions = {}): Promise<T> {
    const source = requestSource() ?? outside;
    await acquire(source, { ...options, ...call });
    try {
      return await fn();
    } finally {
      end(source);
    }
  };
}

/** The source of work outside of requests. */
const outside = "";

export type Semaphore = ReturnType<typeof createSemaphore>;
