import { type ActionFunctionArgs, data, type LoaderFunctionArgs, replace } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FormErrors } from "~/forms/form-errors";
import { formAnswer, refusalInit, refusedForm } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { useOverlay } from "~/layouts/overlay";
import { href } from "~/paths";
import { showNotice } from "~/session/notices.server";
import { requireSession } from "~/session/session.server";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { unlessGone } from "~/upstream/failure.server";
import { leaveTeam, requireTeam } from "~/upstream/teams.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["teams"] };

export async function loader({ request, params: { teamId = "" } }: LoaderFunctionArgs) {
  const { upstream, user, locale } = await requireSession(request);
  const { name, visibility, role } = await requireTeam(upstream, teamId);
  if (visibility === "is_personal" || role === null) throw new Response(null, { status: 403 });
  const staysVisible = user.role === "owner" || user.role === "admin";
  return data({ title: translator(locale)("teams:leave.title"), name, staysVisible });
}

/** Ends one's own membership; whoever is out already is out. */
export async function action({ request, params: { teamId = "" } }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const result = await unlessGone(leaveTeam(upstream, teamId));
  if (result && !result.ok) return formAnswer(refusedForm(result, {}, translator(locale)), {}, refusalInit(result));
  return replace(href("teams", {}), { headers: { "Set-Cookie": showNotice("success", "teamLeft") } });
}

export default function TeamLeave() {
  const { t } = useTranslation(["teams", "shell"]);
  const { name, staysVisible } = useLoaderData<typeof loader>();
  const { below } = useOverlay();
  return (
    <ConfirmDialog
      title={t("teams:leave.title")}
      confirm={t("teams:leave.confirm")}
      cancel={t("shell:cancel")}
      closeTo={below}
      errors={<FormErrors form={useActionData<typeof action>()?.form} labels={{}} />}
    >
      {t(staysVisible ? "teams:leave.textAdmin" : "teams:leave.text", { name })}
    </ConfirmDialog>
  );
}
