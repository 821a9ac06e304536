import type { Translate } from "~/i18n/translate";
import { href } from "~/paths";
import type { Upstream } from "~/upstream/client.server";
import { listTeams } from "~/upstream/teams.server";
import type { Role } from "../../contract/rest/users";

/** What is said where nothing is yet; `to` and `label` only where there is something that this person may do. */
export interface NextStep {
  title: string;
  text: string;
  to?: string;
  label?: string;
}

/** What somebody in no team but their own does next: makes one, or asks to be added; `undefined` for everybody else. */
export const findNewcomersStep = async (upstream: Upstream, role: Role, t: Translate): Promise<NextStep | undefined> =>
  newcomersStep(await listTeams(upstream), role, t);

/** The same of teams that are known. */
export function newcomersStep(
  teams: readonly Pick<Awaited<ReturnType<typeof listTeams>>[number], "visibility">[],
  role: Role,
  t: Translate,
): NextStep | undefined {
  if (teams.some(({ visibility }) => visibility !== "is_personal")) return undefined;
  const title = t("teams:newcomer.title");
  if (role === "reader") return { title, text: t("teams:newcomer.ask") };
  return { title, text: t("teams:newcomer.text"), to: href("teamNew", {}), label: t("teams:new.title") };
}
