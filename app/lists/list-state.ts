import type { ShouldRevalidateFunction } from "@remix-run/react";
import { type articleSorts, filterParams } from "../../contract/article-filter";

export const listLayouts = ["grid", "list", "compact"] as const;
export type ListLayout = (typeof listLayouts)[number];
/** Articles per page of the compact layout, more than fit on a screen. The others have the API's page size. */
export const compactPerPage = 48;

/** At most this many pages are shown as one list; the next one begins another. */
export const mostPages = 25;

export type SortField = (typeof articleSorts)[number];

export interface ListState {
  /** The last page that is shown. */
  page: number;
  /** The first one: pages are appended to it. */
  from: number;
  /** "relevance" only with a term and no chosen field. */
  sortBy: SortField | "relevance";
  sortDir: "asc" | "desc";
  layout: ListLayout;
}

/** The parameters that determine a list's articles and their order, unlike its layout and the parameters of overlays. */
const listNames = [...filterParams, "page", "from", "sort_by", "sort_dir"];

/** The query string, reduced to these parameters. */
export function listSearch(search: string): string {
  const params = new URLSearchParams(search);
  return changedSearch("", Object.fromEntries(listNames.map((name) => [name, params.getAll(name).join(",") || null])));
}

/** Overlays that poll their progress. */
const askingAgain = /\/(?:export\/[^/]+\/output|mailings(?:\/[^/]+\/deliveries)?)$/;
/** Asks what to do with selected articles; redirects once it is done. */
const asking = /\/selection$/;

/** Avoids reloading a list when only an overlay above it opens, closes, polls or is submitted with errors. */
export const shouldRevalidateList: ShouldRevalidateFunction = ({ currentUrl, nextUrl, currentParams, nextParams, ...rest }) => {
  const isSame =
    (currentUrl.href !== nextUrl.href || askingAgain.test(nextUrl.pathname)) &&
    currentParams.folderId === nextParams.folderId &&
    currentParams.tag === nextParams.tag &&
    (nextUrl.searchParams.has("apply") || listSearch(currentUrl.search) === listSearch(nextUrl.search)) &&
    currentUrl.searchParams.get("layout") === nextUrl.searchParams.get("layout");
  const isRefused = (rest.actionStatus ?? 0) >= 400;
  const changesNothing = (rest.formMethod ?? "GET") === "GET" || asking.test(nextUrl.pathname);
  return rest.defaultShouldRevalidate && !isRefused && !(isSame && changesNothing);
};

/** The query string with some parameters changed; `null` removes one. A changed list starts at its first page. */
export function changedSearch(search: string, changes: Record<string, string | null>): string {
  const params = new URLSearchParams(search);
  params.delete("page");
  params.delete("from");
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) params.delete(name);
    else params.set(name, value);
  }
  const text = params.toString();
  return text ? `?${text}` : "";
}
