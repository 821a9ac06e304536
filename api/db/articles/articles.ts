import { and, eq, sql } from "drizzle-orm";
import type { Permitted } from "../../permissions/permissions";
import type { Viewer } from "../../permissions/viewer";
import { visibleFolders } from "../folders/folders";
import type { Queryable, Transaction } from "../pool";
import { articleCountries, articles, articleTags, folders, teams } from "../schema";
import { type ArticleRow, selectArticles } from "./article-rows";

/** The fields that people edit, as stored. */
export type ArticleValues = Omit<
  typeof articles.$inferInsert,
  "id" | "clientId" | "userId" | "lockVersion" | "idempotencyKey" | "createdAt" | "updatedAt"
>;

/** The article, if the viewer may see it. */
export async function findArticle(db: Queryable, viewer: Viewer, id: string): Promise<ArticleRow | undefined> {
  const [row] = await selectArticles(db, isVisible(viewer, id));
  return row;
}

export type ArticleScope = NonNullable<Awaited<ReturnType<typeof findArticleScope>>>;

/**
 * The permission scope of a visible article. `lock` locks the article's row in `article_stats` until the transaction ends. Everything that
 * changes or deletes an article, its comments or its files takes this lock first, so these changes run one after the other.
 */
export async function findArticleScope(db: Queryable, viewer: Viewer, id: string, { lock = false } = {}) {
  // A separate statement, because one that waits for a lock has taken its snapshot before it waited.
  if (lock) await db.execute(sql`select 1 from article_stats where article_id = ${id} and client_id = ${viewer.clientId} for update`);
  const [scope] = await db
    .select({
      id: articles.id,
      clientId: articles.clientId,
      lockVersion: articles.lockVersion,
      team: { id: teams.id, visibility: teams.visibility },
      folder: { id: folders.id, purpose: folders.purpose },
    })
    .from(articles)
    .innerJoin(folders, eq(folders.id, articles.folderId))
    .innerJoin(teams, eq(teams.id, folders.teamId))
    .where(isVisible(viewer, id));
  return scope;
}

/** The article that this person created with this key, if they still see it. */
export async function findArticleByKey(
  db: Queryable,
  viewer: Viewer,
  storedKey: string,
): Promise<{ id: string; title: string } | undefined> {
  const [row] = await db
    .select({ id: articles.id, title: articles.title })
    .from(articles)
    .where(and(eq(articles.userId, viewer.userId), eq(articles.idempotencyKey, storedKey), inVisibleFolder(viewer)));
  return row;
}

/** The new article; `undefined` if a concurrent request with the same key of the same person created it. */
export async function insertArticle(
  tx: Transaction,
  viewer: Viewer,
  { folder }: Permitted<{ folder: { id: string } }, "article:create">,
  values: ArticleValues,
  storedKey: string | null,
) {
  const [row] = await tx
    .insert(articles)
    .values({ ...values, folderId: folder.id, clientId: viewer.clientId, userId: viewer.userId, idempotencyKey: storedKey })
    .onConflictDoNothing({ target: [articles.userId, articles.idempotencyKey] })
    .returning({ id: articles.id, title: articles.title, createdAt: articles.createdAt });
  return row;
}

/** Updates the article; `undefined` if it is no longer in this folder and version. */
export async function updateArticle(
  tx: Transaction,
  from: Permitted<ArticleScope, "article:update">,
  values: Partial<ArticleValues>,
): Promise<{ createdAt: Date } | undefined> {
  const [row] = await tx
    .update(articles)
    .set({ ...values, updatedAt: new Date(), lockVersion: sql`${articles.lockVersion} + 1` })
    .where(
      and(
        eq(articles.id, from.id),
        eq(articles.clientId, from.clientId),
        eq(articles.folderId, from.folder.id),
        eq(articles.lockVersion, from.lockVersion),
      ),
    )
    .returning({ createdAt: articles.createdAt });
  return row;
}

export async function deleteArticle(tx: Transaction, article: Permitted<ArticleScope, "article:delete">): Promise<void> {
  await tx.delete(articles).where(and(eq(articles.id, article.id), eq(articles.clientId, article.clientId)));
}

/** Adds tags, in this order, and countries to an article. `replace` removes the previous ones first. */
export async function labelArticle(
  tx: Transaction,
  article: { id: string; clientId: string; createdAt: Date },
  labels: { tagIds: string[]; countries: string[] },
  { replace = false } = {},
): Promise<void> {
  const { id: articleId, clientId, createdAt } = article;
  if (replace) {
    await tx.delete(articleTags).where(eq(articleTags.articleId, articleId));
    await tx.delete(articleCountries).where(eq(articleCountries.articleId, articleId));
  }
  if (labels.tagIds.length > 0) {
    await tx.insert(articleTags).values(labels.tagIds.map((tagId, position) => ({ articleId, tagId, position, createdAt })));
  }
  if (labels.countries.length > 0) {
    await tx.insert(articleCountries).values(labels.countries.map((country) => ({ articleId, clientId, country, createdAt })));
  }
}

function isVisible(viewer: Viewer, id: string) {
  return sql`${articles.id} = ${id} and ${inVisibleFolder(viewer)}`;
}

function inVisibleFolder(viewer: Viewer) {
  return sql`${articles.clientId} = ${viewer.clientId} and ${articles.folderId} in (${visibleFolders(viewer)})`;
}
