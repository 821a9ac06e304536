import type { Translate } from "~/i18n/translate";
import { lastFolders } from "~/session/last-folders.server";
import { teamName } from "~/ui/team-name";
import type { Upstream } from "~/upstream/client.server";
import { listFolders } from "~/upstream/folders.server";

interface TargetFolder {
  id: string;
  name: string;
  /** Its place among those that were used last, from 0. */
  lastUsed?: number;
}

/** A team with those of its folders into which the user may file articles. */
export interface TargetTeam {
  id: string;
  name: string;
  folders: TargetFolder[];
}

/** The folders into which the user may file articles, by team. */
export async function listTargets(request: Request, upstream: Upstream, t: Translate): Promise<TargetTeam[]> {
  const last = lastFolders(request);
  const teams = new Map<string, TargetTeam>();
  for (const { id, name, team } of await listFolders(upstream, { writable: true })) {
    const group = teams.get(team.id) ?? { id: team.id, name: teamName(team, t), folders: [] };
    const lastUsed = last.indexOf(id);
    group.folders.push(lastUsed < 0 ? { id, name } : { id, name, lastUsed });
    teams.set(team.id, group);
  }
  return [...teams.values()];
}
