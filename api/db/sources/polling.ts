import { and, asc, eq, getTableColumns, isNull, lte, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "../pool";
import { folders, memberships, ownerships, sources, teams, users } from "../schema";
import { isOpenClient } from "../workspace/clients";

export type DueSource = Awaited<ReturnType<typeof listDueSources>>[number];

/** Sources to fetch now, the longest waiting first. */
export const listDueSources = (db: Queryable, limit: number) =>
  db
    .select({
      ...getTableColumns(sources),
      folder: { id: folders.id, purpose: folders.purpose },
      team: { id: teams.id, visibility: teams.visibility },
    })
    .from(sources)
    .innerJoin(folders, eq(folders.id, sources.folderId))
    .innerJoin(teams, eq(teams.id, folders.teamId))
    .where(and(eq(sources.isPaused, false), lte(sources.nextFetchAt, sql`now()`), isOpenClient(sources.clientId)))
    .orderBy(asc(sources.nextFetchAt), asc(sources.id))
    .limit(limit);

/** Locks a source until the transaction ends, so that it is neither paused nor deleted; `false` if it was since it was listed. */
export async function lockActiveSource(tx: Transaction, { id, folderId }: DueSource): Promise<boolean> {
  const found = await tx
    .select({ id: sources.id })
    .from(sources)
    .where(and(eq(sources.id, id), eq(sources.folderId, folderId), eq(sources.isPaused, false)))
    .for("no key update");
  return found.length === 1;
}

type FetchResult = Partial<Omit<typeof sources.$inferInsert, "id" | "clientId" | "folderId" | "userId" | "address" | "movedFrom">>;

/** Stores the result of fetching a source; nothing if somebody has changed it, which made it due again, or deleted it in the meantime. */
export async function noteFetched(db: Queryable, { id, lockVersion }: DueSource, result: FetchResult): Promise<void> {
  await db
    .update(sources)
    .set(result)
    .where(and(eq(sources.id, id), eq(sources.lockVersion, lockVersion)));
}

/** Increases the number of articles that a source has filed. */
export async function countFiled(tx: Transaction, { id }: DueSource, filed: number): Promise<void> {
  await tx
    .update(sources)
    .set({ filed: sql`${sources.filed} + ${filed}` })
    .where(eq(sources.id, id));
}

/** Follows a permanent redirect, unless the folder is subscribed to the new address already. */
export async function moveSource(db: Queryable, { id, folderId, address }: DueSource, movedTo: string): Promise<void> {
  await db
    .update(sources)
    .set({ address: movedTo, movedFrom: address })
    .where(
      and(
        eq(sources.id, id),
        eq(sources.address, address),
        sql`not exists (select 1 from ${sources} as other where other.folder_id = ${folderId} and other.address = ${movedTo})`,
      ),
    );
}

/** Marks a failing source as reported; `false` if it already was. */
export async function markTold(tx: Transaction, { id }: DueSource): Promise<boolean> {
  const { rowCount } = await tx
    .update(sources)
    .set({ toldAt: sql`now()` })
    .where(and(eq(sources.id, id), isNull(sources.toldAt)));
  return rowCount === 1;
}

/** The ids of the people who manage a source: the last one to save it, and those responsible for its folder or, for an inbox, its team. */
export async function listSourceManagers(db: Queryable, { userId, folder, team }: DueSource): Promise<string[]> {
  const responsible =
    folder.purpose === "inbox"
      ? sql`select ${memberships.userId} from ${memberships} where ${memberships.teamId} = ${team.id} and ${memberships.role} in ('owner', 'admin')`
      : sql`select ${ownerships.userId} from ${ownerships} where ${ownerships.folderId} = ${folder.id} and ${ownerships.role} = 'admin'`;
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isNull(users.removedAt), sql`(${users.id} = ${userId} or ${users.id} in (${responsible}))`));
  return rows.map(({ id }) => id);
}

export async function findSourceClient(db: Queryable, id: string): Promise<{ clientId: string } | undefined> {
  const [row] = await db.select({ clientId: sources.clientId }).from(sources).where(eq(sources.id, id));
  return row;
}
