import { and, type SQL, sql } from "drizzle-orm";
import { mostNews } from "../../../contract/news";
import type { Viewer } from "../../permissions/viewer";
import { activeMemberships, activeOwnerships, isActiveSession, type SessionKey } from "../auth/session";
import { foldersVisibleWith, streamFolders, streamFoldersWith } from "../folders/folders";
import { hasUnread } from "../notifications/notifications";
import type { Queryable } from "../pool";
import { sessions, users } from "../schema";
import { roleSeesPublicTeams } from "../teams/teams";
import { isOpenClient } from "../workspace/clients";

/** Counting ends one above the highest number that is shown. */
const bound = mostNews + 1;

/**
 * One row for each article that others filed after this moment in the viewer's stream, up to the bound. Every page and every open window
 * runs this query, so it reads only the newest articles of each folder, from the folder's own index.
 */
export const newsAfter = (viewer: Viewer, after: Date): SQL => newsWithin(streamFolders(viewer), sql`${viewer.userId}`, after);

const newsWithin = (folders: SQL, userId: SQL, after: Date): SQL =>
  sql`select 1 from (${folders}) as visible (id)
    cross join lateral (
      select a.user_id from articles a where a.folder_id = visible.id and a.created_at > ${after.toISOString()}::timestamptz
      order by a.created_at desc, a.id desc limit ${bound}
    ) as newest
    where newest.user_id <> ${userId} limit ${bound}`;

/**
 * The number of these for a session, and whether the person has unread notifications, in the same statement that checks the session;
 * `undefined` if it is over, "expired" if the person has to change the password first.
 */
export async function countNews(
  db: Queryable,
  session: SessionKey,
  after: Date,
): Promise<{ count: number; unread: boolean } | "expired" | undefined> {
  const rights = {
    clientId: sql`(select client_id from viewer)`,
    teamIds: sql`(select team_ids from viewer)::uuid[]`,
    folderIds: sql`(select folder_ids from viewer)::uuid[]`,
    publicTeams: roleSeesPublicTeams(sql`(select role from viewer)`),
  };
  const userId = sql`(select user_id from viewer)`;
  const { rows } = await db.execute<{ count: number; unread: boolean; expired: boolean }>(sql`
    with viewer as materialized (
      select ${users.id} as user_id, ${users.clientId} as client_id, ${users.role} as role, ${users.passwordExpired} as expired,
        array(select m.team_id from ${activeMemberships}) as team_ids, array(select o.folder_id from ${activeOwnerships}) as folder_ids
      from ${sessions} join ${users} on ${users.id} = ${sessions.userId} where ${and(isActiveSession(session), isOpenClient(sql`${users.clientId}`))})
    select (select count(*) from (${newsWithin(streamFoldersWith(rights), userId, after)}) as found) as count,
      ${hasUnread(userId, foldersVisibleWith(rights))} as unread, expired from viewer`);
  const [row] = rows;
  return row?.expired ? "expired" : row && { count: row.count, unread: row.unread };
}
