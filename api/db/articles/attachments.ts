import { and, eq, getTableColumns, inArray, like, sql } from "drizzle-orm";
import type { Permitted } from "../../permissions/permissions";
import type { Viewer } from "../../permissions/viewer";
import { visibleFolders } from "../folders/folders";
import type { Queryable, Transaction } from "../pool";
import { articles, attachments } from "../schema";
import type { ArticleScope } from "./articles";

export type StoredAttachment = typeof attachments.$inferSelect;
export type NewAttachment = Omit<typeof attachments.$inferInsert, "id" | "clientId" | "articleId" | "position" | "createdAt">;

/** The attachment, if the viewer may see its article. */
export async function findAttachment(db: Queryable, viewer: Viewer, id: string): Promise<StoredAttachment | undefined> {
  const [row] = await db
    .select(getTableColumns(attachments))
    .from(attachments)
    .innerJoin(articles, eq(articles.id, attachments.articleId))
    .where(
      sql`${attachments.id} = ${id} and ${attachments.clientId} = ${viewer.clientId} and ${articles.folderId} in (${visibleFolders(viewer)})`,
    );
  return row;
}

/** The number of the article's attachments, and the position after the last one. */
export async function countAttachments(db: Queryable, articleId: string): Promise<{ count: number; next: number }> {
  const [row] = await db
    .select({ count: sql<number>`count(*)`, next: sql<number>`coalesce(max(${attachments.position}) + 1, 0)` })
    .from(attachments)
    .where(eq(attachments.articleId, articleId));
  return row ?? { count: 0, next: 0 };
}

/** The origin of a file; an article never holds two files with the same origin. */
export type AttachmentOrigin = { remoteUrl: string } | { sha256: string; name: string };

/** The article's attachment with this origin. */
export async function findSameAttachment(
  db: Queryable,
  articleId: string,
  origin: AttachmentOrigin,
): Promise<StoredAttachment | undefined> {
  const isSame =
    "remoteUrl" in origin
      ? eq(attachments.remoteUrl, origin.remoteUrl)
      : and(eq(attachments.originalFilename, origin.name), like(attachments.storageKey, `${origin.sha256}%`));
  const [row] = await db
    .select()
    .from(attachments)
    .where(and(eq(attachments.articleId, articleId), isSame))
    .limit(1);
  return row;
}

export async function insertAttachment(
  tx: Transaction,
  article: Permitted<ArticleScope, "article:update">,
  values: NewAttachment,
  position: number,
): Promise<StoredAttachment> {
  const [row] = await tx
    .insert(attachments)
    .values({ ...values, clientId: article.clientId, articleId: article.id, position })
    .returning();
  return row as StoredAttachment;
}

/** The changed attachment; `undefined` if the article has none with this id. */
export async function updateAttachment(
  tx: Transaction,
  article: Permitted<ArticleScope, "article:update">,
  id: string,
  values: Pick<NewAttachment, "alt">,
): Promise<StoredAttachment | undefined> {
  const [row] = await tx.update(attachments).set(values).where(isOf(article, id)).returning();
  return row;
}

/** Returns `false` if the article has no attachment with this id. */
export async function deleteAttachment(tx: Transaction, article: Permitted<ArticleScope, "article:update">, id: string): Promise<boolean> {
  const deleted = await tx.delete(attachments).where(isOf(article, id)).returning({ id: attachments.id });
  return deleted.length > 0;
}

const isOf = (article: ArticleScope, id: string) =>
  and(eq(attachments.id, id), eq(attachments.clientId, article.clientId), eq(attachments.articleId, article.id));

/** The keys that attachments of any workspace refer to. Copies share the key of their original. */
export async function findKeysInUse(db: Queryable, storageKeys: string[]): Promise<Set<string>> {
  const rows = await db
    .selectDistinct({ key: attachments.storageKey })
    .from(attachments)
    .where(inArray(attachments.storageKey, storageKeys));
  return new Set(rows.map(({ key }) => key));
}
