import { type SQL, sql } from "drizzle-orm";
import type { Viewer } from "../../permissions/viewer";
import { containsText } from "../contains-text";
import { visibleFolders } from "../folders/folders";
import type { Queryable } from "../pool";

/** The number of newest articles in which frequencies are counted, and the minimum per folder. */
const sampled = { articles: 1_000, perFolder: 10 };

/** The newest articles of `visible`. */
const newest = sql`newest as materialized (
  select article.id from visible cross join lateral (
    select a.id from articles a where a.folder_id = visible.id order by a.created_at desc, a.id desc
    limit (select greatest(${sampled.perFolder}, ${sampled.articles} / greatest(count(*), 1)) from visible)
  ) as article)`;

export interface Frequent {
  /** Slugs. */
  tags: string[];
  /** Codes. */
  countries: string[];
}

/** The most frequent tags and countries of the newest articles. OFFSET 0 keeps the planner from reading the tags of all articles. */
export async function listFrequent(db: Queryable, viewer: Viewer, folderId: string | undefined, limit: number): Promise<Frequent> {
  const { rows } = await db.execute<Frequent & Record<string, unknown>>(sql`
    with visible as materialized (${foldersOf(viewer, folderId)}),
    ${newest}
    select
      array(select t.slug
        from newest cross join lateral (select tag_id from article_tags where article_id = newest.id offset 0) as x join tags t on t.id = x.tag_id
        group by t.id order by count(*) desc, t.slug limit ${limit}) as tags,
      array(select c.country
        from newest cross join lateral (select country from article_countries where article_id = newest.id offset 0) as c
        group by c.country order by count(*) desc, c.country limit ${limit}) as countries`);
  return rows[0] ?? { tags: [], countries: [] };
}

/**
 * The distinct sources of visible articles whose names contain `name`, the most frequent of the newest articles first, then by name. The
 * recursion skips through an index from one name to the next: of the workspace, keeping names with a visible article, or of one folder.
 */
export async function listSources(
  db: Queryable,
  viewer: Viewer,
  { name, folderId, limit }: { name: string; folderId: string | undefined; limit: number },
): Promise<string[]> {
  const isInScope = folderId === undefined ? sql`a.client_id = ${viewer.clientId}` : sql`a.folder_id = ${folderId}`;
  const next = (condition: SQL) => sql`(
    select a.source_name from articles a where ${isInScope} and ${condition} order by a.source_name limit 1)`;
  const { rows } = await db.execute<{ name: string }>(sql`
    with recursive visible as materialized (${foldersOf(viewer, folderId)}),
    ${newest},
    used as (select a.source_name as name, count(*) as times from newest join articles a using (id) group by a.source_name),
    source (name) as (
      select ${next(sql`a.source_name is not null`)}
      union all
      select ${next(sql`a.source_name > source.name`)} from source where source.name is not null)
    select name from source left join used using (name)
    where name is not null and ${containsText(sql`name`, name)} and exists (
      select 1 from visible cross join lateral (
        select 1 from articles a where a.folder_id = visible.id and a.source_name = source.name limit 1) as article)
    order by coalesce(times, 0) desc, name collate "und-x-icu", name limit ${limit}`);
  return rows.map((row) => row.name);
}

const foldersOf = (viewer: Viewer, folderId: string | undefined): SQL =>
  folderId === undefined ? visibleFolders(viewer) : sql`select v.id from (${visibleFolders(viewer)}) as v (id) where v.id = ${folderId}`;
