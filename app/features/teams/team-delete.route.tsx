import { type ActionFunctionArgs, data, type LoaderFunctionArgs, replace } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FormErrors } from "~/forms/form-errors";
import { formAnswer, refusalInit, refusedForm } from "~/forms/read-form.server";
import { listed } from "~/i18n/listed";
import { translator } from "~/i18n/resources.server";
import { useOverlay } from "~/layouts/overlay";
import { href } from "~/paths";
import { showNotice } from "~/session/notices.server";
import { requireSession } from "~/session/session.server";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { unlessGone } from "~/upstream/failure.server";
import { deleteTeam, requireTeam, requireTeamRemoval } from "~/upstream/teams.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["teams"] };

export async function loader({ request, params: { teamId = "" } }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const [team, removal] = await Promise.all([requireTeam(upstream, teamId), requireTeamRemoval(upstream, teamId)]);
  const parts = (["folders", "contents", "comments", "attachments", "mailings"] as const).filter((part) => removal[part] > 0);
  const held = parts.map((part) => t(`teams:delete.${part}`, { count: removal[part] }));
  // Joined here, because browsers know other words for it than the server.
  const holds = listed(held, locale);
  return data({ title: t("teams:delete.title"), name: team.name, holds, memberships: removal.memberships });
}

/** Deletes for good; what is gone already is no mistake. */
export async function action({ request, params: { teamId = "" } }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const result = await unlessGone(deleteTeam(upstream, teamId));
  if (result && !result.ok) return formAnswer(refusedForm(result, {}, translator(locale)), {}, refusalInit(result));
  return replace(href("teams", {}), { headers: { "Set-Cookie": showNotice("success", "teamDeleted") } });
}

export default function TeamDelete() {
  const { t } = useTranslation(["teams", "shell"]);
  const { name, holds, memberships } = useLoaderData<typeof loader>();
  const { below } = useOverlay();
  const members = t("teams:delete.memberships", { count: memberships });
  return (
    <ConfirmDialog
      title={t("teams:delete.title")}
      confirm={t("teams:delete.confirm")}
      cancel={t("shell:cancel")}
      closeTo={below}
      errors={<FormErrors form={useActionData<typeof action>()?.form} labels={{}} />}
    >
      {holds ? t("teams:delete.text", { name, holds, members }) : t("teams:delete.emptyText", { name, members })}
    </ConfirmDialog>
  );
}
