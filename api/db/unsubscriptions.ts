import { and, eq, isNull, sql } from "drizzle-orm";
import type { Queryable } from "./pool";
import { clients, folders, unsubscriptions, users } from "./schema";

interface Subscription {
  folderId: string;
  userId: string;
}

/** Whose newsletters it is about, and whether the person still gets them; undefined when folder or person is gone. */
export async function findSubscription(db: Queryable, { folderId, userId }: Subscription) {
  const [found] = await db
    .select({
      folder: { name: folders.name },
      client: { name: clients.name },
      email: users.email,
      subscribed: sql<boolean>`not exists (
        select 1 from unsubscriptions s where s.folder_id = ${folders.id} and s.user_id = ${users.id})`,
    })
    .from(folders)
    .innerJoin(clients, eq(clients.id, folders.clientId))
    .innerJoin(users, eq(users.clientId, folders.clientId))
    .where(and(eq(folders.id, folderId), eq(users.id, userId), isNull(users.removedAt)));
  return found;
}

export async function insertUnsubscription(db: Queryable, { folderId, userId }: Subscription): Promise<void> {
  await db.execute(sql`
    insert into unsubscriptions (client_id, folder_id, user_id)
    select f.client_id, f.id, u.id from folders f join users u on u.client_id = f.client_id where f.id = ${folderId} and u.id = ${userId}
    on conflict do nothing`);
}

export async function deleteUnsubscription(db: Queryable, { folderId, userId }: Subscription): Promise<void> {
  await db.delete(unsubscriptions).where(and(eq(unsubscriptions.folderId, folderId), eq(unsubscriptions.userId, userId)));
}
