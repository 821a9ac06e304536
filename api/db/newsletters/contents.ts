import { eq, sql } from "drizzle-orm";
import type { Permitted } from "../../permissions/permissions";
import type { TagRow } from "../articles/article-rows";
import { type FolderPlace, readersName } from "../folders/folders";
import type { Queryable } from "../pool";
import { clients, folders, teams, users } from "../schema";

/** A picture of an article, as far as newsletters need it. */
export interface ContentPicture {
  id: string;
  width: number | null;
  height: number | null;
  alt: string | null;
  storageKey: string;
}

/** An article that can stand in a newsletter of its folder. */
export interface MailingContentRow extends Record<string, unknown> {
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
  picture: ContentPicture | null;
}

const contentColumns = sql.raw(`
  a.id, a.title, a.teaser, a.source_url as "sourceUrl", a.source_name as "sourceName", a.author, a.published_at as "publishedAt",
  a.language, a.shareable, a.external, a.folder_id as "folderId",
  coalesce((select json_agg(json_build_object('id', t.id, 'name', t.name, 'slug', t.slug) order by x.position)
    from article_tags x join tags t on t.id = x.tag_id where x.article_id = a.id), '[]') as tags,
  (select json_build_object('id', f.id, 'width', f.width, 'height', f.height, 'alt', f.alt, 'storageKey', f.storage_key)
    from attachments f where f.article_id = a.id and f.content_type like 'image/%' order by f.position limit 1) as picture`);

/** The newest articles of a folder, so many at most. */
export async function listNewestContents(
  db: Queryable,
  { id, clientId }: Permitted<FolderPlace, "mailing:manage">,
  limit: number,
): Promise<MailingContentRow[]> {
  const { rows } = await db.execute<MailingContentRow>(sql`
    select ${contentColumns} from articles a where a.folder_id = ${id} and a.client_id = ${clientId}
    order by a.created_at desc, a.id desc limit ${limit}`);
  return rows;
}

/** The articles with these ids that lie in this folder. */
export async function listContents(db: Queryable, folderId: string, ids: readonly string[]): Promise<MailingContentRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.execute<MailingContentRow>(sql`
    select ${contentColumns} from articles a where a.folder_id = ${folderId} and a.id = any(${sql.param(ids)}::uuid[])`);
  return rows;
}

export interface RecipientRow extends Record<string, unknown> {
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  role: "owner" | "admin" | "editor" | "reader";
  interests: TagRow[];
  subscribed: boolean;
  bounced: boolean;
}

/** Active members of the folder's team and its active owners, by name. */
export async function listRecipients(db: Queryable, { id, clientId }: { id: string; clientId: string }): Promise<RecipientRow[]> {
  const { rows } = await db.execute<RecipientRow>(sql`
    select u.id, u.email, u.first_name as "firstName", u.last_name as "lastName", u.role,
      coalesce((select json_agg(json_build_object('id', t.id, 'name', t.name, 'slug', t.slug) order by i.position)
        from user_interests i join tags t on t.id = i.tag_id where i.user_id = u.id), '[]') as interests,
      not exists (select 1 from unsubscriptions s where s.folder_id = ${id} and s.user_id = u.id) as subscribed,
      coalesce((select d.state = 'refused' from mailing_deliveries d
        where d.user_id = u.id and d.email = u.email and d.state in ('handed_over', 'refused')
        order by d.updated_at desc limit 1), false) as bounced
    from users u
    where u.client_id = ${clientId} and u.removed_at is null and u.confirmed_at is not null and ${receives(id)}
    order by lower(concat_ws(' ', u.last_name, u.first_name, u.email)) collate "und-x-icu", u.id`);
  return rows;
}

/** Whether the person `u` belongs to those whom newsletters of a folder go to. */
export const receives = (folderId: string | ReturnType<typeof sql>) => sql`(
  exists (select 1 from memberships m join folders f on f.team_id = m.team_id where f.id = ${folderId} and m.user_id = u.id and m.active)
  or exists (select 1 from ownerships o where o.folder_id = ${folderId} and o.user_id = u.id and o.active))`;

/** Whose newsletter it is: folder, team, client, and the language of its author. */
export async function findImprint(db: Queryable, { folderId, authorId }: { folderId: string; authorId: string }) {
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
