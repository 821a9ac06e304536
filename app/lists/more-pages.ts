import type { ArticleCardData, ArticleCardPage } from "./article-card";

/** The pages with this one, in the place of an older one of the same number. */
export function withPage(pages: ArticleCardPage[], page: ArticleCardPage): ArticleCardPage[] {
  return [...pages.filter((other) => other.page !== page.page), page].sort((one, other) => one.page - other.page);
}

/** The cards of all pages, each once: an article moves on to the next page when another one is filed. */
export function cardsOf(pages: ArticleCardPage[]): ArticleCardData[] {
  return [...new Map(pages.flatMap(({ cards }) => cards).map((card) => [card.id, card])).values()];
}
