import { and, eq, isNull, sql } from "drizzle-orm";
import type { Role } from "../../../contract/rest/users";
import type { Permitted } from "../../permissions/permissions";
import type { OwnershipRole } from "../../permissions/viewer";
import { personColumns } from "../people/users";
import type { Queryable, Transaction } from "../pool";
import { ownerships, users } from "../schema";

interface OwnedFolder {
  clientId: string;
  folder: { id: string };
}

export type OwnershipRow = Awaited<ReturnType<typeof selectOwnerships>>[number];

/** The people responsible for a folder, sorted by e-mail address. */
export function listOwnerships(db: Queryable, { clientId, folder }: Permitted<OwnedFolder, "ownership:manage">): Promise<OwnershipRow[]> {
  return selectOwnerships(db, clientId)
    .where(and(eq(ownerships.clientId, clientId), eq(ownerships.folderId, folder.id)))
    .orderBy(sql`lower(${users.email}) collate "und-x-icu"`, ownerships.id);
}

export async function findOwnership(db: Queryable, clientId: string, id: string): Promise<OwnershipRow | undefined> {
  const [row] = await selectOwnerships(db, clientId).where(and(eq(ownerships.clientId, clientId), eq(ownerships.id, id)));
  return row;
}

/** Blocks the removal of a person until the transaction ends; `false` if the workspace has none with this id. */
export async function lockPerson(tx: Transaction, clientId: string, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.clientId, clientId), eq(users.id, id), isNull(users.removedAt)))
    .for("share");
  return rows.length > 0;
}

/** The new ownership, or the one that the same key created; `undefined` if the person already has a different one. */
export async function insertOwnership(
  tx: Transaction,
  { clientId, folder }: Permitted<OwnedFolder, "ownership:manage">,
  values: { userId: string; role: OwnershipRole },
  storedKey: string | null,
): Promise<{ id: string; isNew: boolean } | undefined> {
  const [made] = await tx
    .insert(ownerships)
    .values({ ...values, clientId, folderId: folder.id, idempotencyKey: storedKey })
    .onConflictDoNothing({ target: [ownerships.folderId, ownerships.userId] })
    .returning({ id: ownerships.id });
  if (made) return { ...made, isNew: true };
  if (storedKey === null) return undefined;
  const [before] = await tx
    .select({ id: ownerships.id })
    .from(ownerships)
    .where(and(eq(ownerships.folderId, folder.id), eq(ownerships.userId, values.userId), eq(ownerships.idempotencyKey, storedKey)));
  return before && { ...before, isNew: false };
}

/** Omitted values stay unchanged. Returns `false` if the ownership no longer exists. */
export async function updateOwnership(
  tx: Transaction,
  { id, clientId }: Permitted<OwnedFolder & { id: string }, "ownership:manage">,
  values: { role?: OwnershipRole; active?: boolean },
): Promise<boolean> {
  const rows = await tx
    .update(ownerships)
    .set({ role: values.role ?? sql`${ownerships.role}`, active: values.active ?? sql`${ownerships.active}` })
    .where(and(eq(ownerships.id, id), eq(ownerships.clientId, clientId)))
    .returning({ id: ownerships.id });
  return rows.length > 0;
}

function selectOwnerships(db: Queryable, clientId: string) {
  return db
    .select({
      id: ownerships.id,
      role: ownerships.role,
      active: ownerships.active,
      folderId: ownerships.folderId,
      user: personColumns,
      clientRole: users.role,
      teamRole: sql<Role | null>`(
        select m.role from memberships m join folders f on f.team_id = m.team_id
        where f.id = ${ownerships.folderId} and m.user_id = ${ownerships.userId} and m.active)`,
    })
    .from(ownerships)
    .innerJoin(users, and(eq(users.id, ownerships.userId), eq(users.clientId, clientId)))
    .$dynamic();
}
