import { expect, it } from "vitest";
import type { ArticleCardData, ArticleCardPage } from "./article-card";
import { cardsOf, withPage } from "./more-pages";

const page = (number: number, ...ids: string[]): ArticleCardPage => ({
  cards: ids.map((id) => ({ id }) as ArticleCardData),
  page: number,
  nextPage: number + 1,
  perPage: 2,
  totalCount: 10,
  totalIsExact: true,
});
const idsOf = (pages: ArticleCardPage[]) => cardsOf(pages).map(({ id }) => id);

it("appends a page after those that are there", () => {
  expect(withPage([page(2, "c", "d")], page(3, "e", "f")).map((one) => one.page)).toEqual([2, 3]);
});

it("puts a page that was asked again in its old place", () => {
  expect(withPage([page(2, "c", "d"), page(3, "e", "f")], page(2, "c", "x"))).toEqual([page(2, "c", "x"), page(3, "e", "f")]);
});

it("shows an article once that moved to the next page when another was filed", () => {
  expect(idsOf([page(1, "new", "a"), page(2, "a", "b")])).toEqual(["new", "a", "b"]);
});
