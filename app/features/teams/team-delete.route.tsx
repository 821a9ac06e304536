import { type ActionFunctionArgs, data, type LoaderFunctionArgs, replace } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { refusalAnswer } from "~/forms/read-form.server";
import { listed } from "~/i18n/listed";
import type { Locale } from "~/i18n/locale";
import { translator } from "~/i18n/resources.server";
import { ConfirmDialog } from "~/layouts/confirm-dialog";
import { replaceWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { displayName } from "~/ui/display-name";
import type { Upstream } from "~/upstream/client.server";
import { unlessGone } from "~/upstream/failure.server";
import { listMemberships } from "~/upstream/memberships.server";
import { deleteTeam, requireTeam, requireTeamRemoval, type Team } from "~/upstream/teams.server";
import { href } from "../../../contract/paths";
import { TeamStays } from "./team-stays";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["teams"] };

/** Asks for confirmation, listing what will be deleted; without permission, names the people who may delete the team. */
export async function loader({ request, params: { teamId = "" } }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const team = await unlessGone(requireTeam(upstream, teamId));
  if (!team) return toTeams();
  const { name } = team;
  if (!team.permissions.destroy) {
    return data({ title: t("teams:menu.delete"), why: await whoDeletes(upstream, team, locale), name, holds: "", memberships: 0 }, 403);
  }
  const removal = await requireTeamRemoval(upstream, teamId);
  const parts = (["folders", "contents", "comments", "attachments", "mailings"] as const).filter((part) => removal[part] > 0);
  const held = parts.map((part) => t(`teams:delete.${part}`, { count: removal[part] }));
  // Joined on the server, because browsers join lists with different words, which would break hydration.
  const holds = listed(held, locale);
  return data({ title: t("teams:delete.title"), why: undefined, name, holds, memberships: removal.memberships });
}

async function whoDeletes(upstream: Upstream, { id, name, visibility }: Team, locale: Locale): Promise<string> {
  const t = translator(locale);
  if (visibility === "is_personal") return t("teams:settings.personal");
  const { entries } = await listMemberships(upstream, { teamId: id, role: "owner", page: 0 });
  const owners = entries.filter(({ active }) => active).map(({ user }) => displayName(user));
  return owners.length > 0 ? t("teams:delete.notYours", { name, owners: listed(owners, locale) }) : t("teams:delete.ownerless", { name });
}

/** Deletes permanently; a team that is gone, or that the viewer no longer sees, is not an error. Without permission, redirects to the names of those who have it. */
export async function action({ request, params: { teamId = "" } }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const team = await unlessGone(requireTeam(upstream, teamId));
  const { pathname, search } = new URL(request.url);
  if (team && !team.permissions.destroy) return replace(`${pathname}${search}`);
  const result = team && (await unlessGone(deleteTeam(upstream, teamId)));
  if (result && !result.ok) return refusalAnswer(result, {}, translator(locale));
  return result ? replaceWithFlash(href("teams"), "teamDeleted") : toTeams();
}

const toTeams = () => replaceWithFlash(href("teams"), "teamGone", { type: "warning" });

export default function TeamDelete() {
  const { t } = useTranslation(["teams", "shell"]);
  const { title, why, name, holds, memberships } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>()?.form;
  const members = t("teams:delete.memberships", { count: memberships });
  if (why) return <TeamStays title={title} text={why} />;
  return (
    <ConfirmDialog title={title} confirm={t("teams:delete.confirm")} answer={answer}>
      {holds ? t("teams:delete.text", { name, holds, members }) : t("teams:delete.emptyText", { name, members })}
    </ConfirmDialog>
  );
}
