import { type ArticleList, type ArticleQuery, listArticles } from "~/upstream/articles.server";
import type { Upstream } from "~/upstream/client.server";
import { limits } from "../../contract/limits";

/**
 * The articles from page `from` to the page of the query, as one page with the number `from`. Read in as few calls as the API's page size allows.
 */
export async function listShown(upstream: Upstream, query: ArticleQuery, { from }: { from: number }): Promise<ArticleList> {
  const { page = 1, perPage = limits.contentsPerPage } = query;
  if (from === page) return listArticles(upstream, query);
  const [start, end] = [(from - 1) * perPage, page * perPage];
  const size = Math.floor(limits.contentsPerPageMax / perPage) * perPage;
  const first = Math.floor(start / size);
  const read = (number: number) => listArticles(upstream, { ...query, page: number, perPage: size });
  const others = Array.from({ length: Math.ceil(end / size) - first - 1 }, (_, at) => first + at + 2);
  const lists = await Promise.all([read(first + 1), ...others.map(read)] as const);
  const found = lists.flatMap(({ entries }) => entries).slice(start - first * size);
  const entries = found.slice(0, end - start);
  const isMore = found.length > entries.length || (entries.length === end - start && lists.at(-1)?.meta.nextPage != null);
  return { ...lists[0], entries, meta: { ...lists[0].meta, nextPage: isMore ? page + 1 : null, currentPage: from, perPage } };
}
