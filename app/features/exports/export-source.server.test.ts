import { expect, it } from "vitest";
import type { Upstream } from "~/upstream/client.server";
import { loadSource } from "./export-source.server";

interface Asked {
  page: number;
  perPage: number;
  shareable?: true;
}

/** A search with this many results, every other one shareable. */
function searchOf(found: number) {
  const articles = Array.from({ length: found }, (_, n) => ({
    id: `id-${n}`,
    title: `Nummer ${n}`,
    source: { name: null, url: null },
    publishedAt: "2026-03-01",
    user: { id: "jana", firstName: "Jana", lastName: "Petersen", email: "jana@demo.example", removed: false },
    shareable: n % 2 === 1,
    picture: null,
    language: null,
  }));
  const get = async (_path: string, _schema: unknown, { page, perPage, shareable }: Asked) => {
    const matching = articles.filter((article) => !shareable || article.shareable);
    const entries = matching.slice((page - 1) * perPage, page * perPage);
    const nextPage = page * perPage < matching.length ? page + 1 : null;
    return { entries, meta: { currentPage: page, perPage, nextPage, totalCount: matching.length, totalIsExact: true } };
  };
  return { upstream: { get } as unknown as Upstream, locale: "de" as const };
}

const search = new Request("https://folda.example/search/export/articles?term=gleis");

it("offers all 400 shareable articles out of 800, and counts the others", async () => {
  const { articles, hidden, beyond } = await loadSource(searchOf(800), search, {});
  expect(articles).toHaveLength(400);
  expect(articles.at(-1)?.id).toBe("id-799");
  expect({ hidden, beyond }).toEqual({ hidden: 400, beyond: null });
});

it("offers the first 500 of 600 shareable articles out of 1200", async () => {
  const { articles, hidden, beyond } = await loadSource(searchOf(1200), search, {});
  expect(articles).toHaveLength(500);
  expect({ hidden, beyond }).toEqual({ hidden: 600, beyond: { count: 600, isExact: true } });
});
