import type { z } from "zod";
import { fieldsOfFilter, filterNames, hasIds } from "../../../contract/article-filter";
import * as limits from "../../../contract/limits";
import type { contentDuplicatesQuerySchema, contentQuerySchema } from "../../../contract/rest/contents";
import type { Camel } from "../../../contract/wire";
import {
  type ArticleFilter,
  listArticleIds,
  listFromAddress,
  listSummaries,
  type Page,
  sumFolderCounts,
} from "../../db/articles/article-list";
import type { Matches } from "../../db/search/search-matches";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { isId } from "../ids";
import { type Found, markArticles, searchArticles } from "../search/article-search";
import { type ArticleSummary, withPermissions } from "./articles";

export type ArticleQuery = Camel<z.infer<typeof contentQuerySchema>>;

type DuplicatesQuery = Camel<z.infer<typeof contentDuplicatesQuerySchema>>;

export interface ArticlePage {
  entries: (ArticleSummary & { hits?: Matches })[];
  meta: {
    currentPage: number;
    perPage: number;
    nextPage: number | null;
    totalCount: number;
    totalIsExact: boolean;
    /** Misspelled words of the term, and the words that were searched for instead. */
    replaced?: { typed: string; used: string }[];
  };
}

/** A page of the articles in folders that the viewer sees. A filtered total is counted up to `limits.exactTotal`. */
export async function listArticles(services: Services, viewer: Viewer, query: ArticleQuery): Promise<ArticlePage> {
  const { db } = services.database;
  const { page, perPage } = query;
  const offset = (page - 1) * perPage;
  const {
    ids: found,
    total: known,
    isCut = false,
    filter,
    meant,
  } = await findArticles(services, viewer, query, { limit: perPage + 1, offset });
  const ids = found.slice(0, perPage);
  const rows = ids.length === 0 ? [] : await listSummaries(db, viewer, ids);
  const hasMore = found.length > perPage;
  const isLast = !hasMore && (ids.length > 0 || page === 1);
  const total = isLast ? offset + ids.length : (known ?? (await sumFolderCounts(db, viewer, filter)));
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

/** A page of the ids of articles in folders that the viewer sees; with `filedWithin` only of those that were filed between two moments. */
export async function findArticles(
  { searchIndex, config }: Services,
  viewer: Viewer,
  query: Omit<ArticleQuery, "page" | "perPage">,
  page: Page,
  filedWithin?: ArticleFilter["filedWithin"],
): Promise<Found> {
  const filter = { ...toFilter(query, config.timeZone), ...(filedWithin && { filedWithin }) };
  const direction = query.sortDir;
  if (query.term)
    return searchArticles(searchIndex, viewer, { term: query.term, filter, order: { by: query.sortBy ?? "relevance", direction }, page });
  return {
    ...(await listArticleIds(searchIndex, viewer, filter, { by: query.sortBy ?? "created_at", direction }, page)),
    filter,
    meant: [],
  };
}

const withHits = (article: ArticleSummary, hits?: Matches) => (hits ? { ...article, hits } : article);

/** Articles from this page in folders that the viewer sees. */
export function listDuplicates({ database }: Services, viewer: Viewer, { except, ...sought }: DuplicatesQuery) {
  const left = except !== undefined && isId(except) ? except : undefined;
  return listFromAddress(database.db, viewer, { ...sought, except: left }, limits.duplicates);
}

/** Empty values do not filter, like empty form fields. */
function toFilter(query: Omit<ArticleQuery, "page" | "perPage">, timeZone: string): ArticleFilter {
  const filled = filterNames.flatMap(fieldsOfFilter).filter((field) => field !== "term" && query[field]?.length);
  const filter: ArticleFilter = { ...Object.fromEntries(filled.map((field) => [field, query[field]])), timeZone };
  for (const name of filterNames.filter(hasIds)) if (filter[name]) filter[name] = filter[name].filter(isId);
  if (query.shareable) filter.shareable = true;
  return filter;
}
