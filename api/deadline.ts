import { AsyncLocalStorage } from "node:async_hooks";
import { ofProcess } from "../contract/of-process.server";
import { withRequestSignal } from "../contract/request-scope.server";

interface Deadline {
  isOver: boolean;
  hasCommitted: boolean;
}

const deadlines = ofProcess("deadlines", () => new AsyncLocalStorage<Deadline | undefined>());

/** The request was already answered with a 503, so none of its remaining work may be stored. */
class TimeOver extends Error {
  override readonly name = "TimeOver";
}

/** Whether work was stopped because its request had been answered, even if a library wrapped the error. */
export function isTimeOver(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) if (current.name === "TimeOver") return true;
  return false;
}

interface TimeLimit {
  /** Milliseconds for work that has not begun to commit. */
  limitMs: number;
  /** Further milliseconds for work that has begun to commit. */
  graceMs: number;
  /** Ends the time early, because the caller has disconnected or has no time left. */
  signal?: AbortSignal;
}

/**
 * Runs `work` and returns its outcome: `done`; `stopped` if the time ended before it began to commit, so that it will store nothing; `unclear` if it
 * began to commit, but did not finish within the grace period either. Throws what `work` throws in time.
 */
export async function withinTime(
  { limitMs, graceMs, signal }: TimeLimit,
  work: () => Promise<void>,
): Promise<"done" | "stopped" | "unclear"> {
  const deadline: Deadline = { isOver: false, hasCommitted: false };
  const over = new AbortController();
  const done = withRequestSignal(over.signal, () => deadlines.run(deadline, work));
  if (await endsWithin(done, limitMs, signal)) return "done";
  if (deadline.hasCommitted && (await endsWithin(done, graceMs))) return "done";
  deadline.isOver = true;
  over.abort(new TimeOver());
  return deadline.hasCommitted ? "unclear" : "stopped";
}

/** The error that stops the work of an answered request; `undefined` while there is time left. */
export const timeOver = (): Error | undefined => (deadlines.getStore()?.isOver ? new TimeOver() : undefined);

/** Call right before a commit; throws if the time is over. From then on, the response depends on the result of the commit. */
export function beginCommit(): void {
  const over = timeOver();
  if (over) throw over;
  const deadline = deadlines.getStore();
  if (deadline) deadline.hasCommitted = true;
}

/** Runs `fn` without the current request's deadline and signal. */
export const withoutDeadline = <Result>(fn: () => Result): Result => withRequestSignal(undefined, () => deadlines.run(undefined, fn));

async function endsWithin(work: Promise<void>, ms: number, signal?: AbortSignal): Promise<boolean> {
  let giveUp = () => {};
  const over = new Promise<boolean>((resolve) => {
    giveUp = () => resolve(false);
  });
  const timer = setTimeout(giveUp, ms);
  if (signal?.aborted) giveUp();
  signal?.addEventListener("abort", giveUp);
  try {
    return await Promise.race([work.then(() => true), over]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", giveUp);
  }
}
