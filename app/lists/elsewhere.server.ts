import { type ArticleList, type ArticleQuery, listArticles } from "~/upstream/articles.server";
import type { Upstream } from "~/upstream/client.server";
import type { ArticleFilter } from "../../contract/article-filter";
import { isNarrowed } from "./article-filter.server";
import type { Elsewhere } from "./filter-summary";

/** How many articles a less filtered list would have. Queried only if the current list is empty. */
export async function countElsewhere(
  upstream: Upstream,
  { meta }: ArticleList,
  filter: ArticleFilter,
  query: ArticleQuery,
): Promise<Elsewhere | undefined> {
  if (meta.totalCount > 0 || !isNarrowed(filter)) return undefined;
  const elsewhere = await listArticles(upstream, { ...query, perPage: 1 });
  return { count: elsewhere.meta.totalCount, isExact: elsewhere.meta.totalIsExact };
}
