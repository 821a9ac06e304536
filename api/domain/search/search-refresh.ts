import { setTimeout as sleep } from "node:timers/promises";
import { unlessLocked } from "../../db/exclusive";
import { inTransaction, type Transaction } from "../../db/pool";
import { listOutdated, reindexArticles } from "../../db/search/article-search";
import {
  type DocumentCursor,
  forgetWords,
  listLosses,
  listStems,
  listVocabulary,
  restoreLosses,
  takeLosses,
} from "../../db/search/search-words";
import type { JobPayload } from "../../job-types";
import type { Services } from "../../services";

const articlesAtOnce = 50;
const documentsAtOnce = 500;
const wordsAtOnce = 1_000;
/** After this time, another job does the rest, so that none looks dead. A batch of documents, or the words of one workspace, is finished first. */
const workMs = 3 * 60 * 1000;
/** The words of a workspace with a million articles can take longer than a job may. The lock stops a retry in another process. */
const refreshLock = "folda search refresh";
/** Finding lost words reads every document of a workspace, so it is not done more often than this. */
const lossesMs = 24 * 60 * 60 * 1000;
const retryMs = 50;

/** Number of articles that are reindexed while the user waits for the response. */
const indexedAtOnce = 100;
const idsPerJob = 500;

/** Reindexes these articles: the first ones in the transaction, the others in jobs that run after it. */
export async function askForIndexing({ jobs }: Services, tx: Transaction, articleIds: readonly string[]): Promise<void> {
  await reindexArticles(tx, articleIds.slice(0, indexedAtOnce));
  const payloads: JobPayload<"article-indexing">[] = [];
  for (let start = indexedAtOnce; start < articleIds.length; start += idsPerJob)
    payloads.push({ articleIds: articleIds.slice(start, start + idsPerJob) });
  await jobs.enqueueAll(tx, "article-indexing", payloads);
}

/** Reindexes those of these articles that still exist. */
export async function indexAgain({ database }: Services, articleIds: readonly string[]): Promise<void> {
  for (let start = 0; start < articleIds.length; start += articlesAtOnce) {
    await inTransaction(database, (tx) => reindexArticles(tx, articleIds.slice(start, start + articlesAtOnce)));
  }
}

/** Enqueues a refresh if there are search documents of an earlier index version, or lost words. */
export async function askForSearchRefresh({ database, jobs }: Services): Promise<void> {
  const isDue =
    (await listOutdated(database.db, 1)).length > 0 || (await listLosses(database.db, new Date(Date.now() - lossesMs))).length > 0;
  if (isDue) await enqueueRefresh({ database, jobs });
}

const enqueueRefresh = ({ database, jobs }: Pick<Services, "database" | "jobs">) =>
  inTransaction(database, (tx) => jobs.enqueue(tx, "search-refresh", {}));

/**
 * Reindexes outdated documents in batches; until then they are found as before. Then deletes words from the vocabulary that no article contains any
 * more. Enqueues another job for the rest when the time is up. Does nothing while another process is refreshing.
 */
export async function refreshSearch(services: Services, { withinMs = workMs } = {}): Promise<void> {
  const end = Date.now() + withinMs;
  const isOver = () => Date.now() >= end;
  let isDone = true;
  await unlessLocked(services.database, refreshLock, async () => {
    isDone = (await reindexOutdated(services, isOver)) && (await forgetAllLost(services, isOver));
  });
  // Only after the lock is released: a process that took the job earlier would skip it.
  if (!isDone) await enqueueRefresh(services);
}

/** Whether it finished in time. */
async function reindexOutdated({ database }: Services, isOver: () => boolean): Promise<boolean> {
  for (;;) {
    const ids = await listOutdated(database.db, articlesAtOnce);
    if (ids.length === 0) return true;
    if (isOver()) return false;
    await inTransaction(database, (tx) => reindexArticles(tx, ids));
  }
}

/** Whether it finished in time. */
async function forgetAllLost(services: Services, isOver: () => boolean): Promise<boolean> {
  for (const clientId of await listLosses(services.database.db, new Date())) {
    if (isOver()) return false;
    await forgetLostWords(services, clientId);
  }
  return true;
}

async function forgetLostWords(services: Services, clientId: string): Promise<void> {
  const { db } = services.database;
  if (!(await takeLosses(db, clientId))) return;
  try {
    const stems = await collectStems(services, clientId);
    for (let after: string | undefined = ""; after !== undefined; ) {
      const words = await listVocabulary(db, clientId, after, wordsAtOnce);
      // A stop word of both languages has no stem, and is kept.
      const lost = words.filter((word) => word.stems.length > 0 && !word.stems.some((stem) => stems.has(stem))).map(({ word }) => word);
      if (lost.length > 0) await forgetWhenAlone(services, clientId, lost);
      after = words.at(-1)?.word;
    }
  } catch (error) {
    await restoreLosses(db, clientId);
    throw error;
  }
}

/** All stems in the search documents of a workspace. */
async function collectStems({ database: { db } }: Services, clientId: string): Promise<Set<string>> {
  const found = new Set<string>();
  let cursor: DocumentCursor | undefined;
  for (;;) {
    const part = await listStems(db, clientId, cursor, documentsAtOnce);
    if (!part) return found;
    for (const stem of part.stems) found.add(stem);
    cursor = part;
  }
}

/** Waits until no article of the workspace is being saved. */
async function forgetWhenAlone({ database }: Services, clientId: string, words: string[]): Promise<void> {
  while (!(await inTransaction(database, (tx) => forgetWords(tx, clientId, words)))) await sleep(retryMs);
}
