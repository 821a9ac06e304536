import { type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../pool";
import type { NewsletterContent } from "../schema";
import { isOpenClient } from "../workspace/clients";

export interface Issue extends Record<string, unknown> {
  id: string;
  subject: string;
  publishedAt: string;
  language: NewsletterContent["language"];
  /** The titles of its first three articles. */
  headlines: string[];
}

export interface Masthead extends Record<string, unknown> {
  folder: string;
  client: string;
  theme: string | null;
  language: NewsletterContent["language"];
}

const isPublic = (folderId: string): SQL =>
  sql`m.folder_id = ${folderId} and m.status = 'published' and m.content is not null and ${isOpenClient(sql`m.client_id`)}`;

const yearOf = (timeZone: string): SQL => sql`extract(year from m.published_at at time zone ${timeZone})::int`;

/** The names on a folder's newest public newsletter; undefined if there is none. */
export async function findMasthead(db: Queryable, folderId: string): Promise<Masthead | undefined> {
  const { rows } = await db.execute<Masthead>(sql`
    select content -> 'folder' ->> 'name' as folder, content -> 'client' ->> 'name' as client, content -> 'client' ->> 'theme' as theme,
      content ->> 'language' as language
    from mailings m where ${isPublic(folderId)} order by published_at desc, id desc limit 1`);
  return rows[0];
}

/** The years in which a folder published newsletters, the latest first. */
export async function listYears(db: Queryable, folderId: string, timeZone: string): Promise<number[]> {
  const { rows } = await db.execute<{ year: number }>(sql`
    select ${yearOf(timeZone)} as year from mailings m where ${isPublic(folderId)} group by 1 order by 1 desc`);
  return rows.map(({ year }) => year);
}

/** The public newsletters of a folder, the latest first: those of a year, or the newest `most`. */
export async function listIssues(
  db: Queryable,
  folderId: string,
  { year, most, timeZone }: { year: number | undefined; most: number; timeZone: string },
): Promise<Issue[]> {
  const { rows } = await db.execute<Issue>(sql`
    select m.id, m.subject, to_json(m.published_at at time zone 'UTC') #>> '{}' || 'Z' as "publishedAt", m.content ->> 'language' as language,
      array(
        select title #>> '{}' from jsonb_path_query(m.content, '$.sections[*].articles[*].title') with ordinality t (title, at)
        order by at limit 3) as headlines
    from mailings m
    where ${isPublic(folderId)} ${year === undefined ? sql`` : sql`and ${yearOf(timeZone)} = ${year}`}
    order by m.published_at desc, m.id desc ${year === undefined ? sql`limit ${most}` : sql``}`);
  return rows;
}
