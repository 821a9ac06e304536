import type { Translate } from "~/i18n/translate";
import type { Upstream } from "~/upstream/client.server";
import { listTeams } from "~/upstream/teams.server";
import { href } from "../../contract/paths";
import type { Role } from "../../contract/rest/users";

/** Shown in an empty list. `to` and `label` are set only if the user can do something about it. */
export interface NextStep {
  title: string;
  text: string;
  to?: string;
  label?: string;
}

/** The next step for a user without a team: to create one, or to ask to be added. `undefined` for everyone else. */
export const findNewcomersStep = async (upstream: Upstream, role: Role, t: Translate): Promise<NextStep | undefined> =>
  newcomersStep(await listTeams(upstream), role, t);

/** Like `findNewcomersStep`, for teams that are already loaded. */
export function newcomersStep(
  teams: readonly Pick<Awaited<ReturnType<typeof listTeams>>[number], "visibility">[],
  role: Role,
  t: Translate,
): NextStep | undefined {
  if (teams.some(({ visibility }) => visibility !== "is_personal")) return undefined;
  const title = t("teams:newcomer.title");
  if (role === "reader") return { title, text: t("teams:newcomer.ask") };
  return { title, text: t("teams:newcomer.text"), to: href("teamNew"), label: t("teams:new.title") };
}
