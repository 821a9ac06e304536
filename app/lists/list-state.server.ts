import { parse, serialize } from "cookie";
import { cookieOptions, oneYear } from "~/http/cookies.server";
import type { ArticleQuery } from "~/upstream/articles.server";
import { type ArticleFilter, articleSorts } from "../../contract/article-filter";
import { cookieNames } from "../../contract/cookies";
import { type FilterNote, readFilter } from "./article-filter.server";
import { compactPerPage, type ListLayout, type ListState, listLayouts, mostPages, type SortField } from "./list-state";

const isSortField = (value: unknown): value is SortField => articleSorts.some((field) => field === value);
const isLayout = (value: unknown): value is ListLayout => listLayouts.some((layout) => layout === value);

export interface ListRequest {
  state: ListState;
  filter: ArticleFilter;
  notes: FilterNote[];
  /** The query for the API. */
  query: ArticleQuery;
  headers: Record<string, string>;
}

function readPage(text: string | null): number | undefined {
  const page = Number(text);
  return Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : undefined;
}

/** The state of a list from its URL; the layout is also remembered in a cookie. Invalid values are ignored. */
export function readListState(request: Request): ListRequest {
  const { searchParams } = new URL(request.url);
  const page = readPage(searchParams.get("page")) ?? 1;
  const from = readPage(searchParams.get("from")) ?? page;
  const sortBy = searchParams.get("sort_by");
  const layout = searchParams.get("layout");
  const remembered = parse(request.headers.get("Cookie") ?? "")[cookieNames.layout];
  const { filter, notes } = readFilter(searchParams);
  const state: ListState = {
    page,
    from: from <= page && page - from < mostPages ? from : page,
    sortBy: isSortField(sortBy) ? sortBy : filter.term === undefined ? "created_at" : "relevance",
    sortDir: searchParams.get("sort_dir") === "asc" ? "asc" : "desc",
    layout: isLayout(layout) ? layout : isLayout(remembered) ? remembered : "grid",
  };
  const headers: Record<string, string> =
    isLayout(layout) && layout !== remembered
      ? { "Set-Cookie": serialize(cookieNames.layout, layout, { ...cookieOptions, maxAge: oneYear }) }
      : {};
  // A page in an address without a layout has the default size, so that its link shows everybody the same articles.
  const perPage = state.layout === "compact" && (layout === "compact" || !searchParams.has("page")) ? { perPage: compactPerPage } : {};
  return { state, filter, notes, query: { ...toQuery(state, filter), ...perPage }, headers };
}

/** Relevance is the API's default for a term, and has no direction. */
function toQuery({ page, sortBy, sortDir }: ListState, filter: ArticleFilter): ArticleQuery {
  return sortBy === "relevance" ? { ...filter, page } : { ...filter, page, sortBy, sortDir };
}
