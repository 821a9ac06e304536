import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Queryable } from "../pool";
import { findExcerpt, type Range } from "./excerpt";
import { type LikelyWord, toLikely } from "./likely-words";
import type { SearchQuery } from "./search-query";
import { splitCompounds } from "./search-words";
import { withoutMarkup } from "./words";

/** The matches of a term in an article. */
export interface Matches {
  title: Range[];
  excerpt: string;
  excerptRanges: Range[];
}

/** Characters of a body that are searched at most. */
const searchedBody = 20_000;

interface Text extends Record<string, unknown> {
  id: string;
  title: string;
  teaser: string;
  body: string;
}

/** The matches of a term in these articles, and the distinct words that match, by their indexed form. */
export async function findMatches(
  db: Queryable,
  clientId: string,
  articleIds: readonly string[],
  search: SearchQuery,
): Promise<{ matches: Map<string, Matches>; words: ReadonlyMap<string, string> }> {
  const { rows } = await db.execute<Text>(sql`
    select id, title, teaser, left(body, ${searchedBody}) as body from articles where id = any(${sql.param(articleIds)}::uuid[])`);
  const findLikely = toLikely(search.stems, search.beginnings);
  const searched = (text: string): Searched => ({ text, likely: findLikely(text) });
  const texts: { id: string; title: Searched; teaser: Searched; body: Searched }[] = [];
  for (const { id, title, teaser, body } of rows) {
    texts.push({ id, title: searched(title), teaser: searched(teaser), body: searched(withoutMarkup(body)) });
    // A page of long articles would block other requests.
    await nextTurn();
  }
  const all = texts.flatMap(({ title, teaser, body }) => [title, teaser, body]);
  const matching = await listMatching(db, clientId, [...new Set(all.flatMap(({ likely }) => likely.map(({ word }) => word)))], search);
  const rangesOf = ({ likely }: Searched) => withoutOverlaps(likely.filter(({ word }) => matching.has(word)).map(({ range }) => range));
  const matches = texts.map(({ id, title, teaser, body }): [string, Matches] => {
    const found = findExcerpt(body.text, rangesOf(body)) ?? { text: teaser.text, ranges: rangesOf(teaser) };
    return [id, { title: rangesOf(title), excerpt: found.text, excerptRanges: found.ranges }];
  });
  const words = all.flatMap(({ text, likely }) => likely.map(({ word, range }): [string, string] => [word, text.slice(...range)]));
  return { matches: new Map(matches), words: new Map(words.filter(([word]) => matching.has(word))) };
}

/** A text with the words that may match. */
interface Searched {
  text: string;
  likely: LikelyWord[];
}

/** Keeps the first of overlapping ranges, which are sorted by their start, the longest first. */
function withoutOverlaps(ranges: Range[]): Range[] {
  let end = 0;
  return ranges.filter(([from, until]) => {
    const isKept = from >= end;
    if (isKept) end = until;
    return isKept;
  });
}

/** The candidates that match the term; the database stems them. */
async function listMatching(db: Queryable, clientId: string, likely: string[], search: SearchQuery): Promise<ReadonlySet<string>> {
  if (likely.length === 0) return new Set();
  const compounds = await splitCompounds(db, clientId, likely);
  const looks = likely.map((word) => ({ word, text: [word, ...(compounds.get(word) ?? [])].join(" ") }));
  const { rows } = await db.execute<{ word: string; stems: string[] }>(sql`
    select word, tsvector_to_array(to_tsvector('german', looks) || to_tsvector('english', word)) as stems
    from unnest(${sql.param(looks.map(({ word }) => word))}::text[], ${sql.param(looks.map(({ text }) => text))}::text[]) as look (word, looks)`);
  const found = rows.filter((row) =>
    row.stems.some((stem) => search.stems.includes(stem) || search.beginnings.some((begin) => stem.startsWith(begin))),
  );
  return new Set(found.map(({ word }) => word));
}
