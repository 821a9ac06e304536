import * as limits from "../../../contract/limits";
import type { Role } from "../../../contract/rest/users";
import { removeUser } from "../../db/account/user-removal";
import * as store from "../../db/people/members";
import { inTransaction, type Transaction } from "../../db/pool";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { NotFound, OwnerUnchanged } from "../errors";
import { requireId } from "../ids";
import { tellOfRole } from "../notifications/notify";
import { requirePermission } from "../require-permission";
import { record } from "../workspace/audit";
import { requireUser, type User } from "./users";

export interface Member extends store.MemberRow {
  permissions: { update: boolean; destroy: boolean };
}

/** A page, counted from 0, of members. A filtered total is counted up to one more than `limits.exactTotal`. Throws `NotAllowed`. */
export async function listMembers(
  { database: { db } }: Services,
  viewer: Viewer,
  { page, sortBy, sortDir, ...filter }: store.MemberFilter & store.MemberOrder & { page: number },
): Promise<{ entries: Member[]; total: number; isBound: boolean }> {
  const workspace = requirePermission(viewer, "member:manage", { clientId: viewer.clientId });
  const limit = limits.membersPerPage;
  const rows = await store.listMembers(db, workspace, filter, { sortBy, sortDir }, { limit, offset: page * limit });
  const total = await store.countMembers(db, workspace, filter);
  const entries = rows.map((row) => {
    const isOwner = row.role === "owner";
    return { ...row, permissions: { update: !isOwner, destroy: !isOwner && row.id !== viewer.userId } };
  });
  return { entries, total, isBound: Boolean(filter.term) || filter.role !== undefined };
}

/** Changes a member's role, with effect from their next request. Throws `NotFound`, `NotAllowed` and `OwnerUnchanged`. */
export async function changeRole(services: Services, viewer: Viewer, id: string, role: Exclude<Role, "owner">): Promise<User> {
  await requireUser(services, viewer, id);
  await inTransaction(services.database, async (tx) => {
    const member = await requireChangeable(tx, viewer, id);
    await store.updateRole(tx, member, role);
    if (role === member.role) return;
    await record(tx, viewer, { kind: "memberRoleChanged", userId: id, role });
    await tellOfRole(services, tx, viewer, { userId: id, subjectId: viewer.clientId });
  });
  return requireUser(services, viewer, id);
}

/**
 * Removes a member from the workspace. Articles in folders of teams stay there with the author's name; the personal team is deleted and all sessions
 * end. Throws `NotFound`, `NotAllowed` and `OwnerUnchanged`.
 */
export async function removeMember(services: Services, viewer: Viewer, id: string): Promise<void> {
  await requireUser(services, viewer, id);
  await inTransaction(services.database, async (tx) => {
    const member = await requireChangeable(tx, viewer, id);
    await record(tx, viewer, { kind: "memberRemoved", userId: id });
    await removeUser(tx, member);
  });
}

/** Locks a member whose account the viewer may change. */
async function requireChangeable(tx: Transaction, viewer: Viewer, id: string) {
  requirePermission(viewer, "member:manage", { clientId: viewer.clientId });
  const found = await store.findMember(tx, viewer.clientId, requireId(id), { lock: true });
  if (!found) throw new NotFound();
  const member = requirePermission(viewer, "member:manage", found);
  if (member.role === "owner") throw new OwnerUnchanged();
  return member;
}
