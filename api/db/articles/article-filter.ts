import { type SQL, sql } from "drizzle-orm";
import { type ArticleFilter as Filter, type FilterName, type FilterOf, filterNames, isFilterOf } from "../../../contract/article-filter";
import type { Viewer } from "../../permissions/viewer";
import { beginOf, toDate } from "../days";
import { streamFolders, visibleFolders } from "../folders/folders";
import type { Queryable } from "../pool";
import { anything, type Facet, hasFacet, type Places, toFacet, toMonths, toMonthsOfMoments } from "../search/facets";
import { noShares, type SearchIndex, type Shares } from "../search/search-index";
import type { SearchQuery } from "../search/search-query";
import { listVisible } from "../sources/sources";

/** The filters of a list. `tags` are slugs, all of which have to match; days are in `timeZone`. */
export interface ArticleFilter extends Omit<Filter, "term"> {
  search?: SearchQuery;
  /** Only shareable articles. */
  shareable?: true;
  timeZone?: string;
  /** Only articles that were filed after the first moment, up to the second. */
  filedWithin?: { after: Date; until: Date };
}

/** A filter as conditions on rows of `article_search`. */
export interface Match {
  /** Conditions on a row `h`, except its visibility. */
  conditions: SQL[];
  /** Whether the viewer may see a row `h`. */
  isSeen: SQL;
  /** For phrases: whether the words of a row `h` are adjacent. Reads its whole document. */
  phrase?: SQL;
  /** Estimated share of all articles that match; 0 if it is unknown, or if the list has more than one filter. */
  share: number;
  /** Upper bound for the number of matches in one workspace, estimated from `share`. */
  expected: number;
}

/** `undefined` if nothing can match, for example because a tag does not exist. */
export async function toMatch({ db, findShares }: SearchIndex, viewer: Viewer, filter: ArticleFilter): Promise<Match | undefined> {
  const { search, shareable } = filter;
  const tags = [...new Set(filter.tags)];
  if (search?.wanted === "") return undefined;
  // By the others, articles would tell which source filed them.
  const subscriptions = filter.subscriptions && (await listVisible(db, viewer, filter.subscriptions));
  if (subscriptions?.length === 0) return undefined;
  const days = toDays(filter);
  const { filedWithin: within } = filter;
  if (within) {
    const { after, until } = within;
    // With the workspace, whose index has them in this order.
    days.conditions.push(
      sql`h.client_id = ${viewer.clientId} and h.created_at > ${after.toISOString()} and h.created_at <= ${until.toISOString()}`,
    );
  }
  const fields = toFacets({ ...filter, subscriptions });
  const marks = shareable ? [isShareable] : [];
  const isAlone = tags.length + fields.length + (search ? 1 : 0) === 1 && days.conditions.length + marks.length === 0;
  const needsTags = tags.length > 0 || (isAlone && !search);
  const found = needsTags ? await findTags(db, viewer, tags, fields) : { ids: [], numbers: [] };
  if (found.ids.length < tags.length) return undefined;
  const facets = [...fields, ...found.ids.map((id) => toFacet("tags", [id]))];
  const shares = isAlone || search ? await findShares() : noShares;
  const share = isAlone ? (search?.share ?? sum(found.numbers.map((number) => shares.facets.get(number) ?? 0))) : 0;
  return {
    conditions: [
      ...(search ? [sql`h.document @@ ${search.loose ?? search.wanted}::tsquery`] : []),
      ...toFacetConditions(viewer, filter, facets, days.facets, shares),
      ...days.conditions,
      ...marks,
    ],
    // IS TRUE keeps the planner from joining folders and teams to each of thousands of matches; it hashes their ids once instead.
    isSeen: sql`(h.folder_id in (${listedFolders(viewer, filter)})) is true`,
    ...(search?.loose === undefined ? {} : { phrase: sql`h.document @@ ${search.wanted}::tsquery` }),
    share,
    expected: share * shares.articles,
  };
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/**
 * Up to this many folders are queried by facet. A facet in one folder is an index lookup (20 µs); a whole folder yields some thousand index
 * entries.
 */
const maxFolders = { facets: 300, alone: 30 };

/** A workspace with a larger share of all articles is not filtered by: that costs more than reading the others' (7 ms of a million articles). */
const dominantShare = 0.5;

/**
 * Conditions that look up facets only in the chosen or visible folders, if these are not too many, so that index entries of other folders are
 * not read. A search without facets is limited to the chosen folders, or else to the workspace.
 */
function toFacetConditions(viewer: Viewer, { folderIds, search }: ArticleFilter, fields: Facet[], days: Facet[], shares: Shares): SQL[] {
  const isBare = fields.length + days.length === 0;
  const chosen = folderIds && folderIds.length <= (isBare ? maxFolders.alone : maxFolders.facets) ? { folderIds } : undefined;
  const seen = folderIds || seesMost(viewer) || (isBare && search) ? undefined : { folders: visibleFolders(viewer) };
  const folders: Places | undefined = chosen ?? seen;
  const workspace: Places = { clientId: viewer.clientId };
  if (isBare && search && !folders && (shares.places.get(viewer.clientId) ?? 0) > dominantShare) return [];
  if (isBare && (search || folders)) return [hasFacet(anything, folders ?? workspace)];
  // Ranges of days have their own index.
  if (fields.length === 0 && !search && !folders) return [sql`h.client_id = ${viewer.clientId}`];
  return [...fields, ...days].map((facet) => hasFacet(facet, folders ?? workspace));
}

export const seesMost = (viewer: Viewer): boolean => viewer.role === "owner" || viewer.role === "admin";

/** Checked for each article that the other conditions find, because most are shareable. OFFSET 0 keeps the planner from reading all articles. */
const isShareable = sql`exists (select 1 from articles a where a.id = h.article_id and a.shareable offset 0)`;

/** Whether a list has a filter other than folders. */
export const isNarrowed = ({ folderIds: _, timeZone: __, ...narrowing }: ArticleFilter): boolean => Object.keys(narrowing).length > 0;

/** A `select` of the ids of all visible folders, or of the visible ones among `folderIds`. */
export function chosenFolders(viewer: Viewer, folderIds?: string[]): SQL {
  if (folderIds === undefined) return visibleFolders(viewer);
  return sql`select v.id from (${visibleFolders(viewer)}) as v (id) where v.id = any(${sql.param(folderIds)}::uuid[])`;
}

/** A `select` of the ids of the folders whose articles a list contains. Without a filter that people choose, it is the stream. */
export function listedFolders(viewer: Viewer, { folderIds, ...others }: ArticleFilter): SQL {
  const { shareable: _, ...filter } = others;
  return folderIds === undefined && !isNarrowed(filter) ? streamFolders(viewer) : chosenFolders(viewer, folderIds);
}

/** Filters whose values are facet values. Tags become facets by id, days by month. */
type Plain = Exclude<FilterName, "term" | "folderIds" | "tags" | FilterOf<"range">>;
const isPlain = (name: FilterName): name is Plain => !["term", "folderIds", "tags"].includes(name) && !isFilterOf(name, "range");
const plainFilters = filterNames.filter(isPlain);

const toFacets = (filter: ArticleFilter): Facet[] =>
  plainFilters.flatMap((name) => (filter[name] === undefined ? [] : [toFacet(name, [filter[name]].flat())]));

/** The ids of the tags that exist, and the workspace's facet numbers of these and of `others`. */
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

/** Ranges of days as conditions on a row `h`, and as facets of the months that cover them. */
interface Days {
  conditions: SQL[];
  facets: Facet[];
}

function toDays({ createdAtFrom, createdAtUntil, publishedAtFrom, publishedAtUntil, timeZone = "UTC" }: ArticleFilter): Days {
  const conditions: SQL[] = [];
  if (createdAtFrom) conditions.push(sql`h.created_at >= ${beginOf(createdAtFrom, 0, timeZone)}`);
  if (createdAtUntil) conditions.push(sql`h.created_at < ${beginOf(createdAtUntil, 1, timeZone)}`);
  if (publishedAtFrom) conditions.push(sql`h.published_at >= ${toDate(publishedAtFrom)}`);
  if (publishedAtUntil) conditions.push(sql`h.published_at <= ${toDate(publishedAtUntil)}`);
  const created = toMonthsOfMoments(createdAtFrom, createdAtUntil);
  const published = toMonths(publishedAtFrom, publishedAtUntil);
  return {
    conditions,
    facets: [...(created ? [toFacet("createdAt", created)] : []), ...(published ? [toFacet("publishedAt", published)] : [])],
  };
}
