import type { z } from "zod";
import type { teamFieldsSchema } from "../../../contract/rest/teams";
import type { Role } from "../../../contract/rest/users";
import { inTransaction, type Queryable } from "../../db/pool";
import * as store from "../../db/teams/teams";
import { type Action, isPermitted, type Permitted } from "../../permissions/permissions";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { InvalidFields, LastOwner, NotFound } from "../errors";
import { makeOnce, toStoredKey } from "../idempotency";
import { requireId } from "../ids";
import { requirePermission } from "../require-permission";
import { record } from "../workspace/audit";

export type TeamInput = z.infer<typeof teamFieldsSchema>;
export type TeamRemoval = store.TeamDeletionPreview;

export interface Team extends store.TeamRow {
  /** The viewer's role; `null` if they are not a member. */
  role: Role | null;
  permissions: { createFolder: boolean; update: boolean; manageMembers: boolean; destroy: boolean; leave: boolean };
}

/** The teams that the viewer may read: public ones by name, then the personal one. */
export async function listTeams({ database }: Services, viewer: Viewer): Promise<Team[]> {
  const teams = await store.listTeams(database.db, viewer);
  return teams.map((team) => forViewer(viewer, team));
}

/** Throws `NotFound`. */
export async function requireTeam({ database }: Services, viewer: Viewer, id: string): Promise<Team> {
  const team = await store.findTeam(database.db, viewer, requireId(id));
  if (!team) throw new NotFound();
  return forViewer(viewer, team);
}

/**
 * Creates a team that the viewer owns. A repeated request with the same key and name returns the team created first. Throws `NotAllowed`, and
 * `InvalidFields` if the name has to be `distinct` and is taken.
 */
export async function createTeam(services: Services, viewer: Viewer, { name, distinct }: TeamInput, key: string | null): Promise<Team> {
  const workspace = requirePermission(viewer, "team:create", { clientId: viewer.clientId });
  const storedKey = toStoredKey(key, { createTeam: { name }, by: viewer.userId });
  const made = await inTransaction(services.database, (tx) =>
    makeOnce(
      storedKey,
      (found) => store.findTeamByKey(tx, viewer, found),
      async () => {
        if (distinct) await requireDistinct(tx, viewer, name);
        const team = await store.insertTeam(tx, workspace, { name, ownerId: viewer.userId }, storedKey);
        if (team) await record(tx, viewer, { kind: "teamCreated", teamId: team.id });
        return team;
      },
    ),
  );
  if (!made) throw new NotFound();
  return requireTeam(services, { ...viewer, teams: new Map([...viewer.teams, [made.id, made.role]]) }, made.id);
}

/**
 * Renames a team. Its slug stays, so that links keep working. Throws `NotFound`, `NotAllowed`, and `InvalidFields` if the name has to be
 * `distinct` and is taken.
 */
export async function changeTeam(services: Services, viewer: Viewer, id: string, { name, distinct }: TeamInput): Promise<Team> {
  await inTransaction(services.database, async (tx) => {
    const scope = await requireTeamScope(tx, viewer, id, "team:update", "no key update");
    if (name === scope.name) return;
    if (distinct) await requireDistinct(tx, viewer, name, id);
    await store.updateTeam(tx, scope, { name });
    // Names of personal teams are private.
    const names = scope.team.visibility === "is_public" ? { from: scope.name, to: name } : { from: null, to: null };
    await record(tx, viewer, { kind: "teamRenamed", ...names });
  });
  return requireTeam(services, viewer, id);
}

/** Team names need not be unique: clients request this check to prevent accidental duplicates. */
async function requireDistinct(db: Queryable, viewer: Viewer, name: string, exceptId?: string): Promise<void> {
  if (await store.hasNamesake(db, viewer, name, exceptId)) throw new InvalidFields({ name: [{ key: "teamNamesake" }] });
}

/** The deletion preview of a team. Throws `NotFound` and `NotAllowed`. */
export async function requireTeamRemoval({ database }: Services, viewer: Viewer, id: string): Promise<TeamRemoval> {
  return store.previewTeamDeletion(database.db, await requireTeamScope(database.db, viewer, id, "team:delete"));
}

/** Deletes a team with its folders and everything in them. Throws `NotFound` and `NotAllowed`. */
export async function removeTeam({ database }: Services, viewer: Viewer, id: string): Promise<void> {
  await inTransaction(database, async (tx) => {
    const scope = await requireTeamScope(tx, viewer, id, "team:delete", "update");
    await record(tx, viewer, { kind: "teamDeleted", teamId: id });
    await store.deleteTeam(tx, scope);
  });
}

/** Ends the viewer's own membership. Throws `NotFound`, `NotAllowed`, and `LastOwner` for the team's only owner. */
export async function leaveTeam({ database }: Services, viewer: Viewer, id: string): Promise<void> {
  await inTransaction(database, async (tx) => {
    // The lock serializes two owners who leave at the same time: the second one is the last owner.
    const scope = await requireTeamScope(tx, viewer, id, "team:leave", "no key update");
    const left = await store.deleteOwnMembership(tx, viewer, scope);
    if (left === "gone") throw new NotFound();
    if (left === "lastOwner") throw new LastOwner();
    await record(tx, viewer, { kind: "membershipLeft", teamId: id });
  });
}

/** The team, if the viewer may do this with it. Throws `NotFound` and `NotAllowed`. */
export async function requireTeamScope<A extends Action>(
  db: Queryable,
  viewer: Viewer,
  id: string,
  action: A,
  lock?: "key share" | "no key update" | "update",
): Promise<Permitted<store.TeamScope, A>> {
  const scope = await store.findTeamScope(db, viewer, requireId(id), { lock });
  if (!scope) throw new NotFound();
  return requirePermission(viewer, action, scope);
}

function forViewer(viewer: Viewer, team: store.TeamRow): Team {
  const scope = { clientId: team.clientId, team };
  const role = viewer.teams.get(team.id) ?? null;
  const isLastOwner = role === "owner" && team.ownersCount === 1;
  return {
    ...team,
    role,
    permissions: {
      createFolder: isPermitted(viewer, "folder:create", scope),
      update: isPermitted(viewer, "team:update", scope),
      manageMembers: isPermitted(viewer, "membership:manage", scope),
      destroy: isPermitted(viewer, "team:delete", scope),
      leave: isPermitted(viewer, "team:leave", scope) && !isLastOwner,
    },
  };
}
