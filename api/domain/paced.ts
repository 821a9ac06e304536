import { setTimeout as sleep } from "node:timers/promises";
import { type Database, inTransaction, type Transaction } from "../db/pool";

/** The rest as a share of the work before it. On the embedded database, a transaction keeps all other requests waiting. */
const rests = { postgres: 0, embedded: 1 };

/** Lets requests go first after background work that began at this moment (`performance.now()`). */
export async function rest({ engine }: Database, begin: number, signal: AbortSignal): Promise<void> {
  if (rests[engine] > 0) await sleep(rests[engine] * (performance.now() - begin), undefined, { signal });
}

/** Runs transactions one after the other until one returns false, with rests between them. Throws the reason of `signal` once it is aborted. */
export async function repeatInTransactions(
  database: Database,
  signal: AbortSignal,
  work: (tx: Transaction) => Promise<boolean>,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const begin = performance.now();
    if (!(await inTransaction(database, work))) return;
    await rest(database, begin, signal);
  }
}
