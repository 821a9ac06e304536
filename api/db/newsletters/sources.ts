import { eq, sql } from "drizzle-orm";
import type { Permitted } from "../../permissions/permissions";
import type { TagRow } from "../articles/article-rows";
import { type FolderScope, readersName } from "../folders/folders";
import type { Queryable, Transaction } from "../pool";
import { clients, folders, teams, users } from "../schema";

export interface ArticlePicture {
  id: string;
  width: number | null;
  height: number | null;
  alt: string | null;
  storageKey: string;
}

/** An article that a newsletter of its folder may contain. */
export interface NewsletterArticleRow extends Record<string, unknown> {
  id: string;
  title: string;
  teaser: string;
  sourceUrl: string | null;
  sourceName: string | null;
  author: string | null;
  publishedAt: string;
  language: string | null;
  shareable: boolean;
  external: boolean;
  folderId: string;
  tags: TagRow[];
  picture: ArticlePicture | null;
}

/** An article that the wizard offers. */
export interface OfferedArticleRow extends NewsletterArticleRow {
  /** When the latest newsletter of the folder with this article was published. */
  sentAt: Date | null;
  /** Filed since the folder's latest published newsletter was begun, and not sent with it. */
  isNew: boolean;
}

const articleColumns = (pictureIds: readonly string[] = []) => sql`
  a.id, a.title, a.teaser, a.source_url as "sourceUrl", a.source_name as "sourceName", a.author, a.published_at as "publishedAt",
  a.language, a.shareable, a.external, a.folder_id as "folderId",
  coalesce((select json_agg(json_build_object('id', t.id, 'name', t.name, 'slug', t.slug) order by x.position)
    from article_tags x join tags t on t.id = x.tag_id where x.article_id = a.id), '[]') as tags,
  (select json_build_object('id', f.id, 'width', f.width, 'height', f.height, 'alt', f.alt, 'storageKey', f.storage_key)
    from attachments f where f.article_id = a.id and f.content_type like 'image/%'
    order by ${pictureIds.length > 0 ? sql`f.id = any(${sql.param(pictureIds)}::uuid[]) desc,` : sql``} f.position limit 1) as picture`;

/** Limits how many stored newsletters one request reads. */
const mostNewslettersRead = 26;

/** The folder's latest published newsletters, and when each of their articles was sent last. */
const sentArticles = (folderId: string) => sql`
    latest as materialized (
      select m.created_at, m.published_at, m.content from mailings m where m.folder_id = ${folderId} and m.status = 'published'
      order by m.published_at desc, m.id desc limit ${mostNewslettersRead}),
    sent as materialized (
      select c ->> 'id' as id, max(l.published_at) as sent_at
      from latest l cross join jsonb_path_query(l.content, '$.sections[*].articles[*]') c group by 1)`;

/** The articles that the folder's latest newsletters contained. */
export async function listSentIds(db: Queryable, folderId: string): Promise<ReadonlySet<string>> {
  const { rows } = await db.execute<{ id: string }>(sql`with ${sentArticles(folderId)} select id from sent`);
  return new Set(rows.map(({ id }) => id));
}

/** The newest articles of a folder, and in any case those with ids in `always`: at most `limit`, and which of its latest newsletters contained them. */
export async function listNewestArticles(
  db: Queryable,
  { id, clientId }: Permitted<FolderScope, "newsletter:manage">,
  limit: number,
  always: readonly string[] = [],
): Promise<OfferedArticleRow[]> {
  const { rows } = await db.execute<NewsletterArticleRow & { sentAt: string | null; isNew: boolean }>(sql`
    with newest as materialized (
      (select a.* from articles a where a.folder_id = ${id} and a.client_id = ${clientId} and a.id <> all(${sql.param(always)}::uuid[])
        order by a.created_at desc, a.id desc limit ${Math.max(0, limit - always.length)})
      union all
      (select a.* from articles a where a.folder_id = ${id} and a.client_id = ${clientId} and a.id = any(${sql.param(always)}::uuid[]))),
    ${sentArticles(id)}
    select ${articleColumns()}, s.sent_at as "sentAt", s.id is null and a.created_at > coalesce(
      (select l.created_at from latest l order by l.published_at desc limit 1), '-infinity') as "isNew"
    from newest a left join sent s on s.id = a.id::text order by a.created_at desc, a.id desc`);
  return rows.map((row) => ({ ...row, sentAt: row.sentAt === null ? null : new Date(row.sentAt) }));
}

/** The articles of this folder with these ids. Each has its first picture, or the one with an id in `pictureIds`. */
export async function listArticles(
  db: Queryable,
  folderId: string,
  ids: readonly string[],
  pictureIds: readonly string[],
): Promise<NewsletterArticleRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.execute<NewsletterArticleRow>(sql`
    select ${articleColumns(pictureIds)} from articles a where a.folder_id = ${folderId} and a.id = any(${sql.param(ids)}::uuid[])`);
  return rows;
}

/** Which of these articles still exist, and whether each may be shared. They cannot change until the transaction ends. */
export async function lockArticles(
  tx: Transaction,
  clientId: string,
  ids: readonly string[],
): Promise<Map<string, { shareable: boolean }>> {
  const { rows } = await tx.execute<{ id: string; shareable: boolean }>(sql`
    select a.id, a.shareable from articles a where a.client_id = ${clientId} and a.id = any(${sql.param(ids)}::uuid[])
    order by a.id for share`);
  return new Map(rows.map(({ id, shareable }) => [id, { shareable }]));
}

/** The sender of a newsletter: folder, team, workspace, and the language of its author. */
export async function findSender(db: Queryable, { folderId, authorId }: { folderId: string; authorId: string }) {
  const [found] = await db
    .select({
      folder: { id: folders.id, name: readersName },
      team: { name: teams.name },
      client: { name: clients.name, signature: clients.emailSignature, logoKey: clients.logoKey, theme: clients.theme },
      locale: sql<"de" | "en" | null>`(select ${users.locale} from ${users} where ${users.id} = ${authorId})`,
    })
    .from(folders)
    .innerJoin(teams, eq(teams.id, folders.teamId))
    .innerJoin(clients, eq(clients.id, folders.clientId))
    .where(eq(folders.id, folderId));
  return found;
}
