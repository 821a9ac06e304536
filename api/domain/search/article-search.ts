import { type ArticleFilter, type ArticleOrder, type Listed, listArticleIds, type Page } from "../../db/articles/article-list";
import type { Queryable } from "../../db/pool";
import type { SearchIndex } from "../../db/search/search-index";
import { findMatches, type Matches } from "../../db/search/search-matches";
import { type SearchQuery, toSearchQuery } from "../../db/search/search-query";
import { listMeant, type Meant } from "../../db/search/search-words";
import { mayBeMistyped, readTerm } from "../../db/search/term";
import type { Viewer } from "../../permissions/viewer";

/** Spelling is corrected if the term as typed matches fewer articles. */
const few = 12;

export interface Found extends Listed {
  /** The filter with the search that was used. */
  filter: ArticleFilter;
  /** Words that may be misspelled; empty if the term was used as typed. */
  meant: Meant[];
}

/** The articles that match a term as typed; if those are few, followed by matches of spelling corrections. */
export async function searchArticles(
  index: SearchIndex,
  viewer: Viewer,
  { term, ...others }: { term: string; filter: ArticleFilter; order: ArticleOrder; page: Page },
): Promise<Found> {
  const { order, page } = others;
  const list = (search: SearchQuery, wanted: Page) => listArticleIds(index, viewer, { ...others.filter, search }, order, wanted);
  const typed = await toSearchQuery(index, term);
  const asTyped = { filter: { ...others.filter, search: typed }, meant: [] };
  const isFirst = page.offset < few;
  const found = await list(typed, isFirst ? { offset: 0, limit: Math.max(page.offset + page.limit, few) } : page);
  const listed = isFirst ? { ...found, ids: found.ids.slice(page.offset, page.offset + page.limit) } : found;
  const begin = isFirst || found.ids.length > 0 ? found : await list(typed, { offset: 0, limit: few });
  if ((begin.total ?? 0) >= few) return { ...asTyped, ...listed };

  // A term that many articles contain is not misspelled, however few of them may be shared.
  const { shareable, ...wider } = others.filter;
  const hasMore =
    shareable && ((await listArticleIds(index, viewer, { ...wider, search: typed }, order, { offset: 0, limit: few })).total ?? 0);
  if (hasMore && hasMore >= few) return { ...asTyped, ...listed };

  const meant = await listMistyped(index.db, viewer, term);
  if (meant.length === 0) return { ...asTyped, ...listed };
  const search = await toSearchQuery(index, term, new Map(meant.map(({ typed: word, words }) => [word, words])));
  return { ...(await list(search, page)), filter: { ...others.filter, search }, meant };
}

/** The words that nobody in the workspace uses; if there are none, long ones that are one letter away from others. */
async function listMistyped(db: Queryable, viewer: Viewer, term: string): Promise<Meant[]> {
  const words = readTerm(term)
    .flat()
    .filter(mayBeMistyped)
    .flatMap((clause) => clause.words);
  if (words.length === 0) return [];
  const meant = (await listMeant(db, viewer.clientId, [...new Set(words)])).filter((word) => word.words.length > 0);
  const unknown = meant.filter(({ isKnown }) => !isKnown);
  return unknown.length > 0 ? unknown : meant.filter(({ typed }) => typed.length >= shortestKnown);
}

/** Almost every shorter word is one letter away from another one. */
const shortestKnown = 5;

/** Excerpts of these articles around the term, and the words that replaced misspelled ones. */
export async function markArticles(
  db: Queryable,
  viewer: Viewer,
  ids: readonly string[],
  search: SearchQuery,
  meant: Meant[],
): Promise<{ hits: Map<string, Matches>; replaced: { typed: string; used: string }[] }> {
  if (ids.length === 0) return { hits: new Map(), replaced: [] };
  const { matches: hits, words } = await findMatches(db, viewer.clientId, ids, search);
  // Only words from visible articles are named: other words of the workspace are confidential.
  const replaced = meant.flatMap(({ typed, words: candidates }) => {
    const used = words.has(typed) ? undefined : candidates.map((word) => words.get(word)).find((word) => word !== undefined);
    return used === undefined ? [] : [{ typed, used }];
  });
  return { hits, replaced };
}
