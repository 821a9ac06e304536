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
export type TeamRemoval = store.TeamBelongings;

export interface Team extends store.TeamRow {
  /** The viewer's. */
  role: Role | null;
  permissions: { createFolder: boolean; update: boolean; manageMembers: boolean; destroy: boolean; leave: boolean };
}

/** The teams the viewer may read, public ones by name, the personal one last. */
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
 * Makes a team, which its maker owns; the same person's same key with the same name answers the team it made the first time.
 * Throws `NotAllowed`, and `InvalidFields` where it is to be `distinct` and is not.
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
 * Names a team anew; its slug stays, so that links to it do. Throws `NotFound`, `NotAllowed`, and `InvalidFields` where it is to be `distinct` and
 * is not.
 */
export async function changeTeam(services: Services, viewer: Viewer, id: string, { name, distinct }: TeamInput): Promise<Team> {
  await inTransaction(services.database, async (tx) => {
    const place = await requireTeamPlace(tx, viewer, id, "team:update", "no key update");
    if (name === place.name) return;
    if (distinct) await requireDistinct(tx, viewer, name, id);
    await store.updateTeam(tx, place, { name });
    // The name of a personal team is nobody else's business.
    const names = place.team.visibility === "is_public" ? { from: place.name, to: name } : { from: null, to: null };
    await record(tx, viewer, { kind: "teamRenamed", ...names });
  });
  return requireTeam(services, viewer, id);
}

/** Two teams may have the same name; this check is for people who did not intend that. */
async function requireDistinct(db: Queryable, viewer: Viewer, name: string, exceptId?: string): Promise<void> {
  if (await store.hasNamesake(db, viewer, name, exceptId)) throw new InvalidFields({ name: [{ key: "teamNamesake" }] });
}

/** What is deleted with the team; throws `NotFound` and `NotAllowed`. */
export async function requireTeamRemoval({ database }: Services, viewer: Viewer, id: string): Promise<TeamRemoval> {
  return store.countTeamBelongings(database.db, await requireTeamPlace(database.db, viewer, id, "team:delete"));
}

/** Deletes a team with its folders and everything in them; throws `NotFound` and `NotAllowed`. */
export async function removeTeam({ database }: Services, viewer: Viewer, id: string): Promise<void> {
  await inTransaction(database, async (tx) => {
    const place = await requireTeamPlace(tx, viewer, id, "team:delete", "update");
    await record(tx, viewer, { kind: "teamDeleted", teamId: id });
    await store.deleteTeam(tx, place);
  });
}

/** Ends the viewer's own membership. Throws `NotFound`, `NotAllowed`, and `LastOwner` for the only owner that the team has. */
export async function leaveTeam({ database }: Services, viewer: Viewer, id: string): Promise<void> {
  await inTransaction(database, async (tx) => {
    // Two owners who leave at once come one after the other, and the second one is the last.
    const place = await requireTeamPlace(tx, viewer, id, "team:leave", "no key update");
    const left = await store.deleteOwnMembership(tx, viewer, place);
    if (left === "gone") throw new NotFound();
    if (left === "lastOwner") throw new LastOwner();
    await record(tx, viewer, { kind: "membershipLeft", teamId: id });
  });
}

/** The team as something this person may do that with; throws `NotFound` and `NotAllowed`. */
export async function requireTeamPlace<A extends Action>(
  db: Queryable,
  viewer: Viewer,
  id: string,
  action: A,
  lock?: "key share" | "no key update" | "update",
): Promise<Permitted<store.TeamPlace, A>> {
  const place = await store.findTeamPlace(db, viewer, requireId(id), { lock });
  if (!place) throw new NotFound();
  return requirePermission(viewer, action, place);
}

function forViewer(viewer: Viewer, team: store.TeamRow): Team {
  const place = { clientId: team.clientId, team };
  const role = viewer.teams.get(team.id) ?? null;
  const isLastOwner = role === "owner" && team.ownersCount === 1;
  return {
    ...team,
    role,
    permissions: {
      createFolder: isPermitted(viewer, "folder:create", place),
      update: isPermitted(viewer, "team:update", place),
      manageMembers: isPermitted(viewer, "membership:manage", place),
      destroy: isPermitted(viewer, "team:delete", place),
      leave: isPermitted(viewer, "team:leave", place) && !isLastOwner,
    },
  };
}
