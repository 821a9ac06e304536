import type { Role } from "../../contract/rest/users";
import * as store from "../db/teams";
import type { Services } from "../services";
import { NotFound } from "./errors";
import { requireId } from "./ids";
import { isPermitted } from "./permissions";
import type { Viewer } from "./viewer";

export interface Team extends store.TeamRow {
  /** The viewer's. */
  role: Role | null;
  permissions: { createFolder: boolean; update: boolean; destroy: boolean; leave: boolean };
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
      destroy: isPermitted(viewer, "team:delete", place),
      leave: isPermitted(viewer, "team:leave", place) && !isLastOwner,
    },
  };
}
