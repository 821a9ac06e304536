import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Viewer } from "../../permissions/viewer";
import { readersName, visibleFolders } from "../folders/folders";
import type { Queryable, Transaction } from "../pool";
import { clients, folders, unsubscriptions, users } from "../schema";

interface Subscription {
  folderId: string;
  userId: string;
}

/** A person's subscription to a folder; undefined if one of them is deleted. */
export async function findSubscription(db: Queryable, { folderId, userId }: Subscription) {
  const [found] = await db
    .select({
      folder: { name: readersName },
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

export async function insertUnsubscription(tx: Transaction, { folderId, userId }: Subscription): Promise<void> {
  await tx.execute(sql`
    insert into unsubscriptions (client_id, folder_id, user_id)
    select f.client_id, f.id, u.id from folders f join users u on u.client_id = f.client_id where f.id = ${folderId} and u.id = ${userId}
    on conflict do nothing`);
}

/** Returns `false` if there was none. */
export async function deleteUnsubscription(tx: Transaction, { folderId, userId }: Subscription): Promise<boolean> {
  const { rowCount } = await tx
    .delete(unsubscriptions)
    .where(and(eq(unsubscriptions.folderId, folderId), eq(unsubscriptions.userId, userId)));
  return rowCount === 1;
}

/** The visible folders whose newsletters the viewer has unsubscribed from, by name. */
export const listUnsubscriptions = (db: Queryable, viewer: Viewer) =>
  db
    .select({ folder: { id: folders.id, name: readersName }, createdAt: unsubscriptions.createdAt })
    .from(unsubscriptions)
    .innerJoin(folders, eq(folders.id, unsubscriptions.folderId))
    .where(and(eq(unsubscriptions.userId, viewer.userId), sql`${folders.id} in (${visibleFolders(viewer)})`))
    .orderBy(asc(sql`${readersName} collate "und-x-icu"`), folders.id);
