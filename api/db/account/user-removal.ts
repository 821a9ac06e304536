import { and, eq, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "../pool";
import {
  apiKeys,
  articleExports,
  digests,
  feeds,
  follows,
  invitations,
  links,
  memberships,
  newsletterDeliveries,
  notifications,
  ownerships,
  sessions,
  teams,
  unsubscriptions,
  userInterests,
  users,
} from "../schema";
import { forgetUserInTrash } from "../trash/trash";

interface Account {
  clientId: string;
  id: string;
}

export interface UserDeletionPreview extends Record<string, unknown> {
  /** Articles by the person in team folders. */
  teamArticles: number;
  /** Articles in the personal team, by anyone. */
  personalArticles: number;
  /** Comments by the person on articles that stay. */
  comments: number;
  /** Teams that have no other active owner. */
  soleOwnerTeams: number;
}

/** Counts the data that the deletion of an account affects. */
export async function previewUserDeletion(db: Queryable, { clientId, id }: Account): Promise<UserDeletionPreview> {
  const { rows } = await db.execute<UserDeletionPreview>(sql`
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
  const [preview] = rows;
  if (!preview) throw new Error("no counts returned");
  return preview;
}

/**
 * Deletes everything about an account except its row and its name, which articles and comments still show. The caller checks permissions.
 * Returns `false` if the account was already removed.
 */
export async function removeUser(tx: Transaction, { clientId, id }: Account): Promise<boolean> {
  const removed = await tx
    .update(users)
    .set({
      removedAt: sql`now()`,
      // A person without a name was shown by the local part of the address.
      firstName: sql`case when ${users.firstName} is null and ${users.lastName} is null then split_part(${users.email}, '@', 1) else ${users.firstName} end`,
      email: "",
      passwordHash: "",
      salutation: null,
      jobTitle: null,
      locale: null,
      colorScheme: "auto",
      hasShortcuts: true,
      notificationModes: {},
      visibility: "is_private",
    })
    .where(and(eq(users.clientId, clientId), eq(users.id, id), sql`${users.removedAt} is null and ${users.role} <> 'owner'`))
    .returning({ id: users.id });
  if (removed.length === 0) return false;
  await tx.delete(teams).where(and(eq(teams.clientId, clientId), eq(teams.personalUserId, id)));
  await tx.delete(memberships).where(eq(memberships.userId, id));
  await tx.delete(ownerships).where(eq(ownerships.userId, id));
  await tx.delete(userInterests).where(eq(userInterests.userId, id));
  await tx.delete(notifications).where(eq(notifications.userId, id));
  await tx.delete(feeds).where(eq(feeds.userId, id));
  await tx.delete(follows).where(eq(follows.userId, id));
  await tx.delete(digests).where(eq(digests.userId, id));
  await tx.delete(apiKeys).where(eq(apiKeys.userId, id));
  await tx.delete(articleExports).where(eq(articleExports.userId, id));
  await tx.delete(links).where(eq(links.userId, id));
  await tx.delete(invitations).where(eq(invitations.accountId, id));
  await tx.delete(sessions).where(eq(sessions.userId, id));
  await tx.delete(unsubscriptions).where(eq(unsubscriptions.userId, id));
  await forgetUserInTrash(tx, { clientId, id });
  // The rows stay, so that counts remain correct. The server's reply can contain the address.
  await tx.update(newsletterDeliveries).set({ email: "", answer: null }).where(eq(newsletterDeliveries.userId, id));
  return true;
}
