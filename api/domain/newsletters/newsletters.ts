import * as limits from "../../../contract/limits";
import { findArticleScope } from "../../db/articles/articles";
import * as store from "../../db/newsletters/newsletters";
import { inTransaction, type Queryable } from "../../db/pool";
import { trashNewsletter } from "../../db/trash/trash";
import type { Permitted } from "../../permissions/permissions";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { NotFound } from "../errors";
import { requireFolderScope } from "../folders/folders";
import { isId, requireId } from "../ids";
import { requirePermission } from "../require-permission";
import { record } from "../workspace/audit";

export type ListedNewsletter = store.ListedNewsletter;
export type Template = Awaited<ReturnType<typeof listTemplates>>[number];
export type Newsletter = store.NewsletterRow;
export type ScheduledNewsletter = Awaited<ReturnType<typeof store.listScheduledWith>>[number];

/** A page of a folder's newsletters, counted from 0, newest first. Throws `NotFound` and `NotAllowed`. */
export async function listNewsletters({ database: { db } }: Services, viewer: Viewer, folderId: string, page: number) {
  const folder = await requireFolderScope(db, viewer, folderId, "newsletter:manage");
  return store.listNewsletters(db, folder, { limit: limits.newslettersPerPage, offset: page * limits.newslettersPerPage });
}

/** The number of a folder's newsletters. Throws `NotFound` and `NotAllowed`. */
export async function countNewsletters({ database: { db } }: Services, viewer: Viewer, folderId: string): Promise<number> {
  return store.countNewsletters(db, await requireFolderScope(db, viewer, folderId, "newsletter:manage"));
}

/** The latest newsletters of a folder that are no drafts. Throws `NotFound` and `NotAllowed`. */
export async function listTemplates({ database: { db } }: Services, viewer: Viewer, folderId: string) {
  const folder = await requireFolderScope(db, viewer, folderId, "newsletter:manage");
  return store.listIssues(db, folder, limits.newsletterTemplates);
}

/** A newsletter that the viewer may edit and send; `lock` blocks other changes of it. Throws `NotFound` and `NotAllowed`. */
export async function requireManaged(
  db: Queryable,
  viewer: Viewer,
  id: string,
  { lock = false } = {},
): Promise<Permitted<Newsletter, "newsletter:manage">> {
  const newsletter = await store.findVisibleNewsletter(db, viewer, requireId(id), { lock });
  if (!newsletter) throw new NotFound();
  return requirePermission(viewer, "newsletter:manage", newsletter);
}

/** The selected entries of a draft's list. */
export const selectedIds = (choices: store.Draft["contents"]): string[] =>
  choices.flatMap(({ id, selected }) => (selected && isId(id) ? [id] : []));

/** The scheduled newsletters that contain an article, for people who may delete it. Throws `NotFound` and `NotAllowed`. */
export async function listScheduledWith({ database: { db } }: Services, viewer: Viewer, articleId: string): Promise<ScheduledNewsletter[]> {
  const article = await findArticleScope(db, viewer, requireId(articleId));
  if (!article) throw new NotFound();
  requirePermission(viewer, "article:delete", article);
  return store.listScheduledWith(db, viewer, [articleId]);
}

/** Puts a draft into the trash; deletes another newsletter permanently and cancels its undelivered mails. Throws `NotFound` and `NotAllowed`. */
export async function removeNewsletter({ database }: Services, viewer: Viewer, id: string): Promise<void> {
  await inTransaction(database, async (tx) => {
    const newsletter = await requireManaged(tx, viewer, id, { lock: true });
    if (newsletter.status === "draft") await trashNewsletter(tx, viewer, newsletter);
    else await record(tx, viewer, { kind: "newsletterDeleted", newsletterId: id });
    await store.deleteNewsletter(tx, newsletter);
  });
}
