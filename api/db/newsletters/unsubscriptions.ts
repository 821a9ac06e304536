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

/**
 * A subscriber's subscription to a folder, with their address unless it was erased, also while the folder is in the trash; undefined if the
 * folder is deleted.
 */
export async function findOutsideSubscription(db: Queryable, { folderId, subscriberId }: { folderId: string; subscriberId: string }) {
  const { rows } = await db.execute<{ folder: { name: string }; client: { name: string }; email: string | null; subscribed: boolean }>(sql`
    with there as (
      select f.client_id, coalesce(f.alternative_name, f.name) as name,
        (select p.email from subscribers p where p.id = ${subscriberId} and p.folder_id = f.id) as email
      from folders f where f.id = ${folderId}
      union all
      select x.client_id, coalesce(f.row ->> 'alternative_name', f.row ->> 'name'),
        (select p.row ->> 'email' from trash_rows p
          where p.trash_id = x.id and p.table_name = 'subscribers' and p.row ->> 'id' = ${subscriberId})
      from trash x join trash_rows f on f.trash_id = x.id and f.table_name = 'folders'
      where x.id = ${folderId} and x.kind = 'folder')
    select json_build_object('name', t.name) as folder, json_build_object('name', c.name) as client, t.email, t.email is not null as subscribed
    from there t join clients c on c.id = t.client_id`);
  return rows[0];
}

/** Unsubscribes the member who has this address. */
export async function insertUnsubscriptionOf(
  tx: Transaction,
  { folderId, clientId, email }: { folderId: string; clientId: string; email: string },
): Promise<void> {
  await tx.execute(sql`
    insert into unsubscriptions (client_id, folder_id, user_id)
    select f.client_id, f.id, u.id from folders f join users u on u.client_id = f.client_id
    where f.id = ${folderId} and f.client_id = ${clientId} and lower(u.email) = lower(${email}) and u.removed_at is null
    on conflict do nothing`);
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
