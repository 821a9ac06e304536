import { setTimeout as sleep } from "node:timers/promises";
import { unlessLocked } from "../../db/exclusive";
import { inTransaction, type Transaction } from "../../db/pool";
import { listOutdated, reindexArticles } from "../../db/search/article-search";
import {
  type DocumentPlace,
  forgetWords,
  giveBackLosses,
  listLosses,
  listStems,
  listVocabulary,
  takeLosses,
} from "../../db/search/search-words";
import type { Services } from "../../services";
import type { JobPayload } from "../jobs";

const articlesAtOnce = 50;
const documentsAtOnce = 500;
const wordsAtOnce = 1_000;
/** The rest is the next job's, so that none looks as if its process had died. What has begun is ended: a piece of documents, the lost words of a workspace. */
const workMs = 3 * 60 * 1000;
/** The words of a workspace with a million articles take longer than a job may: its next try, in another process, leaves alone what is under way. */
const refreshLock = "folda search refresh";
/** Every document of a workspace is read to find out which words are gone: no more often than this. */
const lossesMs = 24 * 60 * 60 * 1000;
const retryMs = 50;

/** So many are made anew while somebody waits for the answer. */
const indexedAtOnce = 100;
const idsPerJob = 500;

/** Has the search documents of these articles made anew: a few now, with the transaction, and the others soon after it. */
export async function askForIndexing({ jobs }: Services, tx: Transaction, articleIds: readonly string[]): Promise<void> {
  await reindexArticles(tx, articleIds.slice(0, indexedAtOnce));
  const payloads: JobPayload<"article-indexing">[] = [];
  for (let start = indexedAtOnce; start < articleIds.length; start += idsPerJob)
    payloads.push({ articleIds: articleIds.slice(start, start + idsPerJob) });
  await jobs.enqueueAll(tx, "article-indexing", payloads);
}

/** Makes the search documents of these articles anew, those that are still there. */
export async function indexAgain({ database }: Services, articleIds: readonly string[]): Promise<void> {
  for (let start = 0; start < articleIds.length; start += articlesAtOnce) {
    await inTransaction(database, (tx) => reindexArticles(tx, articleIds.slice(start, start + articlesAtOnce)));
  }
}

/** Has the search documents made anew that an earlier version of the program made, and lost words forgotten, if there are any. */
export async function askForSearchRefresh({ database, jobs }: Services): Promise<void> {
  const isDue =
    (await listOutdated(database.db, 1)).length > 0 || (await listLosses(database.db, new Date(Date.now() - lossesMs))).length > 0;
  if (isDue) await enqueueRefresh({ database, jobs });
}

const enqueueRefresh = ({ database, jobs }: Pick<Services, "database" | "jobs">) =>
  inTransaction(database, (tx) => jobs.enqueue(tx, "search-refresh", {}));

/**
 * Makes documents anew, some at a time, until then they are found as before; then forgets the words that no article holds any more. What
 * there is no time left for is another job's; does nothing while another process is at it.
 */
export async function refreshSearch(services: Services, { withinMs = workMs } = {}): Promise<void> {
  const end = Date.now() + withinMs;
  const isOver = () => Date.now() >= end;
  let isDone = true;
  await unlessLocked(services.database, refreshLock, async () => {
    isDone = (await remakeOutdated(services, isOver)) && (await forgetAllLost(services, isOver));
  });
  // Not before the lock is given up: whoever takes the job would leave the rest alone.
  if (!isDone) await enqueueRefresh(services);
}

/** Whether it came to the end. */
async function remakeOutdated({ database }: Services, isOver: () => boolean): Promise<boolean> {
  for (;;) {
    const ids = await listOutdated(database.db, articlesAtOnce);
    if (ids.length === 0) return true;
    if (isOver()) return false;
    await inTransaction(database, (tx) => reindexArticles(tx, ids));
  }
}

/** Whether it came to the end. */
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
    for (let behind: string | undefined = ""; behind !== undefined; ) {
      const words = await listVocabulary(db, clientId, behind, wordsAtOnce);
      // What is a stop word in both languages has no stem, and is kept.
      const lost = words.filter((word) => word.stems.length > 0 && !word.stems.some((stem) => stems.has(stem))).map(({ word }) => word);
      if (lost.length > 0) await forgetWhenAlone(services, clientId, lost);
      behind = words.at(-1)?.word;
    }
  } catch (error) {
    await giveBackLosses(db, clientId);
    throw error;
  }
}

/** All stems that the articles of a workspace hold. */
async function collectStems({ database: { db } }: Services, clientId: string): Promise<Set<string>> {
  const found = new Set<string>();
  let place: DocumentPlace | undefined;
  for (;;) {
    const part = await listStems(db, clientId, place, documentsAtOnce);
    if (!part) return found;
    for (const stem of part.stems) found.add(stem);
    place = part;
  }
}

/** Waits for a moment in which nobody saves an article of the workspace. */
async function forgetWhenAlone({ database }: Services, clientId: string, words: string[]): Promise<void> {
  while (!(await inTransaction(database, (tx) => forgetWords(tx, clientId, words)))) await sleep(retryMs);
}
