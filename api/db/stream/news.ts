import { and, type SQL, sql } from "drizzle-orm";
import { limits } from "../../../contract/limits";
import type { Viewer } from "../../permissions/viewer";
import { activeMemberships, activeOwnerships, isLasting, type SessionKey } from "../auth/session";
import { foldersInReach, visibleFolders } from "../folders/folders";
import type { Queryable } from "../pool";
import { sessions, users } from "../schema";
import { roleSeesPublicTeams } from "../teams/teams";
import { isOpenClient } from "../workspace/clients";

/** New articles are counted up to one more than people are told. */
const bound = limits.news + 1;

/**
 * A row for each article that others filed after a moment in folders this person sees, up to the bound. It is asked by every open window
 * and by every page: no more than the newest of each folder are read, by the folder's own index.
 */
export const newsAfter = (viewer: Viewer, after: Date): SQL => newsWithin(visibleFolders(viewer), sql`${viewer.userId}`, after);

const newsWithin = (folders: SQL, userId: SQL, after: Date): SQL =>
  sql`select 1 from (${folders}) as visible (id)
    cross join lateral (
      select a.user_id from articles a where a.folder_id = visible.id and a.created_at > ${after.toISOString()}::timestamptz
      order by a.created_at desc, a.id desc limit ${bound}
    ) as newest
    where newest.user_id <> ${userId} limit ${bound}`;

/**
 * How many there are for who holds a session, in the one statement that also looks whether it lasts; undefined when it is over, "expired"
 * while the password is somebody else's.
 */
export async function countNews(db: Queryable, session: SessionKey, after: Date): Promise<number | "expired" | undefined> {
  const folders = foldersInReach({
    clientId: sql`(select client_id from viewer)`,
    teamIds: sql`(select team_ids from viewer)::uuid[]`,
    folderIds: sql`(select folder_ids from viewer)::uuid[]`,
    publicTeams: roleSeesPublicTeams(sql`(select role from viewer)`),
  });
  const { rows } = await db.execute<{ n: number; expired: boolean }>(sql`
    with viewer as materialized (
      select ${users.id} as user_id, ${users.clientId} as client_id, ${users.role} as role, ${users.passwordExpired} as expired,
        array(select m.team_id from ${activeMemberships}) as team_ids, array(select o.folder_id from ${activeOwnerships}) as folder_ids
      from ${sessions} join ${users} on ${users.id} = ${sessions.userId} where ${and(isLasting(session), isOpenClient(sql`${users.clientId}`))})
    select (select count(*) from (${newsWithin(folders, sql`(select user_id from viewer)`, after)}) as found) as n, expired from viewer`);
  return rows[0]?.expired ? "expired" : rows[0]?.n;
}
