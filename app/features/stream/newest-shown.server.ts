import { changedSearch, type ListState, listSearch } from "~/lists/list-state";
import type { ArticleList } from "~/upstream/articles.server";

/** When the newest article of the stream was filed; `undefined` unless the URL shows the unfiltered beginning of the stream. */
export function findNewestShown(request: Request, { entries }: ArticleList, { from }: ListState): string | undefined {
  const { search } = new URL(request.url);
  if (from > 1 || listSearch(changedSearch(search, {})) !== "") return undefined;
  return entries[0]?.createdAt ?? new Date(0).toISOString();
}
