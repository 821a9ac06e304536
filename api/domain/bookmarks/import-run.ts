import * as limits from "../../../contract/limits";
import type { BookmarkOutcome } from "../../../contract/rest/bookmarks";
import { type ArticleOfMany, insertArticles } from "../../db/articles/articles";
import { findViewerById } from "../../db/auth/session";
import * as store from "../../db/bookmarks/imports";
import { inTransaction, type Transaction } from "../../db/pool";
import { indexArticles } from "../../db/search/article-search";
import { listTagIds } from "../../db/workspace/tags";
import { toTeaser } from "../../html/article-html";
import { plainTextToHtml } from "../../html/plain-text-html";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { findWritableFolder } from "../articles/articles";
import { calendarDay } from "../calendar";
import { repeatInTransactions } from "../paced";
import { requireTagIds } from "../workspace/tags";

/** The bookmarks of each transaction. */
const bookmarksAtOnce = { postgres: 200, embedded: 50 };
/** Milliseconds without progress after which an import gets a new job, in case it has lost its own. */
const stalledMs = 60 * 60_000;
/** Milliseconds without progress after which an import is given up. */
const givenUpMs = 24 * 60 * 60_000;
/** Milliseconds for which a draft or a finished import is kept. */
const keptMs = 7 * 24 * 60 * 60_000;

/** Files the bookmarks of an import. May run again after an interruption: articles are committed together with the outcomes of their bookmarks. */
export async function runBookmarkImport({ config, database }: Services, id: string, signal: AbortSignal): Promise<void> {
  const today = calendarDay(config.timeZone);
  await repeatInTransactions(database, signal, (tx) => continueImport(tx, id, bookmarksAtOnce[database.engine], today));
}

/** Enqueues stalled imports again, gives up those that have stalled for a day, and deletes old ones. */
export async function tidyBookmarkImports({ database, jobs }: Services): Promise<void> {
  const before = (ms: number) => new Date(Date.now() - ms);
  await store.deleteOldImports(database.db, before(keptMs));
  for (const { id, updatedAt } of await store.listStalledImports(database.db, before(stalledMs)))
    await inTransaction(database, (tx) =>
      updatedAt < before(givenUpMs) ? store.finishImport(tx, id, "failed") : jobs.enqueue(tx, "bookmark-import", { importId: id }),
    );
}

/** Processes the next bookmarks, and returns whether there may be more. Without an account, whose owner has left, nothing is filed. */
async function continueImport(tx: Transaction, id: string, most: number, today: string): Promise<boolean> {
  const started = await store.lockImport(tx, id);
  if (!started?.choice) return false;
  const viewer = await findViewerById(tx, started.userId);
  const pending = viewer ? await store.listPending(tx, id, most) : [];
  if (!viewer || pending.length === 0) {
    await store.finishImport(tx, id, "not_allowed");
    return false;
  }
  await store.storeOutcomes(tx, id, await fileBookmarks(tx, viewer, pending, { ...started, choice: started.choice, today }));
  return true;
}

interface Context extends store.ImportRow {
  choice: store.BookmarkChoice;
  today: string;
}

/** Files what is not filed yet, and returns the outcome of each bookmark by position. */
async function fileBookmarks(
  tx: Transaction,
  viewer: Viewer,
  pending: readonly store.BookmarkRow[],
  context: Context,
): Promise<Map<number, BookmarkOutcome>> {
  const { choice } = context;
  const outcomes = new Map<number, BookmarkOutcome>();
  const targets = new Map(choice.targets.map(({ number, folderId }) => [number, folderId]));
  const targetOf = ({ folder }: store.BookmarkRow) => {
    const target = targets.get(folder);
    return target === undefined ? choice.folderId : target;
  };
  // The workspace, folders and tags are locked in this order, before the articles.
  const filed = await store.findFiled(tx, viewer, [...new Set(pending.flatMap(({ url }) => url ?? []))]);
  const folders = new Map<string, Awaited<ReturnType<typeof findWritableFolder>>>();
  for (const folderId of [...new Set(pending.flatMap((row) => targetOf(row) ?? []))].sort())
    folders.set(folderId, await findWritableFolder(tx, viewer, folderId));
  const keys = new Set<string>();
  const wanted: { row: store.BookmarkRow & { url: string }; folder: ArticleOfMany["folder"]; tags: string[] }[] = [];
  for (const row of pending) {
    const { position, url } = row;
    const target = targetOf(row);
    const folder = target === null ? undefined : folders.get(target);
    const address = url === null ? undefined : filed.get(url);
    if (target === null) outcomes.set(position, "left_out");
    else if (!folder) outcomes.set(position, "not_allowed");
    else if (url === null || !address || address.isFiled || keys.has(address.key)) outcomes.set(position, "duplicate");
    else {
      keys.add(address.key);
      outcomes.set(position, "filed");
      wanted.push({ row: { ...row, url }, folder, tags: tagsOf(row, context) });
    }
  }
  const tagIds = await findTagIds(tx, viewer, [...new Set(wanted.flatMap(({ tags }) => tags))]);
  const articles = wanted.map(({ row, folder, tags }) => ({
    folder,
    values: toArticle(row, context),
    tagIds: tags.flatMap((name) => tagIds.get(name) ?? []),
  }));
  await indexArticles(tx, await insertArticles(tx, viewer, articles));
  return outcomes;
}

/** The tags of the bookmark, and the names of its folders if they are wanted. An article needs at least one. */
function tagsOf({ folder, tags }: store.BookmarkRow, { choice, folders }: Context): string[] {
  const names = [...tags, ...(choice.foldersAsTags ? (folders[folder]?.names ?? []) : [])];
  return names.length > 0 ? names.slice(0, limits.tagsPerArticle) : [choice.fallbackTag];
}

/** The ids of tags by name; creates missing tags. */
async function findTagIds(tx: Transaction, viewer: Viewer, names: readonly string[]): Promise<Map<string, string>> {
  if (names.length === 0) return new Map();
  await requireTagIds(tx, viewer, names);
  const ids = await listTagIds(tx, viewer.clientId, names);
  return new Map(names.flatMap((name, index) => (ids[index] ? [[name, ids[index]] as const] : [])));
}

/** A bookmark without a description gets its address as its text, because an article needs one. The first bookmark of the file is the newest. */
function toArticle(row: store.BookmarkRow & { url: string }, { startedAt, today }: Context): ArticleOfMany["values"] {
  const body = plainTextToHtml(row.text || row.url);
  return {
    title: row.title,
    body,
    teaser: toTeaser(body),
    sourceUrl: row.url,
    sourceName: new URL(row.url).hostname.replace(/^www\./, ""),
    publishedAt: row.addedOn ?? today,
    createdAt: new Date((startedAt?.getTime() ?? Date.now()) - row.position),
  };
}
