import { describeFailure } from "../log";
import type { Services } from "../services";

/** Mails that one job of this process composes and sends at once. */
const atOnce = 5;
/** A job works for this long, and is enqueued again for the rest, so that it does not look dead. */
const sliceMs = 30_000;
const listedAtOnce = 100;
/** Minutes until the next attempt, while the mail server defers a mail or is unavailable. */
export const retryMinutes = 10;
/** Minutes after which an attempt is over: sending takes two at most. */
export const attemptMinutes = 5;

interface DueMails<Due extends { userId: string }> {
  signal: AbortSignal;
  /** The due ones, the longest waiting first. */
  list(limit: number): Promise<Due[]>;
  send(due: Due): Promise<void>;
  /** Makes one due later that could not be composed. One that always fails must not keep the others from being sent. */
  postpone(due: Due): Promise<void>;
}

/** Sends the mails that are due, for at most half a minute. */
export async function sendDueMails<Due extends { userId: string }>(
  { log }: Services,
  { signal, list, send, postpone }: DueMails<Due>,
): Promise<void> {
  const until = performance.now() + sliceMs;
  const isOver = () => signal.aborted || performance.now() > until;
  for (let isMore = true; isMore && !isOver(); ) {
    const due = await list(listedAtOnce);
    isMore = due.length === listedAtOnce;
    const next = due.values();
    const sendNext = async () => {
      for (const one of next) {
        if (isOver()) return;
        await send(one).catch((error: unknown) => {
          log.error({ userId: one.userId, failure: describeFailure(error) }, "mail failed, it will be tried again");
          return postpone(one);
        });
      }
    };
    const ends = await Promise.allSettled(Array.from({ length: atOnce }, sendNext));
    for (const end of ends) if (end.status === "rejected") throw end.reason;
  }
}
