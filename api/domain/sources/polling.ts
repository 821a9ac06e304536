import { createSemaphore } from "../../../contract/semaphore.server";
import { inTransaction } from "../../db/pool";
import { type DueSource, listDueSources } from "../../db/sources/polling";
import type { Services } from "../../services";
import { pollSource } from "./poll-source";
import { startPolling } from "./run";

/** Milliseconds after which a run begins no further source; the next one continues. */
const runMs = 200_000;
const sourcesAtOnce = 500;
const hostsAtOnce = 8;

/** Enqueues a run if a source is due. */
export async function askForPolling({ database, jobs }: Pick<Services, "database" | "jobs">): Promise<void> {
  if ((await listDueSources(database.db, 1)).length > 0) await inTransaction(database, (tx) => jobs.enqueue(tx, "source-polling", {}));
}

/**
 * Fetches the sources that are due and files their new entries, with one request at a time to each host. Only one run works at a time. It may be
 * killed at any point: an entry is filed in the transaction that remembers it.
 */
export async function pollSources(services: Services, signal: AbortSignal): Promise<void> {
  const end = performance.now() + runMs;
  const withHost = createSemaphore(hostsAtOnce);
  const polling = startPolling(signal);
  const isOver = () => signal.aborted || performance.now() > end;
  for (let isUnfinished = true; isUnfinished && !isOver(); ) {
    const due = await listDueSources(services.database.db, sourcesAtOnce);
    const polled = await Promise.allSettled(
      groupByHost(due).map((ofHost) =>
        withHost(async () => {
          for (const source of ofHost) if (!isOver()) await pollSource(services, source, polling);
        }),
      ),
    );
    for (const result of polled) if (result.status === "rejected") throw result.reason;
    isUnfinished = due.length === sourcesAtOnce;
  }
  signal.throwIfAborted();
}

function groupByHost(sources: readonly DueSource[]): DueSource[][] {
  const byHost = new Map<string, DueSource[]>();
  for (const source of sources) {
    const { host } = new URL(source.address);
    byHost.set(host, [...(byHost.get(host) ?? []), source]);
  }
  return [...byHost.values()];
}
