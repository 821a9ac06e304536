import type { z } from "zod";
import type { FieldProblem } from "../../../contract/errors";
import { limits } from "../../../contract/limits";
import type { contentFieldsSchema } from "../../../contract/rest/contents";
import { findSourceUrl } from "../../../contract/rest/source-url";
import type { Camel } from "../../../contract/wire";
import type { ArticleRow, SummaryRow } from "../../db/articles/article-rows";
import { countView } from "../../db/articles/article-views";
import {
  type ArticlePlace,
  type ArticleValues,
  deleteArticle,
  findArticle,
  findArticleByKey,
  findArticlePlace,
  insertArticle,
  labelArticle,
  updateArticle,
} from "../../db/articles/articles";
import { findFolderPlace } from "../../db/folders/folders";
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

/** The article with what this person may do with it; throws `NotFound`. `viewed` counts it as read today. */
export async function getArticle({ database, config }: Services, viewer: Viewer, id: string, { viewed = false } = {}): Promise<Article> {
  const article = await findArticle(database.db, viewer, requireId(id));
  if (!article) throw new NotFound();
  const counted = viewed && (await countView(database, { articleId: id, userId: viewer.userId, day: calendarDay(config.timeZone) }));
  const body = await boundedArticleHtml(article.body, limits.body);
  return { ...withPermissions(viewer, article), body, views: article.views + (counted ? 1 : 0) };
}

/**
 * Files an article; the same person's same key with the same fields answers the article it made the first time.
 * Throws `InvalidFields`, also for a folder this person may not write to or cannot see.
 */
export async function createArticle(services: Services, viewer: Viewer, input: ArticleInput, key: string | null): Promise<Article> {
  const { values, problems } = await toValues(services, input);
  const storedKey = toStoredKey(key, { create: input });
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
 * Changes an article, and moves it when the folder is another one. Throws `NotFound`, `NotAllowed`, `InvalidFields`, and `Outdated` when
 * `lockVersion` is not the present one.
 */
export async function changeArticle(
  services: Services,
  viewer: Viewer,
  id: string,
  { lockVersion, ...input }: ArticleInput & { lockVersion?: number },
): Promise<Article> {
  const { values, problems } = await toValues(services, input);
  await inTransaction(services.database, async (tx) => {
    const place = await requireArticle(tx, viewer, id, "article:update", { lock: true });
    if (input.folderId !== place.folder.id) {
      requirePermission(viewer, "article:delete", place);
      await requireWritableFolder(tx, viewer, input.folderId, problems);
    } else {
      refuseProblems(problems);
    }
    if (lockVersion !== undefined && lockVersion !== place.lockVersion) throw new Outdated();
    const tagIds = await requireTagIds(tx, viewer, input.tags);
    const changed = await updateArticle(tx, place, values);
    if (!changed) throw new Outdated();
    await labelArticle(tx, { ...changed, ...place }, { tagIds, countries: input.countries }, { replace: true });
    await indexArticles(tx, [id]);
  });
  return getArticle(services, viewer, id);
}

/** Deletes an article with all that belongs to it; throws `NotFound` and `NotAllowed`. */
export async function removeArticle({ database }: Services, viewer: Viewer, id: string): Promise<void> {
  await inTransaction(database, async (tx) => {
    const article = await requireArticle(tx, viewer, id, "article:delete", { lock: true });
    await record(tx, viewer, { kind: "articleDeleted", articleId: id });
    await deleteArticle(tx, article);
  });
}

/** Where the article stands, as something this person may do that with; throws `NotFound` and `NotAllowed`. */
export async function requireArticle<A extends "article:update" | "article:delete" | "comment:create" | "folder:read">(
  db: Queryable,
  viewer: Viewer,
  id: string,
  action: A,
  options?: { lock?: boolean },
): Promise<Permitted<ArticlePlace, A>> {
  const place = await findArticlePlace(db, viewer, requireId(id), options);
  if (!place) throw new NotFound();
  return requirePermission(viewer, action, place);
}

/** A folder this person may file articles in. One they cannot see is refused as one they may not write to: nobody learns which. */
export async function requireWritableFolder(
  db: Queryable,
  viewer: Viewer,
  folderId: string,
  problems: Record<string, FieldProblem[]> = {},
): Promise<Permitted<Scope & { folder: NonNullable<Scope["folder"]> }, "article:create">> {
  const place = isId(folderId) ? await findFolderPlace(db, viewer, folderId, { lock: "key share" }) : undefined;
  if (!place || !isPermitted(viewer, "article:create", place)) {
    throw new InvalidFields({ ...problems, folder_id: [{ key: "folderNotWritable" }] });
  }
  refuseProblems(problems);
  return requirePermission(viewer, "article:create", place);
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
    problems.source_url = [{ key: "invalidUrl" }];
  }
  const { html = "", teaser = "" } = cleaned ?? {};
  return { values: { ...fields, body: html, teaser }, problems };
}

/** Hosts without a top-level domain are addresses of this machine or its network: only those the operator named. */
function isAllowedSource(address: string, allowedHosts: readonly string[]): boolean {
  return findSourceUrl(address) !== undefined || isAllowedHost(new URL(address), allowedHosts);
}

function refuseProblems(problems: Record<string, FieldProblem[]>): void {
  if (Object.keys(problems).length > 0) throw new InvalidFields(problems);
}
