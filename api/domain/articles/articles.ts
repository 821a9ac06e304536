import type { z } from "zod";
import type { FieldProblem } from "../../../contract/errors";
import { limits } from "../../../contract/limits";
import type { contentFieldsSchema } from "../../../contract/rest/contents";
import { findSourceUrl } from "../../../contract/rest/source-url";
import type { Camel } from "../../../contract/wire";
import type { ArticleRow, SummaryRow } from "../../db/articles/article-rows";
import {
  type ArticleScope,
  type ArticleValues,
  deleteArticle,
  findArticle,
  findArticleByKey,
  findArticleScope,
  insertArticle,
  labelArticle,
  updateArticle,
} from "../../db/articles/articles";
import { findFolderScope } from "../../db/folders/folders";
import { inTransaction, type Queryable } from "../../db/pool";
import { indexArticles } from "../../db/search/article-search";
import { isAllowedHost } from "../../outbound/allowed-hosts";
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
    await labelArticle(tx, { ...changed, ...scope }, { tagIds, countries: input.countries }, { replace: true });
    await indexArticles(tx, [id]);
  });
  return getArticle(services, viewer, id);
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
    const { folder } = await requireWritableFolder(tx, viewer, folderId);
    if (!(await updateArticle(tx, scope, { folderId: folder.id }))) throw new Outdated();
    await indexArticles(tx, [id]);
  });
  return getArticle(services, viewer, id);
}

/** Deletes an article with everything that belongs to it. Throws `NotFound` and `NotAllowed`. */
export async function removeArticle({ database }: Services, viewer: Viewer, id: string): Promise<void> {
  await inTransaction(database, async (tx) => {
    const article = await requireArticle(tx, viewer, id, "article:delete", { lock: true });
    await record(tx, viewer, { kind: "articleDeleted", articleId: id });
    await deleteArticle(tx, article);
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
): Promise<Permitted<Scope & { folder: NonNullable<Scope["folder"]> }, "article:create">> {
  const scope = isId(folderId) ? await findFolderScope(db, viewer, folderId, { lock: "key share" }) : undefined;
  if (!scope || !isPermitted(viewer, "article:create", scope)) {
    throw new InvalidFields({ ...problems, folderId: [{ key: "folderNotWritable" }] });
  }
  refuseProblems(problems);
  return requirePermission(viewer, "article:create", scope);
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
  if (fields.sourceUrl !== null && !isAllowedSource(fields.sourceUrl, config.importAllowHosts)) {
    problems.sourceUrl = [{ key: "invalidUrl" }];
  }
  const { html = "", teaser = "" } = cleaned ?? {};
  return { values: { ...fields, body: html, teaser }, problems };
}

/** Hosts without a top-level domain are on this machine or its network: only those that the operator allows. */
function isAllowedSource(address: string, allowedHosts: readonly string[]): boolean {
  return findSourceUrl(address) !== undefined || isAllowedHost(new URL(address), allowedHosts);
}

function refuseProblems(problems: Record<string, FieldProblem[]>): void {
  if (Object.keys(problems).length > 0) throw new InvalidFields(problems);
}
