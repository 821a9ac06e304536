import { type ActionFunctionArgs, data, type LoaderFunctionArgs, replace } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FormErrors } from "~/forms/form-errors";
import { formAnswer, refusalInit, refusedForm } from "~/forms/read-form.server";
import { listed } from "~/i18n/listed";
import type { Locale } from "~/i18n/locale";
import { translator } from "~/i18n/resources.server";
import { useOverlay } from "~/layouts/overlay";
import { href } from "~/paths";
import { showNotice } from "~/session/notices.server";
import { requireSession } from "~/session/session.server";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { displayName } from "~/ui/display-name";
import type { Upstream } from "~/upstream/client.server";
import { unlessGone } from "~/upstream/failure.server";
import { listMemberships } from "~/upstream/memberships.server";
import { deleteTeam, requireTeam, requireTeamRemoval, type Team } from "~/upstream/teams.server";
import { TeamStays } from "./team-stays";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["teams"] };

/** The question with what goes; or who else could answer it. */
export async function loader({ request, params: { teamId = "" } }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const team = await requireTeam(upstream, teamId);
  const { name } = team;
  if (!team.permissions.destroy) {
    return data({ title: t("teams:menu.delete"), why: await whoDeletes(upstream, team, locale), name, holds: "", memberships: 0 }, 403);
  }
  const removal = await requireTeamRemoval(upstream, teamId);
  const parts = (["folders", "contents", "comments", "attachments", "mailings"] as const).filter((part) => removal[part] > 0);
  const held = parts.map((part) => t(`teams:delete.${part}`, { count: removal[part] }));
  // Joined here, because browsers know other words for it than the server.
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

/** Deletes for good; what is gone already is no mistake. Who may not is led to who may. */
export async function action({ request, params: { teamId = "" } }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const team = await unlessGone(requireTeam(upstream, teamId));
  const { pathname, search } = new URL(request.url);
  if (team && !team.permissions.destroy) return replace(`${pathname}${search}`);
  const result = team && (await unlessGone(deleteTeam(upstream, teamId)));
  if (result && !result.ok) return formAnswer(refusedForm(result, {}, translator(locale)), {}, refusalInit(result));
  return replace(href("teams", {}), { headers: { "Set-Cookie": showNotice("success", "teamDeleted") } });
}

export default function TeamDelete() {
  const { t } = useTranslation(["teams", "shell"]);
  const { title, why, name, holds, memberships } = useLoaderData<typeof loader>();
  const { below } = useOverlay();
  const answer = useActionData<typeof action>()?.form;
  const members = t("teams:delete.memberships", { count: memberships });
  if (why) return <TeamStays title={title} text={why} />;
  return (
    <ConfirmDialog
      title={title}
      confirm={t("teams:delete.confirm")}
      cancel={t("shell:cancel")}
      closeTo={below}
      errors={<FormErrors form={answer} labels={{}} />}
    >
      {holds ? t("teams:delete.text", { name, holds, members }) : t("teams:delete.emptyText", { name, members })}
    </ConfirmDialog>
  );
}
