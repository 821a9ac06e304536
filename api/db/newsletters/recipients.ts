import { type SQL, sql } from "drizzle-orm";
import type { TagRow } from "../articles/article-rows";
import type { Queryable } from "../pool";

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

/** Whether the person `u` is a recipient of a folder's newsletters, unless they unsubscribed. */
export const receives = (folderId: string | SQL) => sql`(
  exists (select 1 from memberships m join folders f on f.team_id = m.team_id where f.id = ${folderId} and m.user_id = u.id and m.active)
  or exists (select 1 from ownerships o where o.folder_id = ${folderId} and o.user_id = u.id and o.active))`;
