import { type SQL, sql } from "drizzle-orm";
import { containsText } from "../contains-text";
import type { Queryable } from "../pool";
import { roleSeesPublicTeams } from "../teams/teams";

interface Mentionable extends Record<string, unknown> {
  id: string;
  firstName: string | null;
  lastName: string | null;
  email: string;
  /** Whether somebody else among them has the same name. */
  hasNamesake: boolean;
}

/** People who see a folder: those whose name or address contains the term, by name, or those whose name or address is in the text after an `@`. */
export async function listMentionable(
  db: Queryable,
  folderId: string,
  wanted: { term: string; limit: number } | { text: string },
): Promise<Mentionable[]> {
  const isIn = (form: SQL, text: string) => sql`position('@' || lower(${form}) in lower(${text})) > 0`;
  const condition =
    "text" in wanted
      ? sql`(${isIn(sql`name`, wanted.text)} or ${isIn(sql`email`, wanted.text)})`
      : containsText(sql`name || ' ' || email`, wanted.term);
  const { rows } = await db.execute<Mentionable>(sql`
    with readers as materialized (
      select u.id, u.first_name, u.last_name, u.email, coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email) as name
      from folders f join teams t on t.id = f.team_id join users u on u.client_id = f.client_id
      where f.id = ${folderId} and u.removed_at is null and u.confirmed_at is not null and (
        exists (select 1 from memberships m where m.team_id = t.id and m.user_id = u.id and m.active)
        or exists (select 1 from ownerships o where o.folder_id = f.id and o.user_id = u.id and o.active)
        or (t.visibility = 'is_public' and ${roleSeesPublicTeams(sql`u.role`)})))
    select id, first_name as "firstName", last_name as "lastName", email,
      exists (select 1 from readers other where lower(other.name) = lower(readers.name) and other.id <> readers.id) as "hasNamesake"
    from readers where ${condition}
    order by name collate "und-x-icu", id ${"limit" in wanted ? sql`limit ${wanted.limit}` : sql``}`);
  return rows;
}
