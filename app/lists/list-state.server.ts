import { parse, serialize } from "cookie";
import { cookieOptions, oneYear } from "~/http/cookies.server";
import type { ArticleQuery } from "~/upstream/articles.server";
import { cookieNames } from "../../contract/cookies";
import { type ArticleFilter, type FilterNote, readFilter } from "./article-filter.server";
import { type ListLayout, type ListState, type SortField, sortFields } from "./list-state";

const isSortField = (value: unknown): value is SortField => sortFields.some((field) => field === value);
const isLayout = (value: unknown): value is ListLayout => value === "grid" || value === "list";

export interface ListRequest {
  state: ListState;
  filter: ArticleFilter;
  /** What of the filter was corrected. */
  notes: FilterNote[];
  /** What the API is asked. */
  query: ArticleQuery;
  headers: Record<string, string>;
}

/** The state of a list from its address; the layout is also remembered. Invalid values count as absent. */
export function readListState(request: Request): ListRequest {
  const { searchParams } = new URL(request.url);
  const page = Number(searchParams.get("page"));
  const sortBy = searchParams.get("sort_by");
  const layout = searchParams.get("layout");
  const remembered = parse(request.headers.get("Cookie") ?? "")[cookieNames.layout];
  const { filter, notes } = readFilter(searchParams);
  const state: ListState = {
    page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
    sortBy: isSortField(sortBy) ? sortBy : filter.term === undefined ? "created_at" : "relevance",
    sortDir: searchParams.get("sort_dir") === "asc" ? "asc" : "desc",
    layout: isLayout(layout) ? layout : isLayout(remembered) ? remembered : "grid",
  };
  const headers: Record<string, string> =
    isLayout(layout) && layout !== remembered
      ? { "Set-Cookie": serialize(cookieNames.layout, layout, { ...cookieOptions, maxAge: oneYear }) }
      : {};
  return { state, filter, notes, query: toQuery(state, filter), headers };
}

/** Relevance is what the API sorts by when it is asked for no sort; it knows one direction. */
function toQuery({ page, sortBy, sortDir }: ListState, filter: ArticleFilter): ArticleQuery {
  return sortBy === "relevance" ? { ...filter, page } : { ...filter, page, sortBy, sortDir };
}
