import { expect, test } from "vitest";
import type { ArticleList } from "~/upstream/articles.server";
import { toCardPage } from "./article-cards.server";
import type { ListState } from "./list-state";

test("A card shows the day of filing in the time zone of the workspace if that sorts the list, otherwise the day of publication", () => {
  const article = {
    createdAt: "2026-03-01T23:30:00.000Z",
    publishedAt: "2025-11-20",
    source: { name: null },
    tags: [],
    folder: {},
    user: { firstName: "Jana", lastName: "Petersen", email: "jana@demo.example" },
    permissions: {},
  };
  const list = { entries: [article], meta: { totalCount: 1 } } as unknown as ArticleList;
  const dateBy = (sortBy: ListState["sortBy"]) =>
    toCardPage(list, { page: 1, from: 1, sortBy, sortDir: "desc", layout: "grid" }, "de").cards[0]?.date;
  expect(dateBy("created_at")).toEqual({ iso: "2026-03-02", text: "abgelegt 02.03.26" });
  for (const other of ["published_at", "views", "relevance"] as const)
    expect(dateBy(other)).toEqual({ iso: "2025-11-20", text: "20.11.25" });
});
