import { listSearch } from "~/lists/list-state";
import type { ArticleList } from "~/upstream/articles.server";

/** When the newest article of the stream was filed; `undefined` where the address shows another part of it than the beginning. */
export function findNewestShown(request: Request, { entries }: ArticleList): string | undefined {
  if (listSearch(new URL(request.url).search) !== "") return undefined;
  return entries[0]?.createdAt ?? new Date(0).toISOString();
}
