import { type ArticleList, type ArticleQuery, type ArticleSummary, listArticles } from "~/upstream/articles.server";
import type { Upstream } from "~/upstream/client.server";
import * as limits from "../../contract/limits";

/** The first articles of a list, at most `most`, and the total of the list. */
export async function listFirst(upstream: Upstream, query: ArticleQuery, most: number) {
  const found: ArticleSummary[] = [];
  let total = { count: 0, isExact: true };
  for (let page: number | null = 1; page !== null; ) {
    const { entries, meta } = await listArticles(upstream, { ...query, page, perPage: limits.contentsPerPageMax });
    found.push(...entries);
    total = { count: meta.totalCount, isExact: meta.totalIsExact };
    page = found.length < most ? meta.nextPage : null;
  }
  return { articles: found.slice(0, most), total };
}

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
