import { sql } from "drizzle-orm";
import type { Viewer } from "../../permissions/viewer";
import { visibleFolders } from "../folders/folders";
import type { Queryable } from "../pool";

/** An article as a bookmark. */
export interface Bookmarkable extends Record<string, unknown> {
  url: string;
  title: string;
  teaser: string;
  folder: string;
  tags: string[];
  /** `YYYY-MM-DD`. */
  publishedAt: string;
}

const bookmarkable = (viewer: Viewer) => sql`a.client_id = ${viewer.clientId} and a.source_url is not null and a.shareable
  and a.folder_id in (${visibleFolders(viewer)})`;

/** Those of these articles that have an address and may be shared, in this order, but by folder. */
export async function listBookmarkable(db: Queryable, viewer: Viewer, ids: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ ids: string[] }>(sql`
    select array(
      select id from (
        select a.id, place, min(place) over (partition by a.folder_id) as first
        from unnest(${sql.param(ids)}::uuid[]) with ordinality as given (id, place) join articles a on a.id = given.id
        where ${bookmarkable(viewer)}) as entry
      order by first, place) as ids`);
  return rows[0]?.ids ?? [];
}

/** The bookmarks of these articles in this order, without those that have been deleted or hidden meanwhile. */
export async function readBookmarkables(db: Queryable, viewer: Viewer, ids: readonly string[]): Promise<Bookmarkable[]> {
  const { rows } = await db.execute<Bookmarkable>(sql`
    select a.source_url as url, a.title, a.teaser, f.name as folder, a.published_at::text as "publishedAt",
      array(select t.name from article_tags x join tags t on t.id = x.tag_id where x.article_id = a.id order by x.position) as tags
    from unnest(${sql.param(ids)}::uuid[]) with ordinality as given (id, place)
      join articles a on a.id = given.id join folders f on f.id = a.folder_id
    where ${bookmarkable(viewer)} order by place`);
  return rows;
}
