import * as limits from "../../../contract/limits";
import type { TrashKind } from "../../../contract/rest/trash";
import { findArticleScope } from "../../db/articles/articles";
import { findOwnBatch } from "../../db/articles/batches";
import { inTransaction, type Queryable, type Transaction } from "../../db/pool";
import * as store from "../../db/trash/trash";
import { isPermitted } from "../../permissions/permissions";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { findWritableFolder } from "../articles/articles";
import { ArticleMissing, FolderMissing, NotAllowed, NotFound } from "../errors";
import { requireFolderScope } from "../folders/folders";
import { requireId } from "../ids";
import { requirePermission } from "../require-permission";
import { askForIndexing } from "../search/search-refresh";
import { record, recordAll } from "../workspace/audit";

/** Something in the trash, with the moment of its permanent deletion. */
export type TrashItem = store.TrashItem & { expiresAt: Date; permissions: { destroy: boolean } };

export interface Restored {
  kind: TrashKind;
  folderId: string;
}

/** Before the ids of all articles. */
const firstId = "00000000-0000-0000-0000-000000000000";

const dayMs = 24 * 60 * 60_000;

/** A page of the things that the viewer may restore: those that they may delete where they were. */
export async function listTrash(
  { config, database: { db } }: Services,
  viewer: Viewer,
  page: number,
): Promise<{ items: TrashItem[]; total: number }> {
  const found = await store.listTrash(db, viewer, { limit: limits.trashPerPage, offset: page * limits.trashPerPage });
  return { items: found.map((item) => forViewer(viewer, item, config)), total: await store.countTrash(db, viewer) };
}

/** Throws `NotFound`. */
export async function requireTrashItem({ config, database: { db } }: Services, viewer: Viewer, id: string): Promise<TrashItem> {
  const item = await store.findTrashItem(db, viewer, requireId(id));
  if (!item) throw new NotFound();
  return forViewer(viewer, item, config);
}

const forViewer = (viewer: Viewer, item: store.TrashItem, { trashDays }: Services["config"]): TrashItem => ({
  ...item,
  expiresAt: new Date(item.deletedAt.getTime() + trashDays * dayMs),
  permissions: { destroy: isPermitted(viewer, "trash:purge", item) },
});

/**
 * Restores a thing with everything that belonged to it. Throws `NotFound`, also after it was restored or deleted permanently, `FolderMissing` if
 * the folder it was in is not there, `ArticleMissing` if the article of a comment is not, and `NotAllowed` if the viewer may not create such a
 * thing there any more.
 */
export async function restoreFromTrash(services: Services, viewer: Viewer, id: string): Promise<Restored> {
  return inTransaction(services.database, async (tx) => {
    const item = await requireItem(tx, viewer, id);
    const { kind, folder, articleId, commentAuthorId: authorId } = item;
    if (kind !== "folder" && !item.isFolderThere) throw new FolderMissing();
    if (kind === "article" && !(await findWritableFolder(tx, viewer, folder.id))) throw new NotAllowed();
    if (kind === "newsletter") await requireFolderScope(tx, viewer, folder.id, "newsletter:manage", "key share");
    if (articleId !== null && !(await findArticleScope(tx, viewer, articleId, { lock: true }))) throw new ArticleMissing();
    const restored = await store.restoreRows(tx, [item]);
    await askForIndexing(services, tx, articleId === null ? restored : [articleId]);
    const isOwn = authorId === viewer.userId && item.deletedBy.id === viewer.userId;
    if (articleId !== null && authorId !== null && !isOwn)
      await record(tx, viewer, { kind: "commentRestored", userId: authorId, articleId });
    if (kind === "article") await record(tx, viewer, { kind: "articleRestored", articleId: id });
    if (kind === "folder") await record(tx, viewer, { kind: "folderRestored", folderId: id });
    return { kind, folderId: folder.id };
  });
}

/**
 * Restores the articles that one of the viewer's batches deleted. Those whose folder is not there, or whose restoration is not permitted, are
 * left. Throws `NotFound`.
 */
export async function undoBatch(services: Services, viewer: Viewer, id: string): Promise<{ restored: number; left: number }> {
  const { database } = services;
  if (!(await findOwnBatch(database.db, viewer, requireId(id)))) throw new NotFound();
  let restored = 0;
  for (let last: string | undefined = firstId; last !== undefined; ) {
    const after: string = last;
    const found = await inTransaction(database, async (tx) => {
      const { items, last } = await store.lockTrashOfBatch(tx, viewer, id, { after, limit: limits.articlesPerTransaction });
      const writable = new Set<string>();
      for (const folderId of [...new Set(items.map(({ folder }) => folder.id))].sort())
        if (await findWritableFolder(tx, viewer, folderId)) writable.add(folderId);
      const restorable = items.filter(({ folder }) => writable.has(folder.id));
      if (restorable.length === 0) return { count: 0, last };
      await askForIndexing(services, tx, await store.restoreRows(tx, restorable));
      await recordAll(
        tx,
        viewer,
        restorable.map((item) => ({ kind: "articleRestored", articleId: item.id })),
      );
      return { count: restorable.length, last };
    });
    restored += found.count;
    last = found.last;
  }
  return { restored, left: await store.countTrashOfBatch(database.db, viewer, id) };
}

/** Deletes a thing in the trash permanently. Throws `NotFound` and `NotAllowed`. */
export async function purgeFromTrash({ database }: Services, viewer: Viewer, id: string): Promise<void> {
  await inTransaction(database, async (tx) => {
    const item = requirePermission(viewer, "trash:purge", await requireItem(tx, viewer, id));
    const nameOf = (name: string) => (item.team.visibility === "is_public" ? name : null);
    const folder = nameOf(item.folderName);
    if (item.kind === "article") await record(tx, viewer, { kind: "articlePurged", article: nameOf(item.title), folder });
    if (item.kind === "folder") await record(tx, viewer, { kind: "folderPurged", folder });
    if (item.commentAuthorId !== null && item.commentAuthorId !== viewer.userId)
      await record(tx, viewer, { kind: "commentPurged", userId: item.commentAuthorId, article: nameOf(item.articleTitle ?? ""), folder });
    await store.purgeTrashItem(tx, item);
  });
}

/** Permanently deletes what has been in the trash for the configured number of days. */
export async function purgeOldTrash({
  config,
  database: { db },
}: {
  config: Services["config"];
  database: { db: Queryable };
}): Promise<void> {
  const limit = 100;
  while ((await store.purgeOldTrash(db, { days: config.trashDays, limit })) === limit);
}

async function requireItem(tx: Transaction, viewer: Viewer, id: string): Promise<store.TrashItem> {
  const item = await store.lockTrashItem(tx, viewer, requireId(id));
  if (!item) throw new NotFound();
  return item;
}
