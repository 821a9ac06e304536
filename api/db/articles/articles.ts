import { randomUUID } from "node:crypto";
import { and, eq, or, sql } from "drizzle-orm";
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
  const [row] = await selectArticles(db, viewer, isVisible(viewer, id));
  return row;
}

export type ArticleScope = Awaited<ReturnType<typeof listArticleScopes>>[number];

/** The scope of one article, if it is visible; options as for `listArticleScopes`. */
export async function findArticleScope(db: Queryable, viewer: Viewer, id: string, options?: { lock?: boolean }) {
  const [scope] = await listArticleScopes(db, viewer, [id], options);
  return scope;
}

/** The article filed before this one in its folder. */
export async function findNextArticle(db: Queryable, { id, folder }: Permitted<ArticleScope, "folder:read">) {
  const { rows } = await db.execute<{ id: string; title: string }>(sql`
    select id, title from articles
    where folder_id = ${folder.id} and (created_at, id) < (select created_at, id from articles where id = ${id})
    order by created_at desc, id desc limit 1`);
  return rows[0];
}

/**
 * The permission scopes of the visible ones among these articles. `lock` locks their rows in `article_stats` until the transaction ends.
 * Everything that changes or deletes an article, its comments or its files takes this lock first, so these changes run one after the other.
 */
export async function listArticleScopes(db: Queryable, viewer: Viewer, ids: readonly string[], { lock = false } = {}) {
  const wanted = sql`${sql.param(ids)}::uuid[]`;
  // A separate statement, because one that waits for a lock has taken its snapshot before it waited. Sorted, to prevent deadlocks.
  if (lock)
    await db.execute(sql`
      select 1 from article_stats where article_id = any(${wanted}) and client_id = ${viewer.clientId} order by article_id for update`);
  return db
    .select({
      id: articles.id,
      clientId: articles.clientId,
      lockVersion: articles.lockVersion,
      title: articles.title,
      createdAt: articles.createdAt,
      team: { id: teams.id, visibility: teams.visibility },
      folder: { id: folders.id, purpose: folders.purpose },
    })
    .from(articles)
    .innerJoin(folders, eq(folders.id, articles.folderId))
    .innerJoin(teams, eq(teams.id, folders.teamId))
    .where(sql`${articles.id} = any(${wanted}) and ${inVisibleFolder(viewer)}`);
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

/** One of several new articles, with its tags in order. */
export interface ArticleOfMany {
  folder: Permitted<{ folder: { id: string } }, "article:create">;
  values: Omit<ArticleValues, "folderId"> & { createdAt: Date };
  tagIds: readonly string[];
}

/** Files several articles with their tags. Returns their ids, which the caller indexes. */
export async function insertArticles(tx: Transaction, { clientId, userId }: Viewer, many: readonly ArticleOfMany[]): Promise<string[]> {
  if (many.length === 0) return [];
  const rows = many.map(({ folder, values, tagIds }) => ({
    article: { ...values, id: randomUUID(), folderId: folder.folder.id, clientId, userId },
    tagIds: [...new Set(tagIds)],
  }));
  await tx.insert(articles).values(rows.map(({ article }) => article));
  const tagged = rows.flatMap(({ article: { id, createdAt }, tagIds }) =>
    tagIds.map((tagId, position) => ({ articleId: id, tagId, position, createdAt })),
  );
  if (tagged.length > 0) await tx.insert(articleTags).values(tagged);
  return rows.map(({ article }) => article.id);
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

/**
 * Sets these values on locked articles and increments the version of those that change; without values, of all. Returns the ids of the changed
 * ones.
 */
export async function updateArticles(
  tx: Transaction,
  scopes: readonly Permitted<ArticleScope, "article:update">[],
  values: Partial<Pick<ArticleValues, "folderId" | "priority" | "shareable">>,
): Promise<string[]> {
  const differs = Object.entries(values).map(([name, value]) => sql`${articles[name as keyof typeof values]} is distinct from ${value}`);
  const rows = await tx
    .update(articles)
    .set({ ...values, updatedAt: new Date(), lockVersion: sql`${articles.lockVersion} + 1` })
    .where(and(isAmong(scopes), or(...differs)))
    .returning({ id: articles.id });
  return rows.map(({ id }) => id);
}

export async function deleteArticles(tx: Transaction, scopes: readonly Permitted<ArticleScope, "article:delete">[]): Promise<void> {
  await tx.delete(articles).where(isAmong(scopes));
}

/** For each article that has tags: their number, and how many of `tagIds` it has. */
export async function countTags(db: Queryable, ids: readonly string[], tagIds: readonly string[]) {
  const { rows } = await db.execute<{ id: string; all: number; known: number }>(sql`
    select article_id as id, count(*)::int as "all", count(*) filter (where tag_id = any(${sql.param(tagIds)}::uuid[]))::int as known
    from article_tags where article_id = any(${sql.param(ids)}::uuid[]) group by article_id`);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

/** Appends tags to the articles' existing ones. */
export async function addTags(
  tx: Transaction,
  scopes: readonly Permitted<ArticleScope, "article:update">[],
  tagIds: readonly string[],
): Promise<void> {
  await tx.execute(sql`
    insert into article_tags (article_id, tag_id, position, created_at)
    select ${articles.id}, added.id, coalesce((select max(position) from article_tags where article_id = ${articles.id}), 0) + added.place,
      ${articles.createdAt}
    from ${articles} cross join unnest(${sql.param(tagIds)}::uuid[]) with ordinality as added (id, place)
    where ${isAmong(scopes)} on conflict do nothing`);
}

export async function removeTags(
  tx: Transaction,
  scopes: readonly Permitted<ArticleScope, "article:update">[],
  tagIds: readonly string[],
): Promise<void> {
  await tx.execute(sql`
    delete from article_tags where tag_id = any(${sql.param(tagIds)}::uuid[])
      and article_id in (select ${articles.id} from ${articles} where ${isAmong(scopes)})`);
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

/** All of one workspace. */
function isAmong(scopes: readonly ArticleScope[]) {
  return sql`${articles.id} = any(${sql.param(scopes.map(({ id }) => id))}::uuid[]) and ${articles.clientId} = ${scopes[0]?.clientId ?? null}`;
}

function isVisible(viewer: Viewer, id: string) {
  return sql`${articles.id} = ${id} and ${inVisibleFolder(viewer)}`;
}

function inVisibleFolder(viewer: Viewer) {
  return sql`${articles.clientId} = ${viewer.clientId} and ${articles.folderId} in (${visibleFolders(viewer)})`;
}
