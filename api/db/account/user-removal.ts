import { and, eq, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "../pool";
import {
  articleExports,
  feeds,
  invitations,
  links,
  mailingDeliveries,
  memberships,
  ownerships,
  sessions,
  teams,
  unsubscriptions,
  userInterests,
  users,
} from "../schema";

interface Account {
  clientId: string;
  id: string;
}

export interface Belongings extends Record<string, unknown> {
  /** Written by the person, in the folders of teams. */
  teamArticles: number;
  /** In the personal team, whoever wrote them. */
  personalArticles: number;
  /** By the person, on articles that stay. */
  comments: number;
  /** Teams that have no other active owner. */
  soleOwnerTeams: number;
}

/** How much hangs on an account. */
export async function countBelongings(db: Queryable, { clientId, id }: Account): Promise<Belongings> {
  const { rows } = await db.execute<Belongings>(sql`
    with personal as (
      select f.id from folders f join teams t on t.id = f.team_id where t.client_id = ${clientId} and t.personal_user_id = ${id})
    select
      (select count(*) from articles where user_id = ${id} and client_id = ${clientId}
        and folder_id not in (select id from personal)) as "teamArticles",
      (select coalesce(sum(articles_count), 0)::bigint from folder_stats where folder_id in (select id from personal)) as "personalArticles",
      (select count(*) from comments c join articles a on a.id = c.article_id
        where c.user_id = ${id} and c.client_id = ${clientId} and a.folder_id not in (select id from personal)) as "comments",
      (select count(*) from memberships m join teams t on t.id = m.team_id
        where m.user_id = ${id} and m.client_id = ${clientId} and m.role = 'owner' and m.active and t.visibility = 'is_public'
          and not exists (select 1 from memberships o
            where o.team_id = m.team_id and o.user_id <> m.user_id and o.role = 'owner' and o.active)) as "soleOwnerTeams"`);
  const [belongings] = rows;
  if (!belongings) throw new Error("nothing was counted");
  return belongings;
}

/**
 * Takes everything from an account but the row and the name on it, which stays at articles and comments. Whether somebody may
 * is for the caller to know. Answers `false` when it was removed before.
 */
export async function removeUser(tx: Transaction, { clientId, id }: Account): Promise<boolean> {
  const removed = await tx
    .update(users)
    .set({
      removedAt: sql`now()`,
      // Who gave no name was known by the beginning of the address.
      firstName: sql`case when ${users.firstName} is null and ${users.lastName} is null then split_part(${users.email}, '@', 1) else ${users.firstName} end`,
      email: "",
      passwordHash: "",
      salutation: null,
      jobTitle: null,
      locale: null,
      visibility: "is_private",
    })
    .where(and(eq(users.clientId, clientId), eq(users.id, id), sql`${users.removedAt} is null and ${users.role} <> 'owner'`))
    .returning({ id: users.id });
  if (removed.length === 0) return false;
  await tx.delete(teams).where(and(eq(teams.clientId, clientId), eq(teams.personalUserId, id)));
  await tx.delete(memberships).where(eq(memberships.userId, id));
  await tx.delete(ownerships).where(eq(ownerships.userId, id));
  await tx.delete(userInterests).where(eq(userInterests.userId, id));
  await tx.delete(feeds).where(eq(feeds.userId, id));
  await tx.delete(articleExports).where(eq(articleExports.userId, id));
  await tx.delete(links).where(eq(links.userId, id));
  await tx.delete(invitations).where(eq(invitations.accountId, id));
  await tx.delete(sessions).where(eq(sessions.userId, id));
  await tx.delete(unsubscriptions).where(eq(unsubscriptions.userId, id));
  // Counts stay right; the server's words name the address.
  await tx.update(mailingDeliveries).set({ email: "", answer: null }).where(eq(mailingDeliveries.userId, id));
  return true;
}
