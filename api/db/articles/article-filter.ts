import { type SQL, sql } from "drizzle-orm";
import type { Viewer } from "../../permissions/viewer";
import { beginOf, toDate } from "../days";
import { visibleFolders } from "../folders/folders";
import type { Queryable } from "../pool";
import { anything, type Facet, hasFacet, type Places, toMonths, toMonthsOfMoments } from "../search/facets";
import type { SearchQuery } from "../search/search-query";
import { findShares, noShares, type Shares } from "../search/search-shares";

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
  /** Conditions on a row `h`, but who may see it. */
  conditions: SQL[];
  /** Whether somebody may see a row `h`. */
  isSeen: SQL;
  /** A condition more, which reads the words of a row. */
  sideBySide?: SQL;
  /** The share of articles that match, as the database last counted, where one thing alone narrows the list; 0 where that is not known. */
  share: number;
  /** How many that may be at most, in any workspace. */
  expected: number;
}

/** What to ask `article_search` for; `undefined` where nothing can match, as for a tag that nobody has made. */
export async function toMatch(db: Queryable, viewer: Viewer, filter: ArticleFilter): Promise<Match | undefined> {
  const { search, tags = [], shareable } = filter;
  if (search?.wanted === "") return undefined;
  const days = toDays(filter);
  const fields = toFacets(filter);
  const marks = shareable ? [isShareable] : [];
  const isAlone = tags.length + fields.length + (search ? 1 : 0) === 1 && days.conditions.length + marks.length === 0;
  const isLooked = tags.length > 0 || (isAlone && !search);
  const found = isLooked ? await findTags(db, viewer, tags, fields) : { ids: [], numbers: [] };
  if (found.ids.length < tags.length) return undefined;
  const facets = [...fields, ...found.ids.map((id): Facet => ({ kind: "tag", values: [id] }))];
  const shares = isAlone || search ? await findShares(db) : noShares;
  const share = isAlone ? (search?.share ?? sum(found.numbers.map((number) => shares.facets.get(number) ?? 0))) : 0;
  return {
    conditions: [
      ...(search ? [sql`h.document @@ ${search.loose ?? search.wanted}::tsquery`] : []),
      ...toPlaced(viewer, filter, facets, days.facets, shares),
      ...days.conditions,
      ...marks,
    ],
    // IS TRUE keeps the planner from joining folders and teams to each of thousands of hits: it makes one table of their ids to look into.
    isSeen: sql`(h.folder_id in (${chosenFolders(viewer, filter.folderIds)})) is true`,
    ...(search?.loose === undefined ? {} : { sideBySide: sql`h.document @@ ${search.wanted}::tsquery` }),
    share,
    expected: share * shares.articles,
  };
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** A facet in a folder is a look into the index (20 µs), and all articles of a folder are some thousand numbers of it. */
const foldersAtOnce = { facets: 300, alone: 30 };

/** To name a workspace that holds more of all articles costs more than to read those of others (measured at a million: 7 ms). */
const mostOfAll = 0.5;

/**
 * Conditions for the facets in the folders that somebody chose or sees, where these are not too many, so that nothing of other folders is
 * read. Words alone are looked for in the workspace, or in chosen folders.
 */
function toPlaced(viewer: Viewer, { folderIds, search }: ArticleFilter, fields: Facet[], days: Facet[], shares: Shares): SQL[] {
  const isBare = fields.length + days.length === 0;
  const chosen = folderIds && folderIds.length <= (isBare ? foldersAtOnce.alone : foldersAtOnce.facets) ? { folderIds } : undefined;
  const seen = folderIds || seesMost(viewer) || (isBare && search) ? undefined : { folders: visibleFolders(viewer) };
  const folders: Places | undefined = chosen ?? seen;
  const workspace: Places = { clientId: viewer.clientId };
  if (isBare && search && !folders && (shares.places.get(viewer.clientId) ?? 0) > mostOfAll) return [];
  if (isBare && (search || folders)) return [hasFacet(anything, folders ?? workspace)];
  // Days alone are read from their own index.
  if (fields.length === 0 && !search && !folders) return [sql`h.client_id = ${viewer.clientId}`];
  return [...fields, ...days].map((facet) => hasFacet(facet, folders ?? workspace));
}

export const seesMost = (viewer: Viewer): boolean => viewer.role === "owner" || viewer.role === "admin";

/** Read from each article that the rest finds, by its key: most are shareable. OFFSET 0 keeps the planner from reading all articles for it. */
const isShareable = sql`exists (select 1 from articles a where a.id = h.article_id and a.shareable offset 0)`;

/** Whether something but folders narrows a list. */
export const isNarrowed = ({ folderIds: _, ...narrowing }: ArticleFilter): boolean => Object.keys(narrowing).length > 0;

/** `select` of the ids of the visible folders among these, or of all that are visible. */
export function chosenFolders(viewer: Viewer, folderIds?: string[]): SQL {
  if (folderIds === undefined) return visibleFolders(viewer);
  return sql`select v.id from (${visibleFolders(viewer)}) as v (id) where v.id = any(${sql.param(folderIds)}::uuid[])`;
}

function toFacets({ sourceName, priority, hasSourceUrl, countries = [] }: ArticleFilter): Facet[] {
  const found: Facet[] = [];
  if (sourceName !== undefined) found.push({ kind: "source", values: [sourceName] });
  if (priority !== undefined) found.push({ kind: "priority", values: [priority] });
  if (hasSourceUrl !== undefined) found.push({ kind: "origin", values: [hasSourceUrl ? "with" : "without"] });
  if (countries.length > 0) found.push({ kind: "country", values: countries });
  return found;
}

/** The ids of tags, those that there are, and the numbers in the workspace of these and of other facets. */
async function findTags(db: Queryable, viewer: Viewer, slugs: string[], others: Facet[]): Promise<{ ids: string[]; numbers: string[] }> {
  const known = others.flatMap(({ kind, values }) => values.map((value) => ({ kind, value })));
  const { rows } = await db.execute<{ ids: string[]; numbers: string[] }>(sql`
    with found as (select id::text from tags where client_id = ${viewer.clientId} and slug = any(${sql.param(slugs)}::text[]))
    select array(select id from found) as ids,
      array(select facet(${viewer.clientId}::uuid, kind, value)::text from (
        select 'tag', id from found union all select * from unnest(
          ${sql.param(known.map(({ kind }) => kind))}::text[], ${sql.param(known.map(({ value }) => value))}::text[])) as one (kind, value)) as numbers`);
  return rows[0] ?? { ids: [], numbers: [] };
}

/** Days as conditions on a row, and as the months they lie in. */
interface Days {
  conditions: SQL[];
  facets: Facet[];
}

function toDays({ created = { timeZone: "" }, publishedFrom, publishedUntil }: ArticleFilter): Days {
  const { from, until, timeZone } = created;
  const conditions: SQL[] = [];
  if (from) conditions.push(sql`h.created_at >= ${beginOf(from, 0, timeZone)}`);
  if (until) conditions.push(sql`h.created_at < ${beginOf(until, 1, timeZone)}`);
  if (publishedFrom) conditions.push(sql`h.published_at >= ${toDate(publishedFrom)}`);
  if (publishedUntil) conditions.push(sql`h.published_at <= ${toDate(publishedUntil)}`);
  const filed = toMonthsOfMoments(from, until);
  const published = toMonths(publishedFrom, publishedUntil);
  const facets: Facet[] = [];
  if (filed) facets.push({ kind: "filed", values: filed });
  if (published) facets.push({ kind: "published", values: published });
  return { conditions, facets };
}
