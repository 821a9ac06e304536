import { and, desc, eq, ne, type SQL, sql } from "drizzle-orm";
import { limits } from "../../../contract/limits";
import type { Viewer } from "../../permissions/viewer";
import { visibleFolders } from "../folders/folders";
import type { Queryable } from "../pool";
import { articles, folders } from "../schema";
import type { SearchQuery } from "../search/search-query";
import { type ArticleFilter, chosenFolders, isNarrowed, type Match, seesMost, toMatch } from "./article-filter";
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

/** So many hits are counted; of more it is only known that they are more. */
const counted = limits.exactTotal;
/** So many are gathered and sorted: of a term more, because to find them took longer than to read them. */
const gathered = { facets: counted, words: 100_000 };
/** Ranking reads the words of every hit (15 to 30 µs), so only so many of the newest are ranked. */
const ranked = 600;
/**
 * So many articles are walked along in the wanted order, to see whether they are hits: the facets or words of each, which
 * lie beside the table (15 µs), so that a term has to be in every tenth article to be worth it.
 */
const walked = { facets: 5_000, words: 5_000, share: 0.1 };

/** The statistics are of a sample: what they call so much more frequent than what is counted is more frequent. */
const surely = { facets: 1.2, words: 2 };

/** Who sees a part of the folders has to look farther, so many times at most. */
const farthest = 5;

/** Some of a list. */
export interface Listed {
  ids: string[];
  /** How many there are in all, where the list is narrowed; `limits.exactTotal + 1` for more than that. */
  total?: number;
  /** Not every article that may be one was read: there may be more than `total`. */
  isCut?: boolean;
}

/** What the statements of a narrowed list have in common. */
interface Asked {
  viewer: Viewer;
  filter: ArticleFilter;
  match: Match;
  order: ArticleOrder;
  /** The order before ranking. */
  within: ArticleOrder;
  page: Page;
}

/** The ids of visible articles in their order, `limit` of them after the first `offset`. */
export async function listArticleIds(
  db: Queryable,
  viewer: Viewer,
  filter: ArticleFilter,
  order: ArticleOrder,
  page: Page,
): Promise<Listed> {
  if (!isNarrowed(filter)) {
    const { rows } = await db.execute<{ id: string }>(byIndex(viewer, filter, order, page));
    return { ids: rows.map(({ id }) => id) };
  }
  const match = await toMatch(db, viewer, filter);
  if (!match) return { ids: [], total: 0 };
  const within: ArticleOrder = order.by === "relevance" ? { by: "created_at", direction: "desc" } : order;
  return listMatches(db, { viewer, filter, match, order, within, page });
}

/**
 * Up to a number of hits all of them are gathered by the index of words and facets, counted and sorted. What has more of them is soon found along
 * the wanted order, as it is frequent; where it is not, because all hits lie at its other end, all are read after all.
 */
async function listMatches(db: Queryable, asked: Asked): Promise<Listed> {
  const { viewer, filter, match } = asked;
  const most = filter.search ? (match.share >= walked.share ? walked.words : 0) : walked.facets;
  const manyMore = counted * (filter.search ? surely.words : surely.facets);
  const mayBeFrequent = match.expected > manyMore && most > 0;
  const { visible, all: inAll } = mayBeFrequent ? await sumArticles(db, viewer, filter.folderIds) : { visible: 0, all: 0 };
  const isFrequent = (filter.search ? match.share * visible : (match.expected * visible) / Math.max(inAll, 1)) > manyMore;
  const more = { total: counted + 1 };

  // What the statistics call frequent need not be gathered when the articles on the way say so, too.
  const reach = most * Math.min(farthest, Math.ceil(inAll / Math.max(visible, 1)));
  const early = isFrequent ? await walk(db, asked, reach) : undefined;
  if (early?.isFull && early.density * inAll > manyMore) return { ids: early.ids, ...more };
  const found = await gather(db, asked);
  if (found.isAll) return found;
  const late = early ?? (most > 0 ? await walk(db, asked, most) : undefined);
  if (late?.isFull) return { ids: late.ids, ...more };
  return { ids: await readAll(db, asked), ...more };
}

interface Gathered {
  ids: string[];
  total: number;
  /** Not too many to be gathered. */
  isAll: boolean;
  isCut: boolean;
}

/**
 * Of articles that hold all words of a phrase anywhere, so many of the newest are read to see whether they stand side by side (5 µs): what
 * the first ones do not hold often enough is looked for in older ones.
 */
const readForPhrase = { first: 4_000, enough: 12, atMost: 16_000 };

/** Everything that matches, when it is not too much; a phrase in the newest articles that hold its words. */
async function gather(db: Queryable, asked: Asked): Promise<Gathered> {
  const { filter, within } = asked;
  const most = filter.search ? gathered.words : gathered.facets;
  const wanted = wantedOf(asked);
  const isCut = asked.match.sideBySide ? sql`n < (select count(*) from candidates) or n >= ${readForPhrase.atMost}` : sql`false`;
  const { rows } = await db.execute<Gathered & Record<string, unknown>>(sql`
    with ${hitsWithin(asked, most + 1)},
    found as materialized (select count(*) as n, count(*) filter (where is_hit) as hits from hits),
    entry as materialized (
      select ${sortValue(within)} as value, h.article_id as id from hits h ${joinedTo(within)} where is_hit and (select n from found) <= ${most}
      ${ordered(within, sortValue(within), sql`h.article_id`)} limit ${wanted})
    select array(${pageFrom(asked)}) as ids, least(hits, ${counted + 1})::int as total, n <= ${most} as "isAll", ${isCut} as "isCut" from found`);
  return rows[0] ?? { ids: [], total: 0, isAll: true, isCut: false };
}

/**
 * Those that match among the first articles of the wanted order. OFFSET 0 keeps the planner, which would rather read and sort all articles, to the
 * index of the order, and from there to each article.
 */
async function walk(db: Queryable, asked: Asked, most: number): Promise<{ ids: string[]; isFull: boolean; density: number }> {
  const { viewer, match, within } = asked;
  const wanted = wantedOf(asked);
  const value = sql.raw(within.by);
  const index = sql.raw(isCounter(within.by) ? "article_stats" : "article_search");
  const { rows } = await db.execute<{ ids: string[]; found: number; last: number | null }>(sql`
    with entry as materialized (
      select path.n, path.value, path.article_id as id from (
        select ${value} as value, article_id, row_number() over (${ordered(within, value, sql`article_id`)}) as n
        from ${index} where client_id = ${viewer.clientId} ${ordered(within, value, sql`article_id`)} limit ${most}
      ) as path
      cross join lateral (select 1 from article_search h where h.article_id = path.article_id
        and ${all(...match.conditions, match.isSeen, ...(match.sideBySide ? [match.sideBySide] : []))} offset 0) as hit
      ${ordered(within, sql`path.value`, sql`path.article_id`)} limit ${wanted})
    select array(${pageFrom(asked)}) as ids, count(*)::int as found, max(n)::int as last from entry`);
  const { ids, found, last } = rows[0] ?? { ids: [], found: 0, last: null };
  return { ids, isFull: found >= wanted, density: found / (last ?? 1) };
}

/** The first of all that match; phrases are never so many. */
async function readAll(db: Queryable, asked: Asked): Promise<string[]> {
  const { within } = asked;
  const wanted = wantedOf(asked);
  const { rows } = await db.execute<{ ids: string[] }>(sql`
    with entry as materialized (
      select ${sortValue(within)} as value, h.article_id as id from ${seenOf(asked)} h ${joinedTo(within)}
      ${ordered(within, sortValue(within), sql`h.article_id`)} limit ${wanted})
    select array(${pageFrom(asked)}) as ids`);
  return rows[0]?.ids ?? [];
}

/** So many of the first hits are needed. */
function wantedOf({ order, page }: Asked): number {
  const shown = page.offset + page.limit;
  return order.by === "relevance" ? Math.max(ranked, shown) : shown;
}

/**
 * The page of what is in `entry`. By relevance, what was typed comes before what was forgiven, and a word itself before its being a part of
 * another; behind the newest, which are ranked, all others follow.
 */
function pageFrom({ filter: { search }, order, page }: Asked): SQL {
  if (order.by !== "relevance" || !search) return sql`select id from entry ${ordered(order, sql`value`, sql`id`)} ${windowOf(page)}`;
  return sql`select numbered.id from (select *, row_number() over (order by value desc, id desc) as place from entry) as numbered
    left join lateral (
      select ${isExact(search)} as exact, ts_rank(document, ${search.wanted}::tsquery, 1) as rank
      from article_search where article_id = numbered.id and numbered.place <= ${ranked} offset 0
    ) as found on true
    order by numbered.place > ${ranked}, found.exact desc, found.rank desc, numbered.place ${windowOf(page)}`;
}

const isExact = ({ exact }: SearchQuery) => (exact ? sql`document @@ ${exact}::tsquery` : sql`true`);

/** The tables `hits`, of so many rows that may match and whether they do, and for a phrase `candidates`, which hold its words. */
function hitsWithin(asked: Asked, most: number): SQL {
  const columns = sql`h.article_id, h.created_at, h.published_at`;
  const { sideBySide } = asked.match;
  if (!sideBySide) return sql`hits as materialized (select ${columns}, true as is_hit from ${seenOf(asked)} h limit ${most})`;
  const { first, enough } = readForPhrase;
  return sql`candidates as materialized (select row_number() over (order by created_at desc, article_id desc) as n, h.* from ${newestOf(asked)} h),
    newest as materialized (select ${columns}, ${sideBySide} as is_hit from candidates h where n <= ${first}),
    hits as materialized (
      select * from newest
      union all
      select ${columns}, ${sideBySide} as is_hit from candidates h where n > ${first} and (select count(*) from newest where is_hit) < ${enough})`;
}

/** The rows that hold what is asked for, with all words of a phrase anywhere. OFFSET 0 keeps the planner from beginning with the folders. */
function seenOf({ match: { conditions, isSeen, sideBySide } }: Asked): SQL {
  const columns = sql.raw(`article_id, folder_id, created_at, published_at${sideBySide ? ", document" : ""}`);
  return sql`(select * from (select ${columns} from article_search h where ${all(...conditions)} offset 0) h where ${isSeen})`;
}

/** So many of the newest of them as are read for a phrase. */
const newestOf = (asked: Asked): SQL =>
  sql`(select * from ${seenOf(asked)} h order by created_at desc, article_id desc limit ${readForPhrase.atMost})`;

const sortValue = ({ by }: ArticleOrder) => sql.raw(isCounter(by) ? `s.${by}` : `h.${by}`);

const joinedTo = ({ by }: ArticleOrder) =>
  isCounter(by)
    ? sql`cross join lateral (select views, comments_count from article_stats where article_id = h.article_id offset 0) as s`
    : sql``;

const isCounter = (by: ArticleSort) => by === "views" || by === "comments_count";

/** How many articles there are in the visible ones of these folders, and in the whole workspace. */
async function sumArticles(db: Queryable, viewer: Viewer, folderIds?: string[]): Promise<{ visible: number; all: number }> {
  const { rows } = await db.execute<{ visible: number; all: number }>(sql`
    select coalesce(sum(articles_count) filter (where c.folder_id in (${chosenFolders(viewer, folderIds)})), 0) as visible,
      coalesce(sum(articles_count), 0) as all
    from folder_stats c join folders on folders.id = c.folder_id where folders.client_id = ${viewer.clientId}`);
  return rows[0] ?? { visible: 0, all: 0 };
}

/** How many articles lie in the visible ones of these folders, or in all visible folders: exact and cheap. */
export async function sumFolderCounts(db: Queryable, viewer: Viewer, folderIds?: string[]): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select coalesce(sum(articles_count), 0) as n from folder_stats where folder_id in (${chosenFolders(viewer, folderIds)})`);
  return rows[0]?.n ?? 0;
}

/** The newest visible articles from an address, however it is spelt. */
export function listFromAddress(db: Queryable, viewer: Viewer, address: string, except: string | undefined, limit: number) {
  return db
    .select({ id: articles.id, title: articles.title, createdAt: articles.createdAt, folder: { id: folders.id, name: folders.name } })
    .from(articles)
    .innerJoin(folders, eq(folders.id, articles.folderId))
    .where(
      and(
        eq(articles.clientId, viewer.clientId),
        sql`source_key(${articles.sourceUrl}) = source_key(${address})`,
        sql`${articles.folderId} in (${visibleFolders(viewer)})`,
        except === undefined ? undefined : ne(articles.id, except),
      ),
    )
    .orderBy(desc(articles.createdAt), desc(articles.id))
    .limit(limit);
}

/** The articles with these ids, in their order. */
export function listSummaries(db: Queryable, ids: readonly string[]): Promise<SummaryRow[]> {
  const wanted = sql`${sql.param(ids)}::uuid[]`;
  return selectSummaries(db, sql`${articles.id} = any(${wanted})`, sql`array_position(${wanted}, ${articles.id})`);
}

/**
 * Each sort reads one index in its order. For those who see few folders, and for chosen folders, that is the index of each
 * folder, merged: along the index of the workspace, a small old folder would be searched for through all newer articles.
 */
function byIndex(viewer: Viewer, filter: ArticleFilter, order: ArticleOrder, page: Page): SQL {
  const { from, folder, client, value, id } = toSource(order.by);
  if (filter.folderIds === undefined && seesMost(viewer)) {
    const where = all(inVisibleFolders(viewer, filter, folder), sql`${client} = ${viewer.clientId}`);
    return sql`select ${id} as id from ${from} where ${where} ${ordered(order, value, id)} ${windowOf(page)}`;
  }
  return sql`select entry.id from (${chosenFolders(viewer, filter.folderIds)}) as chosen (id)
    cross join lateral (
      select ${value} as value, ${id} as id from ${from} where ${folder} = chosen.id
      ${ordered(order, value, id)} limit ${page.offset + page.limit}
    ) as entry
    ${ordered(order, sql`entry.value`, sql`entry.id`)} ${windowOf(page)}`;
}

/** The table whose index has the order. */
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

function inVisibleFolders(viewer: Viewer, filter: ArticleFilter, folder: SQL): SQL {
  return sql`${folder} in (${chosenFolders(viewer, filter.folderIds)})`;
}
