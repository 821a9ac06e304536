import { type SQL, sql } from "drizzle-orm";
import type { Viewer } from "../domain/viewer";
import { beginOf, toDate } from "./days";
import { visibleFolders } from "./folders";
import type { Queryable } from "./pool";
import type { SearchQuery } from "./search-query";
import { findShares } from "./search-shares";

/** What a list is narrowed to. Days are `YYYY-MM-DD`, both ends included. */
export interface ArticleFilter {
  search?: SearchQuery;
  folderIds?: string[];
  /** Slugs; an article carries all of them. */
  tags?: string[];
  /** Codes; an article has one of them. */
  countries?: string[];
  sourceName?: string;
  /** Calendar days of this time zone. */
  created?: { from?: string; until?: string; timeZone: string };
  publishedFrom?: string;
  publishedUntil?: string;
  priority?: "normal" | "high";
  hasSourceUrl?: boolean;
  /** Only those that may be shared. */
  shareable?: true;
}

/** A filter as the rows of `article_search` are asked for it. */
export interface Match {
  /** Conditions on a row `h`, its workspace and who may see it not among them. */
  conditions: SQL[];
  /** Whether they hold for articles of the workspace only, as a tag is its own. */
  isOwn: boolean;
  /** A condition more, which reads the words of a row. */
  sideBySide?: SQL;
  /** The share of articles that match, as the database last counted, where one thing alone narrows the list; 0 where that is not known. */
  share: number;
  /** How many that may be at most, in any workspace. */
  expected: number;
}

/** A tag's slug is looked up, every other facet known by itself. */
type Facet = readonly [kind: "source" | "priority" | "origin" | "country", value: string];

/** The article has all of these, and one of those where there are any. */
interface Facets {
  every: Facet[];
  some: Facet[];
}

/** What to ask `article_search` for; `undefined` where nothing can match, as for a tag that nobody has made. */
export async function toMatch(db: Queryable, viewer: Viewer, filter: ArticleFilter): Promise<Match | undefined> {
  const { search, tags = [] } = filter;
  if (search?.wanted === "") return undefined;
  const { every, some } = toFacets(filter);
  const ranges = toRanges(filter);
  const marks = filter.shareable ? [isShareable] : [];
  const parts = (search ? 1 : 0) + tags.length + every.length + (some.length > 0 ? 1 : 0) + ranges.length + marks.length;
  const isAlone = parts === 1 && ranges.length === 0 && marks.length === 0;
  const conditions = search ? [sql`h.document @@ ${search.loose ?? search.wanted}::tsquery`] : [];
  let values: string[] = [];
  if (tags.length > 0 || (isAlone && !search)) {
    const found = await findValues(db, viewer, tags, [...every, ...some]);
    if (found.tags.length < tags.length) return undefined;
    values = [...found.tags, ...found.others];
    if (found.tags.length > 0) conditions.push(sql`h.facets @> ${sql.param(found.tags)}::bigint[]`);
  }
  if (every.length > 0) conditions.push(sql`h.facets @> array[${sql.join(every.map(toValue), sql`, `)}]`);
  if (some.length > 0) conditions.push(sql`h.facets && array[${sql.join(some.map(toValue), sql`, `)}]`);
  const shares = isAlone ? await findShares(db) : undefined;
  const share = search ? search.share : values.reduce((sum, value) => sum + (shares?.facets.get(value) ?? 0), 0);
  return {
    conditions: [...conditions, ...ranges, ...marks],
    isOwn: tags.length > 0,
    ...(search?.loose === undefined ? {} : { sideBySide: sql`h.document @@ ${search.wanted}::tsquery` }),
    ...(shares ? { share, expected: share * shares.articles } : { share: 0, expected: 0 }),
  };
}

/** Read from each article that the rest finds, by its key: most are shareable. OFFSET 0 keeps the planner from reading all articles for it. */
const isShareable = sql`exists (select 1 from articles a where a.id = h.article_id and a.shareable offset 0)`;

/** Whether something but folders narrows a list. */
export const isNarrowed = ({ folderIds: _, ...narrowing }: ArticleFilter): boolean => Object.keys(narrowing).length > 0;

/** `select` of the ids of the visible folders among these, or of all that are visible. */
export function chosenFolders(viewer: Viewer, folderIds?: string[]): SQL {
  if (folderIds === undefined) return visibleFolders(viewer);
  return sql`select v.id from (${visibleFolders(viewer)}) as v (id) where v.id = any(${sql.param(folderIds)}::uuid[])`;
}

function toFacets({ sourceName, priority, hasSourceUrl, countries = [] }: ArticleFilter): Facets {
  const every: Facet[] = [];
  if (sourceName !== undefined) every.push(["source", sourceName]);
  if (priority !== undefined) every.push(["priority", priority]);
  if (hasSourceUrl !== undefined) every.push(["origin", hasSourceUrl ? "with" : "without"]);
  const chosen = countries.map((code): Facet => ["country", code]);
  return chosen.length === 1 ? { every: [...every, ...chosen], some: [] } : { every, some: chosen };
}

const toValue = ([kind, value]: Facet) => sql`facet(${kind}, ${value})`;

/** The numbers of facets. Of tags they are needed beforehand: the planner knows how frequent a value is, and nothing of what a subquery finds. */
async function findValues(db: Queryable, viewer: Viewer, slugs: string[], others: Facet[]): Promise<{ tags: string[]; others: string[] }> {
  const { rows } = await db.execute<{ tags: string[]; others: string[] }>(sql`
    select
      array(select facet('tag', id::text)::text from tags where client_id = ${viewer.clientId} and slug = any(${sql.param(slugs)}::text[])) as tags,
      array(select facet(kind, value)::text from unnest(
        ${sql.param(others.map(([kind]) => kind))}::text[], ${sql.param(others.map(([, value]) => value))}::text[]) as one (kind, value)) as others`);
  return rows[0] ?? { tags: [], others: [] };
}

function toRanges(filter: ArticleFilter): SQL[] {
  const found: SQL[] = [];
  const { from, until, timeZone = "" } = filter.created ?? {};
  if (from) found.push(sql`h.created_at >= ${beginOf(from, 0, timeZone)}`);
  if (until) found.push(sql`h.created_at < ${beginOf(until, 1, timeZone)}`);
  if (filter.publishedFrom) found.push(sql`h.published_at >= ${toDate(filter.publishedFrom)}`);
  if (filter.publishedUntil) found.push(sql`h.published_at <= ${toDate(filter.publishedUntil)}`);
  return found;
}
