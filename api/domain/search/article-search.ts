import { type ArticleFilter, type ArticleOrder, type Listed, listArticleIds, type Page } from "../../db/articles/article-list";
import type { Queryable } from "../../db/pool";
import { findHits, type Hits } from "../../db/search/search-hits";
import { type SearchQuery, toSearchQuery } from "../../db/search/search-query";
import { listMeant, type Meant } from "../../db/search/search-words";
import { mayBeMistyped, readTerm } from "../../db/search/term";
import type { Viewer } from "../../permissions/viewer";

/** Typing errors are looked for when a term as it was typed finds fewer articles. */
const few = 12;

export interface Found extends Listed {
  /** The filter with the term as it was used. */
  filter: ArticleFilter;
  /** Words that may have been mistyped; none when the term was used as it stands. */
  meant: Meant[];
}

/** The articles that a term finds: what was typed, and when that is little, after it what may have been meant. */
export async function searchArticles(
  db: Queryable,
  viewer: Viewer,
  { term, ...others }: { term: string; filter: ArticleFilter; order: ArticleOrder; page: Page },
): Promise<Found> {
  const { order, page } = others;
  const list = (search: SearchQuery, wanted: Page) => listArticleIds(db, viewer, { ...others.filter, search }, order, wanted);
  const typed = await toSearchQuery(db, term);
  const asTyped = { filter: { ...others.filter, search: typed }, meant: [] };
  const isFirst = page.offset < few;
  const found = await list(typed, isFirst ? { offset: 0, limit: Math.max(page.offset + page.limit, few) } : page);
  const listed = isFirst ? { ...found, ids: found.ids.slice(page.offset, page.offset + page.limit) } : found;
  const begin = isFirst || found.ids.length > 0 ? found : await list(typed, { offset: 0, limit: few });
  if ((begin.total ?? 0) >= few) return { ...asTyped, ...listed };

  // A term that many articles have is none that was mistyped, however few of them may be shared.
  const { shareable, ...wider } = others.filter;
  const hasMore =
    shareable && ((await listArticleIds(db, viewer, { ...wider, search: typed }, order, { offset: 0, limit: few })).total ?? 0);
  if (hasMore && hasMore >= few) return { ...asTyped, ...listed };

  const meant = await listMistyped(db, viewer, term);
  if (meant.length === 0) return { ...asTyped, ...listed };
  const search = await toSearchQuery(db, term, new Map(meant.map(({ typed: word, words }) => [word, words])));
  return { ...(await list(search, page)), filter: { ...others.filter, search }, meant };
}

/** The words that nobody in the workspace uses, or else those that are a letter away from others. */
async function listMistyped(db: Queryable, viewer: Viewer, term: string): Promise<Meant[]> {
  const words = readTerm(term)
    .flat()
    .filter(mayBeMistyped)
    .map(({ text }) => text.toLowerCase());
  if (words.length === 0) return [];
  const meant = (await listMeant(db, viewer.clientId, [...new Set(words)])).filter((word) => word.words.length > 0);
  const unknown = meant.filter(({ isKnown }) => !isKnown);
  return unknown.length > 0 ? unknown : meant.filter(({ typed }) => typed.length >= shortestKnown);
}

/** Nearly every shorter word is a letter away from another one. */
const shortestKnown = 5;

/** Where the term stands in these articles, and which words it was replaced by there. */
export async function markArticles(
  db: Queryable,
  viewer: Viewer,
  ids: readonly string[],
  search: SearchQuery,
  meant: Meant[],
): Promise<{ hits: Map<string, Hits>; replaced: { typed: string; used: string }[] }> {
  if (ids.length === 0) return { hits: new Map(), replaced: [] };
  const { hits, words } = await findHits(db, viewer.clientId, ids, search);
  const spelt = new Map([...words].map((word) => [word.toLowerCase(), word]));
  // Only what stands in articles this person sees is named: other words of the workspace are not theirs to know.
  const replaced = meant.flatMap(({ typed, words: candidates }) => {
    const used = spelt.has(typed) ? undefined : candidates.map((word) => spelt.get(word)).find((word) => word !== undefined);
    return used === undefined ? [] : [{ typed, used }];
  });
  return { hits, replaced };
}
