import type { z } from "zod";
import * as limits from "../../../contract/limits";
import type { createMembershipBodySchema, updateMembershipBodySchema } from "../../../contract/rest/memberships";
import type { Access, Role } from "../../../contract/rest/users";
import type { Camel } from "../../../contract/wire";
import { lockPerson } from "../../db/folders/ownerships";
import { findMember } from "../../db/people/members";
import { listPeople, type PersonRow } from "../../db/people/users";
import { inTransaction, type Queryable } from "../../db/pool";
import * as store from "../../db/teams/memberships";
import { findTeamScope } from "../../db/teams/teams";
import { explainAccess } from "../../permissions/access";
import { isPermitted } from "../../permissions/permissions";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { InvalidFields, NotFound, TeamOwnerStays } from "../errors";
import { toStoredKey } from "../idempotency";
import { isId, requireId } from "../ids";
import { tellOfRole } from "../notifications/notify";
import { requirePermission } from "../require-permission";
import { record } from "../workspace/audit";
import { requireTeamScope } from "./teams";

export type NewMembership = Camel<z.infer<typeof createMembershipBodySchema>>["membership"];
export type MembershipChange = z.infer<typeof updateMembershipBodySchema>["membership"];

export interface Membership extends store.MembershipRow {
  access: Access;
  permissions: { update: boolean };
}

/** A page, counted from 0, of a team's members. A filtered total is counted up to one more than `limits.exactTotal`. Throws `NotFound`. */
export async function listMemberships(
  { database: { db } }: Services,
  viewer: Viewer,
  { teamId, term, role, page }: { teamId: string; term?: string | undefined; role?: Role | undefined; page: number },
): Promise<{ entries: Membership[]; total: number; isBound: boolean }> {
  const team = await requireTeamScope(db, viewer, teamId, "team:read");
  const limit = limits.membershipsPerPage;
  const filter = { term, role };
  const rows = await store.listMemberships(db, team, filter, { limit, offset: page * limit });
  const total = await store.countMemberships(db, team, filter);
  return { entries: rows.map((row) => forViewer(viewer, row)), total, isBound: Boolean(term) || role !== undefined };
}

/** A page, counted from 0, of a person's memberships, for owner and admins of the workspace. Throws `NotFound` and `NotAllowed`. */
export async function listMembershipsOf(
  { database: { db } }: Services,
  viewer: Viewer,
  { userId, term, role, page }: { userId: string; term?: string | undefined; role?: Role | undefined; page: number },
): Promise<{ entries: Membership[]; total: number; isBound: boolean }> {
  const { clientId } = requirePermission(viewer, "member:manage", { clientId: viewer.clientId });
  const found = await findMember(db, clientId, requireId(userId));
  if (!found) throw new NotFound();
  const person = requirePermission(viewer, "member:manage", found);
  const limit = limits.membershipsPerPage;
  const rows = await store.listMembershipsOf(db, person, { term, role }, { limit, offset: page * limit });
  const total = await store.countMembershipsOf(db, person, { term, role });
  return { entries: rows.map((row) => forViewer(viewer, row)), total, isBound: false };
}

/**
 * People of the workspace to add to this team, or to make responsible for a new folder of it, at most `limits.peopleFound`. Throws `NotFound` and
 * `NotAllowed`.
 */
export async function listPeopleForTeam({ database: { db } }: Services, viewer: Viewer, id: string, term?: string): Promise<PersonRow[]> {
  const { clientId } = await requireTeamScope(db, viewer, id, "team:update");
  return listPeople(db, clientId, { term, limit: limits.peopleFound });
}

/**
 * Adds a person to a team. A repeated request with the same key and fields returns the membership created first. Throws `InvalidFields` if the
 * viewer does not manage the team or cannot see it, and if the person is not in the workspace or already in the team.
 */
export async function addMembership(
  services: Services,
  viewer: Viewer,
  { teamId, userId, role }: NewMembership,
  key: string | null,
): Promise<Membership> {
  const storedKey = toStoredKey(key, { member: teamId, userId, role, by: viewer.userId });
  const membership = await inTransaction(services.database, async (tx) => {
    const team = await requireManagedTeam(tx, viewer, teamId);
    if (!isId(userId) || !(await lockPerson(tx, viewer.clientId, userId))) throw new InvalidFields({ userId: [{ key: "personUnknown" }] });
    const made = await store.insertMembership(tx, team, { userId, role }, storedKey);
    if (!made) throw new InvalidFields({ userId: [{ key: "alreadyListed" }] });
    if (made.isNew) {
      await record(tx, viewer, { kind: "membershipAdded", userId, teamId, role });
      await tellOfRole(services, tx, viewer, { userId, subjectId: teamId });
    }
    return store.findMembership(tx, viewer.clientId, made.id);
  });
  if (!membership) throw new NotFound();
  return forViewer(viewer, membership);
}

/** A membership that the viewer may change. Throws `NotFound` and `NotAllowed`. */
export async function getMembership({ database: { db } }: Services, viewer: Viewer, id: string): Promise<Membership> {
  const found = await store.findMembership(db, viewer.clientId, requireId(id));
  if (!found) throw new NotFound();
  await requireTeamScope(db, viewer, found.team.id, "membership:manage");
  return forViewer(viewer, found);
}

/** Removes a person from a team. What they wrote stays. Throws `NotFound`, `NotAllowed`, and `TeamOwnerStays` for an owner. */
export async function removeMembership(services: Services, viewer: Viewer, id: string): Promise<void> {
  await inTransaction(services.database, async (tx) => {
    const found = await store.findMembership(tx, viewer.clientId, requireId(id));
    if (!found) throw new NotFound();
    const team = await requireTeamScope(tx, viewer, found.team.id, "membership:manage");
    if (found.role === "owner") throw new TeamOwnerStays();
    if (!(await store.deleteMembership(tx, team, id))) throw new NotFound();
    await record(tx, viewer, { kind: "membershipRemoved", userId: found.user.id, teamId: found.team.id });
  });
}

/** Changes role or activation of a membership; omitted values stay. Throws `NotFound`, `NotAllowed`, and `TeamOwnerStays` for an owner's. */
export async function changeMembership(services: Services, viewer: Viewer, id: string, values: MembershipChange): Promise<Membership> {
  return inTransaction(services.database, async (tx) => {
    const before = await store.findMembership(tx, viewer.clientId, requireId(id));
    if (!before) throw new NotFound();
    const team = await requireTeamScope(tx, viewer, before.team.id, "membership:manage");
    if (before.role === "owner") throw new TeamOwnerStays();
    await store.updateMembership(tx, team, id, values);
    const after = await store.findMembership(tx, viewer.clientId, id);
    if (!after) throw new NotFound();
    const about = { userId: after.user.id, teamId: after.team.id };
    if (after.role !== before.role) {
      await record(tx, viewer, { kind: "membershipRoleChanged", ...about, role: after.role });
      await tellOfRole(services, tx, viewer, { userId: after.user.id, subjectId: after.team.id });
    }
    if (after.active !== before.active) {
      await record(tx, viewer, { kind: after.active ? "membershipActivated" : "membershipDeactivated", ...about });
    }
    return forViewer(viewer, after);
  });
}

/** A team that the viewer may add people to. The error does not reveal whether another team exists. */
async function requireManagedTeam(db: Queryable, viewer: Viewer, teamId: string) {
  const scope = isId(teamId) ? await findTeamScope(db, viewer, teamId, { lock: "key share" }) : undefined;
  if (!scope || !isPermitted(viewer, "membership:manage", scope)) throw new InvalidFields({ teamId: [{ key: "teamNotManaged" }] });
  return requirePermission(viewer, "membership:manage", scope);
}

function forViewer(viewer: Viewer, row: store.MembershipRow): Membership {
  const scope = { clientId: row.clientId, team: row.team };
  const access = explainAccess({ client: row.clientRole, team: row.active ? row.role : null }, scope);
  return { ...row, access, permissions: { update: row.role !== "owner" && isPermitted(viewer, "membership:manage", scope) } };
}
