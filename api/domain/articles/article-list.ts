import type { z } from "zod";
import { limits } from "../../../contract/limits";
import type { contentDuplicatesQuerySchema, contentQuerySchema } from "../../../contract/rest/contents";
import type { Camel } from "../../../contract/wire";
import type { ApiConfig } from "../../config";
import {
  type ArticleFilter,
  listArticleIds,
  listFromAddress,
  listSummaries,
  type Page,
  sumFolderCounts,
} from "../../db/articles/article-list";
import type { Queryable } from "../../db/pool";
import type { Hits } from "../../db/search/search-hits";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { isId } from "../ids";
import { type Found, markArticles, searchArticles } from "../search/article-search";
import { type ArticleSummary, withPermissions } from "./articles";

export type ArticleQuery = Camel<z.infer<typeof contentQuerySchema>>;

type DuplicatesQuery = z.infer<typeof contentDuplicatesQuerySchema>;

export interface ArticlePage {
  entries: (ArticleSummary & { hits?: Hits })[];
  meta: {
    currentPage: number;
    perPage: number;
    nextPage: number | null;
    totalCount: number;
    totalIsExact: boolean;
    /** Words of the term that were taken for typing errors, and what was found instead. */
    replaced?: { typed: string; used: string }[];
  };
}

/** A page of the articles in folders this person sees. A filtered total is counted up to `limits.exactTotal`. */
export async function listArticles({ database: { db }, config }: Services, viewer: Viewer, query: ArticleQuery): Promise<ArticlePage> {
  const { page, perPage } = query;
  const offset = (page - 1) * perPage;
  const {
    ids: found,
    total: known,
    isCut = false,
    filter,
    meant,
  } = await findArticles(db, viewer, query, { limit: perPage + 1, offset }, config);
  const ids = found.slice(0, perPage);
  const rows = ids.length === 0 ? [] : await listSummaries(db, ids);
  const hasMore = found.length > perPage;
  const isLast = !hasMore && (ids.length > 0 || page === 1);
  const total = isLast ? offset + ids.length : (known ?? (await sumFolderCounts(db, viewer, filter.folderIds)));
  const marked = filter.search && (await markArticles(db, viewer, ids, filter.search, meant));
  return {
    entries: rows.map((row) => withHits(withPermissions(viewer, row), marked?.hits.get(row.id))),
    meta: {
      currentPage: page,
      perPage,
      nextPage: hasMore ? page + 1 : null,
      totalCount: isLast || known === undefined ? total : Math.min(total, limits.exactTotal),
      totalIsExact: !isCut && (isLast || known === undefined || total <= limits.exactTotal),
      ...(marked && marked.replaced.length > 0 ? { replaced: marked.replaced } : {}),
    },
  };
}

async function findArticles(db: Queryable, viewer: Viewer, query: ArticleQuery, page: Page, { timeZone }: ApiConfig): Promise<Found> {
  const filter = toFilter(query, timeZone);
  const direction = query.sortDir;
  if (query.term)
    return searchArticles(db, viewer, { term: query.term, filter, order: { by: query.sortBy ?? "relevance", direction }, page });
  return { ...(await listArticleIds(db, viewer, filter, { by: query.sortBy ?? "created_at", direction }, page)), filter, meant: [] };
}

const withHits = (article: ArticleSummary, hits?: Hits) => (hits ? { ...article, hits } : article);

/** Where an address is filed already, in folders this person sees. */
export function listDuplicates({ database }: Services, viewer: Viewer, { url, except }: DuplicatesQuery) {
  return listFromAddress(database.db, viewer, url, except !== undefined && isId(except) ? except : undefined, limits.duplicates);
}

/** What is empty narrows nothing, as an empty field of a form. */
function toFilter(query: ArticleQuery, timeZone: string): ArticleFilter {
  const filter: ArticleFilter = {};
  if (query.folderIds?.length) filter.folderIds = query.folderIds.filter(isId);
  if (query.tags?.length) filter.tags = [...new Set(query.tags)];
  if (query.countries?.length) filter.countries = query.countries;
  if (query.sourceName) filter.sourceName = query.sourceName;
  const [from, until] = [query.createdAtFrom, query.createdAtUntil];
  if (from || until) filter.created = { ...(from ? { from } : {}), ...(until ? { until } : {}), timeZone };
  if (query.publishedAtFrom) filter.publishedFrom = query.publishedAtFrom;
  if (query.publishedAtUntil) filter.publishedUntil = query.publishedAtUntil;
  if (query.priority) filter.priority = query.priority;
  if (query.external) filter.hasSourceUrl = query.external === "with_source_url";
  if (query.shareable) filter.shareable = true;
  return filter;
}
