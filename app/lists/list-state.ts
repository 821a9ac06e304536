import type { ShouldRevalidateFunction } from "@remix-run/react";

export type ListLayout = "grid" | "list";
export const sortFields = ["created_at", "published_at", "comments_count", "views"] as const;
export type SortField = (typeof sortFields)[number];

export interface ListState {
  page: number;
  /** Relevance only with a term, and without a sort of one's own. */
  sortBy: SortField | "relevance";
  sortDir: "asc" | "desc";
  layout: ListLayout;
}

/** The parameters of an address that narrow a list. */
export const filterNames = [
  "term",
  "tags",
  "countries",
  "folder_ids",
  "source_name",
  "created_at_from",
  "created_at_until",
  "published_at_from",
  "published_at_until",
  "priority",
  "external",
];

/** What says which articles a list shows, in which order: the layout shows the same ones, and an overlay's parameters are its own. */
const listNames = [...filterNames, "page", "sort_by", "sort_dir"];

/** The parameters of an address that say which articles a list shows, as a search of their own. */
export function listSearch(search: string): string {
  const params = new URLSearchParams(search);
  return changedSearch("", Object.fromEntries(listNames.map((name) => [name, params.getAll(name).join(",") || null])));
}

/** An overlay that asks how far it is, every second. */
const askingAgain = /\/export\/[^/]+\/output$/;

/** Whether a list is asked again: not when only an overlay above it comes, goes, asks something for itself, or gives its form back. */
export const shouldRevalidateList: ShouldRevalidateFunction = ({ currentUrl, nextUrl, currentParams, nextParams, ...rest }) => {
  const isSame =
    (currentUrl.href !== nextUrl.href || askingAgain.test(nextUrl.pathname)) &&
    currentParams.folderId === nextParams.folderId &&
    currentParams.tag === nextParams.tag &&
    (nextUrl.searchParams.has("apply") || listSearch(currentUrl.search) === listSearch(nextUrl.search)) &&
    currentUrl.searchParams.get("layout") === nextUrl.searchParams.get("layout");
  const isRefused = (rest.actionStatus ?? 0) >= 400;
  return rest.defaultShouldRevalidate && !isRefused && !(isSame && (rest.formMethod ?? "GET") === "GET");
};

/** The same address with some parameters changed; `null` takes one away. A changed list begins at its first page. */
export function changedSearch(search: string, changes: Record<string, string | null>): string {
  const params = new URLSearchParams(search);
  params.delete("page");
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) params.delete(name);
    else params.set(name, value);
  }
  const text = params.toString();
  return text ? `?${text}` : "";
}
