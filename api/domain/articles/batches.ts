import type { z } from "zod";
import * as limits from "../../../contract/limits";
import type { createBatchBodySchema } from "../../../contract/rest/batches";
import type { Camel } from "../../../contract/wire";
import { copyArticles } from "../../db/articles/article-copy";
import {
  type ArticleScope,
  addTags,
  countTags,
  deleteArticles,
  listArticleScopes,
  removeTags,
  updateArticles,
} from "../../db/articles/articles";
import * as store from "../../db/articles/batches";
import { findViewerById } from "../../db/auth/session";
import { listScheduledWith } from "../../db/newsletters/newsletters";
import { inTransaction, type Transaction } from "../../db/pool";
import { indexArticles, listIndexed, refreshFacets } from "../../db/search/article-search";
import { isBatchRestorable, trashArticles } from "../../db/trash/trash";
import { listTagIds } from "../../db/workspace/tags";
import { type Action, isPermitted, type Permitted } from "../../permissions/permissions";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { InvalidFields, NotFound, RateLimitReached } from "../errors";
import { makeOnce, toStoredKey } from "../idempotency";
import { isId, requireId } from "../ids";
import { repeatInTransactions } from "../paced";
import { requirePermission } from "../require-permission";
import { recordAll } from "../workspace/audit";
import { requireTagIds } from "../workspace/tags";
import { findArticles } from "./article-list";
import { findWritableFolder, moveArticles, requireWritableFolder } from "./articles";

export type BatchInput = Camel<z.output<typeof createBatchBodySchema>["batch"]>;

/** A batch with the titles of those refused articles that the viewer sees. */
export type Batch = store.ListedBatch & {
  titles: Map<string, string>;
  /** Whether it is done, and deleted articles that the viewer can still restore. */
  isUndoable: boolean;
};

/** Seconds after which a large batch may be finished. */
const busySeconds = 10;
/** Milliseconds without progress after which a batch gets a new job, in case it has lost its own. */
const stalledMs = 60 * 60_000;
/** Milliseconds without progress after which a batch is given up. */
const givenUpMs = 24 * 60 * 60_000;
/** The articles of each transaction in the background. */
const articlesAtOnce = { postgres: limits.articlesPerTransaction, embedded: 50 };
/** Milliseconds for which a finished batch is kept. */
const keptMs = 7 * 24 * 60 * 60_000;

/**
 * Changes several articles: up to `limits.articlesPerRequest` within the request, larger batches in the background. Articles that cannot be
 * changed are skipped and listed in `refused`. A repeated request with the same key and fields returns the first batch. Throws `InvalidFields`
 * if there are no articles or more than the user has confirmed, or if the viewer may not file into the folder, and `RateLimitReached` while too
 * many large batches are in progress.
 */
export async function createBatch(services: Services, viewer: Viewer, input: BatchInput, key: string | null): Promise<Batch> {
  const { change, confirmed } = input;
  const storedKey = toStoredKey(key, { batch: input });
  const articleIds = await selectArticles(services, viewer, input);
  const made = await inTransaction(services.database, (tx) =>
    makeOnce(
      storedKey,
      (found) => store.findBatchByKey(tx, viewer, found),
      async () => {
        const isLarge = articleIds.length > limits.articlesPerRequest;
        if (articleIds.length === 0) throw new InvalidFields({ contentIds: [{ key: "noContents" }] });
        if (confirmed !== undefined && articleIds.length > confirmed) throw new InvalidFields({ contentIds: [{ key: "moreContents" }] });
        if ("folderId" in change) await requireWritableFolder(tx, viewer, change.folderId);
        if (isLarge && (await store.countUnfinished(tx, viewer)) >= limits.batchesUnderWay) throw new RateLimitReached(busySeconds);
        const batch = await store.insertBatch(tx, viewer, { change, articleIds, idempotencyKey: storedKey });
        if (!batch) return undefined;
        if (isLarge) await services.jobs.enqueue(tx, "article-batch", { batchId: batch.id });
        else await continueBatch(tx, viewer, batch);
        return batch;
      },
    ),
  );
  if (!made) throw new NotFound();
  return getBatch(services, viewer, made.id);
}

/** One of the viewer's batches. Throws `NotFound`. */
export async function getBatch({ database: { db } }: Services, viewer: Viewer, id: string): Promise<Batch> {
  const batch = await store.findOwnBatch(db, viewer, requireId(id));
  if (!batch) throw new NotFound();
  const refused = await listArticleScopes(db, viewer, batch.refused.map(({ articleId }) => articleId).filter(isId));
  const isDone = batch.processed === batch.total;
  const isUndoable = isDone && batch.change.kind === "delete" && (await isBatchRestorable(db, viewer, id));
  return { ...batch, titles: new Map(refused.map(({ id: articleId, title }) => [articleId, title])), isUndoable };
}

/** The number of articles of a batch, and the scheduled newsletters that contain one which the viewer may delete. */
export async function previewBatch(services: Services, viewer: Viewer, input: Omit<BatchInput, "change">) {
  const { db } = services.database;
  const articleIds = await selectArticles(services, viewer, input);
  const visible = await listArticleScopes(db, viewer, articleIds.filter(isId));
  const deletable = idsOf(visible.filter((scope) => isPermitted(viewer, "article:delete", scope)));
  return { total: articleIds.length, scheduled: await listScheduledWith(db, viewer, deletable) };
}

/** Processes a batch to its end. May run again after an interruption: each part commits together with its progress. */
export async function runBatch({ database }: Services, id: string, signal: AbortSignal): Promise<void> {
  await repeatInTransactions(database, signal, async (tx) => {
    const batch = await store.lockBatch(tx, id);
    if (!batch) return false;
    await continueBatch(tx, await findViewerById(tx, batch.userId), batch, articlesAtOnce[database.engine]);
    return true;
  });
}

/** Enqueues stalled batches again, gives up those that have stalled for a day, and deletes old ones. */
export async function tidyBatches({ database, jobs }: Services): Promise<void> {
  const before = (ms: number) => new Date(Date.now() - ms);
  await store.deleteFinished(database.db, before(keptMs));
  for (const { id, updatedAt } of await store.listStalled(database.db, before(stalledMs)))
    await inTransaction(database, (tx) =>
      updatedAt < before(givenUpMs) ? refuseRest(tx, id, "failed") : jobs.enqueue(tx, "article-batch", { batchId: id }),
    );
}

/**
 * Leaves the articles of one of the viewer's batches that have not been processed as they are. Waits for the transaction in progress. Throws
 * `NotFound`.
 */
export async function stopBatch(services: Services, viewer: Viewer, id: string): Promise<Batch> {
  await getBatch(services, viewer, id);
  await inTransaction(services.database, (tx) => refuseRest(tx, id, "stopped"));
  return getBatch(services, viewer, id);
}

async function refuseRest(tx: Transaction, id: string, reason: store.BatchRefusal["reason"]): Promise<void> {
  const batch = await store.lockBatch(tx, id);
  if (!batch) return;
  const left = batch.articleIds.slice(batch.processed);
  await store.noteProgress(tx, id, left.length, left.map(refusedFor(reason)));
}

/** The ids in the request, unchecked, or those that match the filter, newest first. */
async function selectArticles(services: Services, viewer: Viewer, { contentIds, filter, filedUntil }: Omit<BatchInput, "change">) {
  if (contentIds) return [...new Set(contentIds)];
  const query = { ...filter, sortBy: "created_at", sortDir: "desc" } as const;
  const { ids } = await findArticles(services, viewer, query, { limit: limits.articlesPerBatch, offset: 0 });
  if (filedUntil === undefined) return ids;
  const until = new Date(filedUntil);
  const scopes = await listArticleScopes(services.database.db, viewer, ids);
  const filed = new Set(idsOf(scopes.filter(({ createdAt }) => createdAt <= until)));
  return ids.filter((id) => filed.has(id));
}

/** Processes the next articles. `viewer` is missing if the account was closed in the meantime: then all of them are refused. */
async function continueBatch(
  tx: Transaction,
  viewer: Viewer | undefined,
  batch: store.BatchRow,
  most: number = limits.articlesPerTransaction,
): Promise<void> {
  const next = batch.articleIds.slice(batch.processed, batch.processed + most);
  const refused = viewer ? await changeArticles(tx, viewer, next, batch) : next.map(refusedFor("not_allowed"));
  await store.noteProgress(tx, batch.id, next.length, refused);
}

const refusedFor = (reason: store.BatchRefusal["reason"]) => (articleId: string) => ({ articleId, reason });

/** Changes these articles, and returns those that it refused. */
async function changeArticles(
  tx: Transaction,
  viewer: Viewer,
  articleIds: readonly string[],
  { id: batchId, change }: store.BatchRow,
): Promise<store.BatchRefusal[]> {
  // Folder and tags are locked before the articles, as when they are deleted, so that the two do not deadlock.
  const target = "folderId" in change ? await findWritableFolder(tx, viewer, change.folderId) : undefined;
  if ("folderId" in change && !target) return articleIds.map(refusedFor("folder_not_writable"));
  if ("tags" in change) await listTagIds(tx, viewer.clientId, change.tags);
  const visible = await listArticleScopes(tx, viewer, articleIds.filter(isId), { lock: true });
  const byId = new Map(visible.map((scope) => [scope.id, scope]));
  const refused = articleIds.filter((id) => !byId.has(id)).map(refusedFor("gone"));
  // In the order of the request.
  const scopes = articleIds.flatMap((id) => byId.get(id) ?? []);

  function permit<A extends Action>(action: A, among: readonly ArticleScope[] = scopes): Permitted<ArticleScope, A>[] {
    const allowed = new Set(among.filter((scope) => isPermitted(viewer, action, scope)));
    refused.push(...idsOf(among.filter((scope) => !allowed.has(scope))).map(refusedFor("not_allowed")));
    return [...allowed].map((scope) => requirePermission(viewer, action, scope));
  }

  if (change.kind === "delete") {
    const deletable = permit("article:delete");
    await recordAll(
      tx,
      viewer,
      deletable.map(({ id }) => ({ kind: "articleDeleted", articleId: id })),
    );
    await trashArticles(tx, viewer, deletable, batchId);
    await deleteArticles(tx, deletable);
  } else if (change.kind === "copy") {
    if (target) await indexArticles(tx, idsOf(await copyArticles(tx, viewer, permit("folder:read"), target)));
  } else if (change.kind === "move") {
    if (target) await moveArticles(tx, permit("article:update", permit("article:delete")), target);
  } else if (change.kind === "tag" || change.kind === "untag") {
    refused.push(...(await changeTags(tx, viewer, permit("article:update"), change)));
  } else {
    const { kind: _, ...values } = change;
    const changed = await updateArticles(tx, permit("article:update"), values);
    if (change.kind === "priority") await refreshFacets(tx, await listIndexed(tx, changed));
  }
  return refused;
}

const idsOf = (articles: readonly { id: string }[]) => articles.map(({ id }) => id);

/** Adds or removes tags, and returns the articles that it refused because they would have no tag or too many. */
async function changeTags(
  tx: Transaction,
  viewer: Viewer,
  scopes: readonly Permitted<ArticleScope, "article:update">[],
  { kind, tags }: { kind: "tag" | "untag"; tags: string[] },
): Promise<store.BatchRefusal[]> {
  if (scopes.length === 0) return [];
  const tagIds =
    kind === "tag" ? await requireTagIds(tx, viewer, tags) : (await listTagIds(tx, viewer.clientId, tags)).filter((id) => id !== undefined);
  const counts = await countTags(tx, idsOf(scopes), tagIds);
  const countsOf = ({ id }: ArticleScope) => counts.get(id) ?? { all: 0, known: 0 };
  const isWrong = (scope: ArticleScope) => {
    const { all, known } = countsOf(scope);
    return kind === "tag" ? all - known + tagIds.length > limits.tagsPerArticle : known > 0 && known === all;
  };
  const changed = scopes.filter((scope) => {
    const { known } = countsOf(scope);
    return !isWrong(scope) && (kind === "tag" ? known < tagIds.length : known > 0);
  });
  await (kind === "tag" ? addTags : removeTags)(tx, changed, tagIds);
  await updateArticles(tx, changed, {});
  await indexArticles(tx, idsOf(changed));
  return idsOf(scopes.filter(isWrong)).map(refusedFor(kind === "tag" ? "too_many_tags" : "no_tag"));
}
