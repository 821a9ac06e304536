import type { z } from "zod";
import type { FieldProblem } from "../../../contract/errors";
import * as limits from "../../../contract/limits";
import type { contentFieldsSchema } from "../../../contract/rest/contents";
import type { Camel } from "../../../contract/wire";
import type { ArticleRow, SummaryRow } from "../../db/articles/article-rows";
import {
  type ArticleScope,
  type ArticleValues,
  deleteArticles,
  findArticle,
  findArticleByKey,
  findArticleScope,
  findNextArticle,
  insertArticle,
  labelArticle,
  updateArticle,
  updateArticles,
} from "../../db/articles/articles";
import { findFolderScope } from "../../db/folders/folders";
import { inTransaction, type Queryable, type Transaction } from "../../db/pool";
import { indexArticles, listIndexed, moveDocuments } from "../../db/search/article-search";
import { moveTrashOfArticles, trashArticles } from "../../db/trash/trash";
import { findAllowedSource } from "../../outbound/allowed-hosts";
import { isPermitted, type Permitted, type Scope } from "../../permissions/permissions";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { calendarDay } from "../calendar";
import { InvalidFields, NotFound, Outdated } from "../errors";
import { makeOnce, toStoredKey } from "../idempotency";
import { isId, requireId } from "../ids";
import { requirePermission } from "../require-permission";
import { record } from "../workspace/audit";
import { requireTagIds } from "../workspace/tags";
import { boundedArticleHtml, readArticleHtml } from "./article-html";
import { isCountryCode } from "./countries";

export type ArticleInput = Camel<z.infer<typeof contentFieldsSchema>>;

interface OwnPermissions {
  permissions: { update: boolean; destroy: boolean };
}
export type ArticleSummary = SummaryRow & OwnPermissions;
export type Article = ArticleRow & OwnPermissions;

/** The article with the viewer's permissions. `viewed` counts it as read today. Throws `NotFound` and `Busy`. */
export async function getArticle(
  { articleViews, config, database }: Services,
  viewer: Viewer,
  id: string,
  { viewed = false } = {},
): Promise<Article> {
  const article = await findArticle(database.db, viewer, requireId(id));
  if (!article) throw new NotFound();
  const counted = viewed && (await articleViews.count({ articleId: id, userId: viewer.userId, day: calendarDay(config.timeZone) }));
  const body = await boundedArticleHtml(article.body, limits.body);
  return { ...withPermissions(viewer, article), body, views: article.views + (counted ? 1 : 0) };
}

/** Published today, if nothing else is given. */
type NewArticle = Omit<ArticleInput, "publishedAt"> & Partial<Pick<ArticleInput, "publishedAt">>;

/**
 * Files an article. A repeated request with the same key and fields returns the article created first. Throws `Busy`, and `InvalidFields`, also if
 * the viewer may not write to the folder or cannot see it.
 */
export async function createArticle(services: Services, viewer: Viewer, given: NewArticle, key: string | null): Promise<Article> {
  const input = { ...given, publishedAt: given.publishedAt ?? calendarDay(services.config.timeZone) };
  const { values, problems } = await toValues(services, input);
  // Computed from the input without defaults: a request that is repeated after midnight is still the same request.
  const storedKey = toStoredKey(key, { create: given });
  const article = await inTransaction(services.database, (tx) =>
    makeOnce(
      storedKey,
      (found) => findArticleByKey(tx, viewer, found),
      async () => {
        const folder = await requireWritableFolder(tx, viewer, input.folderId, problems);
        const tagIds = await requireTagIds(tx, viewer, input.tags);
        const made = await insertArticle(tx, viewer, folder, values, storedKey);
        if (!made) return undefined;
        await labelArticle(tx, { ...made, clientId: viewer.clientId }, { tagIds, countries: input.countries });
        await indexArticles(tx, [made.id]);
        return made;
      },
    ),
  );
  if (!article) throw new NotFound();
  return getArticle(services, viewer, article.id);
}

/**
 * Changes an article. Another folder moves it there, which needs permission to delete it here. Throws `NotFound`, `NotAllowed`, `InvalidFields`,
 * `Busy`, and `Outdated` if `lockVersion` is not the current one.
 */
export async function changeArticle(
  services: Services,
  viewer: Viewer,
  id: string,
  { lockVersion, ...input }: ArticleInput & { lockVersion?: number },
): Promise<Article> {
  const { values, problems } = await toValues(services, input);
  await inTransaction(services.database, async (tx) => {
    const scope = await requireArticle(tx, viewer, id, "article:update", { lock: true });
    if (input.folderId !== scope.folder.id) {
      requirePermission(viewer, "article:delete", scope);
      await requireWritableFolder(tx, viewer, input.folderId, problems);
    } else {
      refuseProblems(problems);
    }
    if (lockVersion !== undefined && lockVersion !== scope.lockVersion) throw new Outdated();
    const tagIds = await requireTagIds(tx, viewer, input.tags);
    const changed = await updateArticle(tx, scope, values);
    if (!changed) throw new Outdated();
    if (input.folderId !== scope.folder.id) await moveTrashOfArticles(tx, [scope], input.folderId);
    await labelArticle(tx, { ...changed, ...scope }, { tagIds, countries: input.countries }, { replace: true });
    await indexArticles(tx, [id]);
  });
  return getArticle(services, viewer, id);
}

/** The article filed before this one in the same folder. Throws `NotFound`. */
export async function findNext({ database }: Services, viewer: Viewer, id: string): Promise<{ id: string; title: string } | undefined> {
  return findNextArticle(database.db, await requireArticle(database.db, viewer, id, "folder:read"));
}

/**
 * Moves an article into another folder, with its comments and files, and changes nothing else of it. Throws `NotFound`, `NotAllowed`, and
 * `InvalidFields` for a folder in which the viewer may not file articles.
 */
export async function moveArticle(services: Services, viewer: Viewer, id: string, folderId: string): Promise<Article> {
  await inTransaction(services.database, async (tx) => {
    const scope = await requireArticle(tx, viewer, id, "article:update", { lock: true });
    if (folderId === scope.folder.id) return;
    requirePermission(viewer, "article:delete", scope);
    await moveArticles(tx, [scope], await requireWritableFolder(tx, viewer, folderId));
  });
  return getArticle(services, viewer, id);
}

/** Moves locked articles that the viewer may also delete where they are. */
export async function moveArticles(
  tx: Transaction,
  scopes: readonly Permitted<ArticleScope, "article:update">[],
  { folder }: Permitted<{ folder: { id: string } }, "article:create">,
): Promise<void> {
  const moved = scopes.filter((scope) => scope.folder.id !== folder.id).map(({ id }) => id);
  const indexed = new Set(await listIndexed(tx, moved));
  await moveDocuments(tx, [...indexed], folder.id);
  await updateArticles(tx, scopes, { folderId: folder.id });
  await moveTrashOfArticles(tx, scopes, folder.id);
  await indexArticles(
    tx,
    moved.filter((id) => !indexed.has(id)),
  );
}

/** Puts an article with everything that belongs to it into the trash. Throws `NotFound` and `NotAllowed`. */
export async function removeArticle({ database }: Services, viewer: Viewer, id: string): Promise<void> {
  await inTransaction(database, async (tx) => {
    const article = await requireArticle(tx, viewer, id, "article:delete", { lock: true });
    await record(tx, viewer, { kind: "articleDeleted", articleId: id });
    await trashArticles(tx, viewer, [article]);
    await deleteArticles(tx, [article]);
  });
}

/** The scope of an article, if the viewer may do this with it. Throws `NotFound` and `NotAllowed`. */
export async function requireArticle<A extends "article:update" | "article:delete" | "comment:create" | "folder:read">(
  db: Queryable,
  viewer: Viewer,
  id: string,
  action: A,
  options?: { lock?: boolean },
): Promise<Permitted<ArticleScope, A>> {
  const scope = await findArticleScope(db, viewer, requireId(id), options);
  if (!scope) throw new NotFound();
  return requirePermission(viewer, action, scope);
}

/** A folder in which the viewer may file articles. The error, which includes `problems`, does not reveal whether another folder exists. */
export async function requireWritableFolder(
  db: Queryable,
  viewer: Viewer,
  folderId: string,
  problems: Record<string, FieldProblem[]> = {},
) {
  const folder = await findWritableFolder(db, viewer, folderId);
  if (!folder) throw new InvalidFields({ ...problems, folderId: [{ key: "folderNotWritable" }] });
  refuseProblems(problems);
  return folder;
}

export async function findWritableFolder(db: Queryable, viewer: Viewer, folderId: string) {
  const scope = isId(folderId) ? await findFolderScope(db, viewer, folderId, { lock: "key share" }) : undefined;
  return scope && isPermitted(viewer, "article:create", scope) ? requirePermission(viewer, "article:create", scope) : undefined;
}

export function withPermissions<Row extends Scope>(viewer: Viewer, article: Row): Row & OwnPermissions {
  const permissions = { update: isPermitted(viewer, "article:update", article), destroy: isPermitted(viewer, "article:delete", article) };
  return { ...article, permissions };
}

async function toValues(
  { config }: Services,
  input: ArticleInput,
): Promise<{ values: ArticleValues; problems: Record<string, FieldProblem[]> }> {
  const { tags, countries, body, ...fields } = input;
  const problems: Record<string, FieldProblem[]> = {};
  const cleaned = await readArticleHtml(body, limits.body);
  if (!cleaned) problems.body = [{ key: "tooLong", values: { max: limits.body } }];
  else if (cleaned.isEmpty) problems.body = [{ key: "required" }];
  if (!countries.every(isCountryCode)) problems.countries = [{ key: "notAChoice" }];
  if (fields.sourceUrl !== null && !findAllowedSource(fields.sourceUrl, config.importAllowHosts)) {
    problems.sourceUrl = [{ key: "invalidUrl" }];
  }
  const { html = "", teaser = "" } = cleaned ?? {};
  return { values: { ...fields, body: html, teaser }, problems };
}

function refuseProblems(problems: Record<string, FieldProblem[]>): void {
  if (Object.keys(problems).length > 0) throw new InvalidFields(problems);
}
