import * as limits from "../../../contract/limits";
import type { Access } from "../../../contract/rest/users";
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
import { explainAccess } from "../../permissions/access";
import type { Scope } from "../../permissions/permissions";
import type { OwnershipRole, Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { InvalidFields, NotFound } from "../errors";
import { toStoredKey } from "../idempotency";
import { isId, requireId } from "../ids";
import { tellOfRole } from "../notifications/notify";
import { record } from "../workspace/audit";
import { requireFolderScope } from "./folders";

export type Ownership = OwnershipRow & { access: Access };
export type Person = PersonRow;

interface NewOwnership {
  folderId: string;
  userId: string;
  role: OwnershipRole;
}

/** The people responsible for a folder, by e-mail address. Throws `NotFound` and `NotAllowed`. */
export async function listOwnerships({ database: { db } }: Services, viewer: Viewer, folderId: string): Promise<Ownership[]> {
  const scope = await requireFolderScope(db, viewer, folderId, "ownership:manage");
  return (await listOwnershipRows(db, scope)).map((row) => withAccess(row, scope));
}

/** People of the workspace to make responsible for this folder, at most `limits.peopleFound`. Throws `NotFound` and `NotAllowed`. */
export async function listPeopleFor({ database: { db } }: Services, viewer: Viewer, folderId: string, term?: string): Promise<Person[]> {
  const { clientId } = await requireFolderScope(db, viewer, folderId, "ownership:manage");
  return listPeople(db, clientId, { term, limit: limits.peopleFound });
}

/**
 * Makes a person responsible for a folder. A repeated request with the same key and fields returns the ownership created first. Throws `NotFound`,
 * `NotAllowed`, and `InvalidFields` if the person is not in the workspace or already responsible for the folder.
 */
export async function addOwnership(
  services: Services,
  viewer: Viewer,
  { folderId, userId, role }: NewOwnership,
  key: string | null,
): Promise<Ownership> {
  const storedKey = toStoredKey(key, { own: folderId, userId, role, by: viewer.userId });
  return inTransaction(services.database, async (tx) => {
    const scope = await requireFolderScope(tx, viewer, folderId, "ownership:manage", "key share");
    if (!isId(userId) || !(await lockPerson(tx, viewer.clientId, userId))) throw new InvalidFields({ userId: [{ key: "personUnknown" }] });
    const made = await insertOwnership(tx, scope, { userId, role }, storedKey);
    if (!made) throw new InvalidFields({ userId: [{ key: "alreadyListed" }] });
    if (made.isNew) {
      await record(tx, viewer, { kind: "ownershipAdded", userId, folderId, role });
      await tellOfRole(services, tx, viewer, { userId, subjectId: folderId });
    }
    const row = await findOwnership(tx, viewer.clientId, made.id);
    if (!row) throw new NotFound();
    return withAccess(row, scope);
  });
}

/** Changes role or activation of an ownership; omitted values stay. Throws `NotFound` and `NotAllowed`. */
export async function changeOwnership(
  services: Services,
  viewer: Viewer,
  id: string,
  values: { role?: OwnershipRole; active?: boolean },
): Promise<Ownership> {
  return inTransaction(services.database, async (tx) => {
    const before = await findOwnership(tx, viewer.clientId, requireId(id));
    if (!before) throw new NotFound();
    const scope = await requireFolderScope(tx, viewer, before.folderId, "ownership:manage");
    await updateOwnership(tx, { ...scope, id }, values);
    const after = await findOwnership(tx, viewer.clientId, id);
    if (!after) throw new NotFound();
    const about = { userId: after.user.id, folderId: after.folderId };
    if (after.role !== before.role) {
      await record(tx, viewer, { kind: "ownershipRoleChanged", ...about, role: after.role });
      await tellOfRole(services, tx, viewer, { userId: after.user.id, subjectId: after.folderId });
    }
    if (after.active !== before.active) {
      await record(tx, viewer, { kind: after.active ? "ownershipActivated" : "ownershipDeactivated", ...about });
    }
    return withAccess(after, scope);
  });
}

const withAccess = (row: OwnershipRow, scope: Scope): Ownership => ({
  ...row,
  access: explainAccess({ client: row.clientRole, team: row.teamRole, ownership: row.active ? row.role : null }, scope),
});
