import { z } from "zod";
import { copyContentToFolder } from "../../contract/graphql/operations";
import { contentDuplicatesSchema, contentListSchema, contentSchema, type contentSummarySchema } from "../../contract/rest/contents";
import type { Camel } from "../../contract/wire";
import type { Upstream } from "./client.server";
import { orFailure, unlessGone } from "./failure.server";
import type { Result } from "./result";

export type Article = Camel<z.output<typeof contentSchema>>;
export type ArticleSummary = Camel<z.output<typeof contentSummarySchema>>;
export type ArticleList = Camel<z.output<typeof contentListSchema>>;

export interface ArticleQuery {
  term?: string;
  folderIds?: string[];
  /** Slugs. */
  tags?: string[];
  /** Codes. */
  countries?: string[];
  sourceName?: string;
  /** Days, both ends included. */
  createdAtFrom?: string;
  createdAtUntil?: string;
  publishedAtFrom?: string;
  publishedAtUntil?: string;
  priority?: "normal" | "high";
  external?: "with_source_url" | "without_source_url";
  /** Only those that may be shared. */
  shareable?: true;
  /** Relevance where there is a term and no sort. */
  sortBy?: "created_at" | "published_at" | "comments_count" | "views";
  sortDir?: "asc" | "desc";
  page?: number;
  perPage?: number;
}

/** The fields of an article as people write them. */
export interface ArticleFields {
  sourceUrl: string | null;
  title: string;
  body: string;
  tags: string[];
  countries: string[];
  author: string | null;
  sourceName: string | null;
  publishedAt: string;
  folderId: string;
  priority: "normal" | "high";
  shareable: boolean;
  external: boolean;
  language: string | null;
}

const articlePath = (id: string) => `/contents/${encodeURIComponent(id)}`;

/** A page of the articles this person may see. */
export const listArticles = (upstream: Upstream, query: ArticleQuery) => upstream.get("/contents", contentListSchema, { ...query });

/** The newest articles from an address in folders this person sees; none where the API cannot tell. */
export async function listDuplicates(upstream: Upstream, url: string, except?: string) {
  const found = await unlessGone(upstream.get("/contents/duplicates", contentDuplicatesSchema, { url, except }));
  return found?.entries ?? [];
}

/** One article; `viewed` counts it as read by this person today. */
export const requireArticle = (upstream: Upstream, id: string, { viewed = false } = {}) =>
  upstream.get(articlePath(id), contentSchema, viewed ? { viewed: true } : {});

export const createArticle = (upstream: Upstream, fields: ArticleFields, idempotencyKey?: string) =>
  upstream.write("POST", "/contents", contentSchema, { content: fields }, { idempotencyKey });

/** Saves a change that started from `lockVersion`; 409 when somebody else saved since. */
export const updateArticle = (upstream: Upstream, id: string, fields: ArticleFields & { lockVersion?: number }) =>
  upstream.write("PUT", articlePath(id), contentSchema, { content: fields });

export const deleteArticle = (upstream: Upstream, id: string) => upstream.write("DELETE", articlePath(id), z.undefined());

const copyAnswerSchema = z.object({
  copyContentToFolder: z.object({ errors: z.array(z.string()) }),
});

/** Copies an article into another folder; what keeps it from being copied stands at `folderId`. */
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
