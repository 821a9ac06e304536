import type { Translate } from "~/i18n/translate";
import { teamName } from "~/ui/team-name";
import type { Upstream } from "~/upstream/client.server";
import { listFolders } from "~/upstream/folders.server";

/** A team with those of its folders into which the user may file articles. */
export interface TargetTeam {
  id: string;
  name: string;
  folders: { id: string; name: string }[];
}

/** The folders into which the user may file articles, by team. */
export async function listTargets(upstream: Upstream, t: Translate): Promise<TargetTeam[]> {
  const teams = new Map<string, TargetTeam>();
  for (const { id, name, team } of await listFolders(upstream, { writable: true })) {
    const group = teams.get(team.id) ?? { id: team.id, name: teamName(team, t), folders: [] };
    group.folders.push({ id, name });
    teams.set(team.id, group);
  }
  return [...teams.values()];
}
