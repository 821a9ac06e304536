import { and, desc, eq, ne, type SQL, sql } from "drizzle-orm";
import * as limits from "../../../contract/limits";
import type { Viewer } from "../../permissions/viewer";
import { visibleFolders } from "../folders/folders";
import type { Queryable } from "../pool";
import { articles, folders } from "../schema";
import type { SearchIndex } from "../search/search-index";
import type { SearchQuery } from "../search/search-query";
import { articlesFrom, isSameAddress } from "./addresses";
import { type ArticleFilter, chosenFolders, isNarrowed, listedFolders, type Match, seesMost, toMatch } from "./article-filter";
import { type SummaryRow, selectSummaries } from "./article-rows";

export type { ArticleFilter } from "./article-filter";

export type ArticleSort = "created_at" | "published_at" | "comments_count" | "views" | "relevance";

export interface ArticleOrder {
  by: ArticleSort;
  direction: "asc" | "desc";
}

export interface Page {
  limit: number;
  offset: number;
}

/** Matches are counted exactly up to here. */
const maxCounted = limits.exactTotal;
/** Matches that are collected and sorted at most; more for a term, because finding its matches takes longer than reading them. */
const maxCollected = { facets: maxCounted, words: 100_000 };
/** The number of newest matches that are ranked. Ranking reads the document of each (15 to 30 µs). */
const maxRanked = 600;
/** Articles that a scan in list order checks at most. Reading the facets or words of each, which are stored out of line, takes 15 µs. */
const maxScanned = { facets: 5_000, words: 5_000 };
/** A scan for a rarer term is not worth it. */
const minScanShare = 0.1;

/** Estimates are based on a sample: matches count as frequent only if the estimate exceeds `maxCounted` by this factor. */
const estimateMargin = { facets: 1.2, words: 2 };

/** With more articles hidden from the stream, its first page no longer reads past them in the workspace's index. */
const maxSkipped = 5_000;

/** Scans are longer for people who see few of the folders, by this factor at most. */
const maxScanFactor = 5;

/** One page of ids. */
export interface Listed {
  ids: string[];
  /** The number of matches, for lists with a filter; `limits.exactTotal + 1` means more than `limits.exactTotal`. */
  total?: number;
  /** Not all candidates were read, so there may be more matches than `total`. */
  isCut?: boolean;
}

/** The input of all statements for a list with a filter. */
interface ListQuery {
  viewer: Viewer;
  filter: ArticleFilter;
  match: Match;
  order: ArticleOrder;
  /** The order before ranking. */
  within: ArticleOrder;
  page: Page;
}

/** One page of the ids of visible articles, in this order. */
export async function listArticleIds(
  index: SearchIndex,
  viewer: Viewer,
  filter: ArticleFilter,
  order: ArticleOrder,
  page: Page,
): Promise<Listed> {
  const { db } = index;
  if (!isNarrowed(filter)) {
    const { rows } = await db.execute<{ id: string }>(byIndex(viewer, filter, order, page));
    return { ids: rows.map(({ id }) => id) };
  }
  const match = await toMatch(index, viewer, filter);
  if (!match) return { ids: [], total: 0 };
  const within: ArticleOrder = order.by === "relevance" ? { by: "created_at", direction: "desc" } : order;
  return listMatches(db, { viewer, filter, match, order, within, page });
}

/**
 * Collects all matches from the index of words and facets, counts and sorts them, up to a limit. A page of frequent matches is found faster by
 * scanning the articles in list order. If the scan does not fill the page, because the matches are at the far end, all of them are read.
 */
async function listMatches(db: Queryable, query: ListQuery): Promise<Listed> {
  const { viewer, filter, match } = query;
  const scanned = filter.search ? (match.share >= minScanShare ? maxScanned.words : 0) : maxScanned.facets;
  const frequentAbove = maxCounted * (filter.search ? estimateMargin.words : estimateMargin.facets);
  const mayBeFrequent = match.expected > frequentAbove && scanned > 0;
  const { visible, all: inAll } = mayBeFrequent ? await sumArticles(db, viewer, filter.folderIds) : { visible: 0, all: 0 };
  const isFrequent = (filter.search ? match.share * visible : (match.expected * visible) / Math.max(inAll, 1)) > frequentAbove;
  const more = { total: maxCounted + 1 };

  // If the scan confirms the estimate, the matches need not be collected.
  const extended = scanned * Math.min(maxScanFactor, Math.ceil(inAll / Math.max(visible, 1)));
  const early = isFrequent ? await scan(db, query, extended) : undefined;
  if (early?.isFull && early.density * inAll > frequentAbove) return { ids: early.ids, ...more };
  const found = await collect(db, query);
  if (found.isAll) return found;
  const late = early ?? (scanned > 0 ? await scan(db, query, scanned) : undefined);
  if (late?.isFull) return { ids: late.ids, ...more };
  return { ids: await readAll(db, query), ...more };
}

interface Collected {
  ids: string[];
  total: number;
  /** Whether all matches were collected; otherwise there are too many. */
  isAll: boolean;
  isCut: boolean;
}

/**
 * Articles with all words of a phrase anywhere are candidates, which have to be read (5 µs each) to see whether the words are adjacent. Older
 * ones than the `first` are read only if these contain fewer than `enough` matches.
 */
const phraseCandidates = { first: 4_000, enough: 12, atMost: 16_000 };

/** Collects all matches unless there are too many; for a phrase, those among the newest candidates. */
async function collect(db: Queryable, query: ListQuery): Promise<Collected> {
  const { filter, within } = query;
  const most = filter.search ? maxCollected.words : maxCollected.facets;
  const wanted = wantedOf(query);
  const isCut = query.match.phrase ? sql`n < (select count(*) from candidates) or n >= ${phraseCandidates.atMost}` : sql`false`;
  const { rows } = await db.execute<Collected & Record<string, unknown>>(sql`
    with ${toHits(query, most + 1)},
    found as materialized (select count(*) as n, count(*) filter (where is_hit) as hits from hits),
    entry as materialized (
      select ${sortValue(within)} as value, h.article_id as id from hits h ${joinedTo(within)} where is_hit and (select n from found) <= ${most}
      ${ordered(within, sortValue(within), sql`h.article_id`)} limit ${wanted})
    select array(${pageFrom(query)}) as ids, least(hits, ${maxCounted + 1})::int as total, n <= ${most} as "isAll", ${isCut} as "isCut" from found`);
  return rows[0] ?? { ids: [], total: 0, isAll: true, isCut: false };
}

/**
 * The matches among the first `most` articles in list order. OFFSET 0 makes the planner follow the index of the order and look up each article,
 * instead of reading and sorting all of them.
 */
async function scan(db: Queryable, query: ListQuery, most: number): Promise<{ ids: string[]; isFull: boolean; density: number }> {
  const { viewer, match, within } = query;
  const wanted = wantedOf(query);
  const value = sql.raw(within.by);
  const index = sql.raw(isCounter(within.by) ? "article_stats" : "article_search");
  const { rows } = await db.execute<{ ids: string[]; found: number; last: number | null }>(sql`
    with entry as materialized (
      select path.n, path.value, path.article_id as id from (
        select ${value} as value, article_id, row_number() over (${ordered(within, value, sql`article_id`)}) as n
        from ${index} where client_id = ${viewer.clientId} ${ordered(within, value, sql`article_id`)} limit ${most}
      ) as path
      cross join lateral (select 1 from article_search h where h.article_id = path.article_id
        and ${all(...match.conditions, match.isSeen, ...(match.phrase ? [match.phrase] : []))} offset 0) as hit
      ${ordered(within, sql`path.value`, sql`path.article_id`)} limit ${wanted})
    select array(${pageFrom(query)}) as ids, count(*)::int as found, max(n)::int as last from entry`);
  const { ids, found, last } = rows[0] ?? { ids: [], found: 0, last: null };
  return { ids, isFull: found >= wanted, density: found / (last ?? 1) };
}

/** Reads and sorts all matches. Not used for phrases, whose candidates are limited. */
async function readAll(db: Queryable, query: ListQuery): Promise<string[]> {
  const { within } = query;
  const wanted = wantedOf(query);
  const { rows } = await db.execute<{ ids: string[] }>(sql`
    with entry as materialized (
      select ${sortValue(within)} as value, h.article_id as id from ${visibleRows(query)} h ${joinedTo(within)}
      ${ordered(within, sortValue(within), sql`h.article_id`)} limit ${wanted})
    select array(${pageFrom(query)}) as ids`);
  return rows[0]?.ids ?? [];
}

/** The number of first matches that are needed for the page. */
function wantedOf({ order, page }: ListQuery): number {
  const shown = page.offset + page.limit;
  return order.by === "relevance" ? Math.max(maxRanked, shown) : shown;
}

/**
 * The page of the rows in `entry`. By relevance, matches as typed come before corrected spellings, and whole words before parts of compounds;
 * the matches that are too old to be ranked follow.
 */
function pageFrom({ filter: { search }, order, page }: ListQuery): SQL {
  if (order.by !== "relevance" || !search) return sql`select id from entry ${ordered(order, sql`value`, sql`id`)} ${windowOf(page)}`;
  return sql`select numbered.id from (select *, row_number() over (order by value desc, id desc) as place from entry) as numbered
    left join lateral (
      select ${isExact(search)} as exact, ts_rank(document, ${search.wanted}::tsquery, 1) as rank
      from article_search where article_id = numbered.id and numbered.place <= ${maxRanked} offset 0
    ) as found on true
    order by numbered.place > ${maxRanked}, found.exact desc, found.rank desc, numbered.place ${windowOf(page)}`;
}

const isExact = ({ exact }: SearchQuery) => (exact ? sql`document @@ ${exact}::tsquery` : sql`true`);

/** The table `hits`: at most `most` rows, and whether they match. For a phrase also `candidates`, the rows with all its words. */
function toHits(query: ListQuery, most: number): SQL {
  const columns = sql`h.article_id, h.created_at, h.published_at`;
  const { phrase } = query.match;
  if (!phrase) return sql`hits as materialized (select ${columns}, true as is_hit from ${visibleRows(query)} h limit ${most})`;
  const { first, enough } = phraseCandidates;
  return sql`candidates as materialized (select row_number() over (order by created_at desc, article_id desc) as n, h.* from ${newestCandidates(query)} h),
    newest as materialized (select ${columns}, ${phrase} as is_hit from candidates h where n <= ${first}),
    hits as materialized (
      select * from newest
      union all
      select ${columns}, ${phrase} as is_hit from candidates h where n > ${first} and (select count(*) from newest where is_hit) < ${enough})`;
}

/** The visible rows that meet the conditions; for a phrase, those with all its words. OFFSET 0 keeps the planner from starting with the folders. */
function visibleRows({ match: { conditions, isSeen, phrase } }: ListQuery): SQL {
  const columns = sql.raw(`article_id, folder_id, created_at, published_at${phrase ? ", document" : ""}`);
  return sql`(select * from (select ${columns} from article_search h where ${all(...conditions)} offset 0) h where ${isSeen})`;
}

const newestCandidates = (query: ListQuery): SQL =>
  sql`(select * from ${visibleRows(query)} h order by created_at desc, article_id desc limit ${phraseCandidates.atMost})`;

const sortValue = ({ by }: ArticleOrder) => sql.raw(isCounter(by) ? `s.${by}` : `h.${by}`);

const joinedTo = ({ by }: ArticleOrder) =>
  isCounter(by)
    ? sql`cross join lateral (select views, comments_count from article_stats where article_id = h.article_id offset 0) as s`
    : sql``;

const isCounter = (by: ArticleSort) => by === "views" || by === "comments_count";

/** The number of articles in the visible ones of these folders, and in the whole workspace. */
async function sumArticles(db: Queryable, viewer: Viewer, folderIds?: string[]): Promise<{ visible: number; all: number }> {
  const { rows } = await db.execute<{ visible: number; all: number }>(sql`
    select coalesce(sum(articles_count) filter (where c.folder_id in (${chosenFolders(viewer, folderIds)})), 0) as visible,
      coalesce(sum(articles_count), 0) as all
    from folder_stats c join folders on folders.id = c.folder_id where folders.client_id = ${viewer.clientId}`);
  return rows[0] ?? { visible: 0, all: 0 };
}

/** The number of articles in a list without a filter other than folders. Exact and cheap: it adds up counters. */
export async function sumFolderCounts(db: Queryable, viewer: Viewer, filter: ArticleFilter): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select coalesce(sum(articles_count), 0) as n from folder_stats where folder_id in (${listedFolders(viewer, filter)})`);
  return rows[0]?.n ?? 0;
}

interface SoughtAddress {
  url: string;
  /** The address that the page states as its own. */
  canonicalUrl?: string | undefined;
  /** Also articles that are only probably from the same page. */
  likely: boolean;
  /** The id of an article to leave out. */
  except: string | undefined;
}

/** The newest visible articles from a page, certain matches first. */
export function listFromAddress(db: Queryable, viewer: Viewer, { url, canonicalUrl, likely, except }: SoughtAddress, limit: number) {
  const isCertain = isSameAddress(sql`${articles.sourceUrl}`, sql`${url}`) as SQL<boolean>;
  const addresses = [url, ...(canonicalUrl === undefined ? [] : [canonicalUrl])];
  const found = sql.join(
    addresses.map((address) => articlesFrom(viewer.clientId, sql`${address}`)),
    sql` union `,
  );
  return db
    .select({
      isCertain,
      id: articles.id,
      title: articles.title,
      createdAt: articles.createdAt,
      folder: { id: folders.id, name: folders.name, purpose: folders.purpose },
    })
    .from(articles)
    .innerJoin(folders, eq(folders.id, articles.folderId))
    .where(
      and(
        eq(articles.clientId, viewer.clientId),
        sql`${articles.id} in (${found})`,
        likely ? undefined : isCertain,
        sql`${articles.folderId} in (${visibleFolders(viewer)})`,
        except === undefined ? undefined : ne(articles.id, except),
      ),
    )
    .orderBy(desc(isCertain), desc(articles.createdAt), desc(articles.id))
    .limit(limit);
}

/** The articles with these ids, in this order. */
export function listSummaries(db: Queryable, viewer: Viewer, ids: readonly string[]): Promise<SummaryRow[]> {
  const wanted = sql`${sql.param(ids)}::uuid[]`;
  return selectSummaries(db, viewer, sql`${articles.id} = any(${wanted})`, sql`array_position(${wanted}, ${articles.id})`);
}

/**
 * Each sort order has an index by workspace and one by folder. For chosen folders, and for people who see few folders, the folders' index ranges
 * are merged: in the workspace's index, the articles of a small old folder come after all newer articles. The same goes for a stream that leaves
 * out many articles.
 */
function byIndex(viewer: Viewer, filter: ArticleFilter, order: ArticleOrder, page: Page): SQL {
  const { from, folder, client, value, id } = toSource(order.by);
  const last = sql`${ordered(order, sql`entry.value`, sql`entry.id`)} ${windowOf(page)}`;
  const merged = sql`(${listedFolders(viewer, filter)}) as chosen (id)
    cross join lateral (
      select ${value} as value, ${id} as id from ${from} where ${folder} = chosen.id
      ${ordered(order, value, id)} limit ${page.offset + page.limit}
    ) as entry`;
  if (filter.folderIds !== undefined || !seesMost(viewer)) return sql`select entry.id from ${merged} ${last}`;
  // Only one of the two is executed.
  return sql`with hidden as materialized (
      select coalesce(sum(c.articles_count), 0) > ${maxSkipped} as are_many from folders join folder_stats c on c.folder_id = folders.id
      where folders.client_id = ${viewer.clientId} and folders.hidden_from_stream)
    select entry.id from (
      (select ${value} as value, ${id} as id from ${from}
        where ${client} = ${viewer.clientId} and ${folder} in (${listedFolders(viewer, filter)}) and not (select are_many from hidden)
        ${ordered(order, value, id)} limit ${page.offset + page.limit})
      union all
      (select entry.value, entry.id from ${merged} where (select are_many from hidden)
        ${ordered(order, sql`entry.value`, sql`entry.id`)} limit ${page.offset + page.limit})
    ) as entry ${last}`;
}

/** The table whose indexes have this order, and its columns. */
function toSource(sort: ArticleSort) {
  const column = (name: string) => sql.raw(`${isCounter(sort) ? "s" : "a"}.${name}`);
  return {
    from: isCounter(sort) ? sql`article_stats s` : sql`articles a`,
    folder: column("folder_id"),
    client: column("client_id"),
    value: column(sort === "relevance" ? "created_at" : sort),
    id: column(isCounter(sort) ? "article_id" : "id"),
  };
}

const all = (...conditions: SQL[]) => sql.join(conditions, sql` and `);

const windowOf = ({ limit, offset }: Page) => sql`limit ${limit} offset ${offset}`;

function ordered({ direction }: ArticleOrder, value: SQL, id: SQL): SQL {
  return sql`order by ${value} ${sql.raw(direction)}, ${id} ${sql.raw(direction)}`;
}
