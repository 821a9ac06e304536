import { and, eq, isNull, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "../pool";
import { clients, sessions, users } from "../schema";

export interface ListedClient extends Record<string, unknown> {
  id: string;
  workspace: string;
  name: string;
  owner: string | null;
  createdAt: string;
  disabledAt: string | null;
  /** People with a confirmed address. */
  people: number;
  articles: number;
  /** Bytes of attachments; shared files count once. */
  storage: number;
}

/** All workspaces with their sizes. */
export async function listClients(db: Queryable): Promise<ListedClient[]> {
  const { rows } = await db.execute<ListedClient>(sql`
    select c.id, c.workspace, c.name,
      to_char(c.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "createdAt",
      to_char(c.disabled_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "disabledAt",
      (select u.email from users u where u.client_id = c.id and u.role = 'owner' and u.removed_at is null) as owner,
      (select count(*) from users u where u.client_id = c.id and u.removed_at is null and u.confirmed_at is not null) as people,
      (select count(*) from articles a where a.client_id = c.id) as articles,
      (select coalesce(sum(file_size), 0)::bigint from (
        select max(x.file_size) as file_size from attachments x where x.client_id = c.id group by x.storage_key) as one) as storage
    from clients c order by c.workspace`);
  return rows;
}

export async function findClientToOperate(db: Queryable, workspace: string) {
  const [client] = await db
    .select({ id: clients.id, workspace: clients.workspace, name: clients.name, disabledAt: clients.disabledAt })
    .from(clients)
    .where(eq(clients.workspace, workspace.toLowerCase()));
  return client;
}

/** Disables or enables a workspace; `false` if it already was. */
export async function setDisabled(tx: Transaction, clientId: string, isDisabled: boolean): Promise<boolean> {
  const { rowCount } = await tx
    .update(clients)
    .set({ disabledAt: isDisabled ? sql`now()` : null })
    .where(and(eq(clients.id, clientId), sql`(${clients.disabledAt} is not null) <> ${isDisabled}`));
  return rowCount === 1;
}

/** Locks the owner of a workspace. */
export async function lockOwner(tx: Transaction, clientId: string): Promise<{ id: string; email: string } | undefined> {
  const [owner] = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(eq(users.clientId, clientId), eq(users.role, "owner"), isNull(users.removedAt)))
    .for("no key update");
  return owner;
}

/** Deletes sessions instead of ending them, because a first password is mailed only to people who have never had one. */
export async function deleteSessions(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, userId));
}
