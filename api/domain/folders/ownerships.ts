import { limits } from "../../../contract/limits";
import {
  findOwnership,
  insertOwnership,
  listOwnerships as listOwnershipRows,
  lockPerson,
  type OwnershipRow,
  updateOwnership,
} from "../../db/folders/ownerships";
import { listPeople, type PersonRow } from "../../db/people/users";
import { inTransaction } from "../../db/pool";
import type { OwnershipRole, Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { InvalidFields, NotFound } from "../errors";
import { toStoredKey } from "../idempotency";
import { isId, requireId } from "../ids";
import { record } from "../workspace/audit";
import { requireFolderPlace } from "./folders";

export type Ownership = OwnershipRow;
export type Person = PersonRow;

interface NewOwnership {
  folderId: string;
  userId: string;
  role: OwnershipRole;
}

/** Who is responsible for a folder, by e-mail address; throws `NotFound` and `NotAllowed`. */
export async function listOwnerships({ database: { db } }: Services, viewer: Viewer, folderId: string): Promise<Ownership[]> {
  return listOwnershipRows(db, await requireFolderPlace(db, viewer, folderId, "ownership:manage"));
}

/** The people of the workspace, for who chooses one for this folder; at most `limits.peopleFound`. Throws `NotFound` and `NotAllowed`. */
export async function listPeopleFor({ database: { db } }: Services, viewer: Viewer, folderId: string, term?: string): Promise<Person[]> {
  const { clientId } = await requireFolderPlace(db, viewer, folderId, "ownership:manage");
  return listPeople(db, clientId, { term, limit: limits.peopleFound });
}

/**
 * Makes somebody responsible for a folder; the same person's same key with the same fields answers the ownership it made the first
 * time. Throws `NotFound`, `NotAllowed`, and `InvalidFields` for somebody who is not of this workspace, or has an ownership already.
 */
export async function addOwnership(
  { database }: Services,
  viewer: Viewer,
  { folderId, userId, role }: NewOwnership,
  key: string | null,
): Promise<Ownership> {
  const storedKey = toStoredKey(key, { own: folderId, userId, role, by: viewer.userId });
  const ownership = await inTransaction(database, async (tx) => {
    const place = await requireFolderPlace(tx, viewer, folderId, "ownership:manage", "key share");
    if (!isId(userId) || !(await lockPerson(tx, viewer.clientId, userId))) throw new InvalidFields({ user_id: [{ key: "personUnknown" }] });
    const made = await insertOwnership(tx, place, { userId, role }, storedKey);
    if (!made) throw new InvalidFields({ user_id: [{ key: "alreadyListed" }] });
    if (made.isNew) await record(tx, viewer, { kind: "ownershipAdded", userId, folderId, role });
    return findOwnership(tx, viewer.clientId, made.id);
  });
  if (!ownership) throw new NotFound();
  return ownership;
}

/** Changes role or activity of an ownership; what is left out stays. Throws `NotFound` and `NotAllowed`. */
export async function changeOwnership(
  { database }: Services,
  viewer: Viewer,
  id: string,
  values: { role?: OwnershipRole; active?: boolean },
): Promise<Ownership> {
  return inTransaction(database, async (tx) => {
    const before = await findOwnership(tx, viewer.clientId, requireId(id));
    if (!before) throw new NotFound();
    const place = await requireFolderPlace(tx, viewer, before.folderId, "ownership:manage");
    await updateOwnership(tx, { ...place, id }, values);
    const after = await findOwnership(tx, viewer.clientId, id);
    if (!after) throw new NotFound();
    const about = { userId: after.user.id, folderId: after.folderId };
    if (after.role !== before.role) await record(tx, viewer, { kind: "ownershipRoleChanged", ...about, role: after.role });
    if (after.active !== before.active) {
      await record(tx, viewer, { kind: after.active ? "ownershipActivated" : "ownershipDeactivated", ...about });
    }
    return after;
  });
}
