import { z } from "zod";
import { copyContentToFolder } from "../../contract/graphql/operations";
import {
  contentDuplicatesSchema,
  contentFieldsSchema,
  contentListSchema,
  type contentQuerySchema,
  contentSchema,
  type contentSummarySchema,
  nextContentSchema,
} from "../../contract/rest/contents";
import { type Camel, toCamelKeys } from "../../contract/wire";
import type { Upstream } from "./client.server";
import { orFailure, unlessGone } from "./failure.server";
import type { Result } from "./result";

export type Article = Camel<z.output<typeof contentSchema>>;
export type ArticleSummary = Camel<z.output<typeof contentSummarySchema>>;
export type ArticleList = Camel<z.output<typeof contentListSchema>>;

/** The query of the list. By default, the API sorts by relevance if there is a term. */
export type ArticleQuery = Partial<Camel<z.output<typeof contentQuerySchema>>>;

/** The editable fields of an article. */
export type ArticleFields = Camel<z.output<typeof contentFieldsSchema>>;
export const articleFieldNames = Object.keys(toCamelKeys(contentFieldsSchema.shape)) as (keyof ArticleFields)[];

/** Picks an article's fields from an object with further ones, such as a form. */
export const pickArticleFields = (value: ArticleFields) =>
  Object.fromEntries(articleFieldNames.map((name) => [name, value[name]])) as ArticleFields;

/** The fields that would create this article. */
export const fieldsOfArticle = ({ source, tags, countries, ...article }: Article) =>
  pickArticleFields({
    ...article,
    sourceName: source.name,
    tags: tags.map(({ name }) => name),
    countries: countries.map(({ code }) => code),
  });

const articlePath = (id: string) => `/contents/${encodeURIComponent(id)}`;

/** A page of the visible articles. */
export const listArticles = (upstream: Upstream, query: ArticleQuery) => upstream.get("/contents", contentListSchema, { ...query });

/** The visible articles from this page; empty if the API returns 404. */
export async function listDuplicates(upstream: Upstream, query: { url: string; canonicalUrl?: string; except?: string }) {
  const found = await unlessGone(upstream.get("/contents/duplicates", contentDuplicatesSchema, { ...query, likely: true }));
  return found?.entries ?? [];
}

/** An article. With `viewed`, it counts as read by the user today. */
export const requireArticle = (upstream: Upstream, id: string, { viewed = false } = {}) =>
  upstream.get(articlePath(id), contentSchema, viewed ? { viewed: true } : {});

export const createArticle = (upstream: Upstream, fields: ArticleFields, idempotencyKey?: string) =>
  upstream.write("POST", "/contents", contentSchema, { content: fields }, { idempotencyKey });

/** Saves a change based on `lockVersion`; 409 if someone else has saved since. */
export const updateArticle = (upstream: Upstream, id: string, fields: ArticleFields & { lockVersion?: number }) =>
  upstream.write("PUT", articlePath(id), contentSchema, { content: fields });

/** The article filed before this one in the same folder; `null` if there is none, or this one is gone. */
export async function findNextArticle(upstream: Upstream, id: string) {
  const found = await unlessGone(upstream.get(`${articlePath(id)}/next`, nextContentSchema));
  return found?.next ?? null;
}

/** Moves an article into another folder, and changes nothing else of it. */
export const moveArticle = (upstream: Upstream, id: string, folderId: string) =>
  upstream.write("PUT", `${articlePath(id)}/folder`, contentSchema, { folderId });

export const deleteArticle = (upstream: Upstream, id: string) => upstream.write("DELETE", articlePath(id), z.undefined());

const copyAnswerSchema = z.object({
  copyContentToFolder: z.object({ errors: z.array(z.string()) }),
});

/** Copies an article into another folder. Errors are reported at the field `folderId`. */
export async function copyArticle(
  upstream: Upstream,
  articleId: string,
  folderId: string,
  idempotencyKey?: string,
): Promise<Result<undefined>> {
  const variables = { contentId: articleId, folderId };
  const answer = await orFailure(upstream.graphql(copyContentToFolder, copyAnswerSchema, variables, { idempotencyKey }));
  if ("ok" in answer) return answer;
  const { errors } = answer.copyContentToFolder;
  return errors.length === 0 ? { ok: true, data: undefined } : { ok: false, status: 422, errors: { folderId: errors } };
}
