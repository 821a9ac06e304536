import { setTimeout as sleep } from "node:timers/promises";
import { exchangeDeliveries, type Lease, type Outcome } from "../../db/newsletters/deliveries";
import type { Database } from "../../db/pool";

const second = 1000;
/** How long a failing exchange with the database is retried. */
const persistMs = 60 * second;
/** The longest time until a result is stored. */
const storeWithinMs = 250;

export type DeliveryLeases = ReturnType<typeof createDeliveryLeases>;

/**
 * The mails of a newsletter that one run of a job has leased, and their results. The senders of the run share each statement (group
 * commit): one statement per mail took the embedded database longer than sending. While the database is unavailable, they wait.
 */
export function createDeliveryLeases(
  database: Database,
  { id: newsletterId, folderId }: { id: string; folderId: string },
  { run, atOnce }: { run: string; atOnce: number },
) {
  const held = new Set<string>();
  /** Requested by senders, not committed yet. */
  const beginning = new Set<string>();
  /** Must not be sent: stopped, leased by another run, or reported before the commit. */
  const lost = new Set<string>();
  let leased: Lease[] = [];
  let outcomes: Outcome[] = [];
  let isEmpty = false;
  let isClosing = false;
  let exchanging: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function exchangeOnce(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const results = outcomes;
    outcomes = [];
    const begins = [...beginning];
    // Leased ahead, so that no sender waits for more.
    const wanted = isClosing || isEmpty || leased.length >= atOnce ? 0 : atOnce;
    const exchange = { newsletterId, folderId, run, held: [...held], outcomes: results, begins, wanted };
    const { leased: more, begun } = await persistently(() => exchangeDeliveries(database.db, exchange)).catch((error: unknown) => {
      outcomes.unshift(...results);
      throw error;
    });
    for (const { id } of results) held.delete(id);
    for (const { id } of more) held.add(id);
    for (const id of begins) {
      if (beginning.delete(id) && begun.includes(id)) lost.delete(id);
      else lost.add(id);
    }
    leased.push(...more);
    if (wanted > 0) isEmpty = more.length === 0;
  }

  /** One at a time: joins a running exchange. */
  function exchange(): Promise<void> {
    exchanging ??= exchangeOnce().finally(() => {
      exchanging = undefined;
    });
    return exchanging;
  }

  function storeSoon(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (exchanging) storeSoon();
      // Failed updates are retried with the next exchange.
      else void exchange().catch(() => {});
    }, storeWithinMs);
  }

  return {
    /** The next mail to send; undefined when none is due. */
    async take(): Promise<Lease | undefined> {
      while (leased.length === 0 && !isEmpty) await exchange();
      return leased.shift();
    },
    /** Resolves when it is durable that this mail may have arrived. Rejects if it must not be sent: it was stopped, or the lease has ended. */
    async begin(id: string): Promise<void> {
      beginning.add(id);
      try {
        while (beginning.has(id)) await exchange();
      } finally {
        beginning.delete(id);
      }
      if (lost.has(id)) throw new Error("the lease has ended");
    },
    report(outcome: Outcome): void {
      // The attempt timed out while it waited to begin. One statement must not begin and end the same mail: it would do only one of them.
      if (beginning.delete(outcome.id)) lost.add(outcome.id);
      outcomes.push(outcome);
      storeSoon();
    },
    /** Stores the results, and releases mails that were leased but not begun. */
    async close(): Promise<void> {
      isClosing = true;
      // A sender that timed out may still start another one.
      while (exchanging) await exchanging.catch(() => {});
      outcomes.push(...leased.map(({ id }): Outcome => ({ id, state: "waiting", answer: null, retryIn: 0, isAttempt: false })));
      leased = [];
      await exchange();
    },
  };
}

async function persistently<T>(work: () => Promise<T>): Promise<T> {
  const until = Date.now() + persistMs;
  for (let wait = 100; ; wait = Math.min(wait * 2, 5 * second)) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() + wait > until) throw error;
      await sleep(wait);
    }
  }
}
