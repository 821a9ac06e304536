import { type ActionFunctionArgs, data, type LoaderFunctionArgs, replace } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
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
import { TeamStays } from "./team-stays";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["teams"] };

/** The question; or why somebody cannot leave, and what the last owner can do instead. */
export async function loader({ request, params: { teamId = "" } }: LoaderFunctionArgs) {
  const { upstream, user, locale } = await requireSession(request);
  const t = translator(locale);
  const { name, visibility, role, permissions } = await requireTeam(upstream, teamId);
  const isLastOwner = visibility === "is_public" && role === "owner" && !permissions.leave;
  const isIn = permissions.leave || isLastOwner;
  const other = visibility === "is_personal" ? t("teams:settings.personal") : t("teams:leave.notMember", { name });
  return data(
    {
      title: isIn && !isLastOwner ? t("teams:leave.title") : t("teams:menu.leave"),
      teamId,
      name,
      staysVisible: user.role === "owner" || user.role === "admin",
      isLastOwner,
      why: isLastOwner ? t("teams:leave.lastOwner", { name }) : isIn ? undefined : other,
    },
    isIn ? 200 : 403,
  );
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
  const { title, teamId, name, staysVisible, isLastOwner, why } = useLoaderData<typeof loader>();
  const { below } = useOverlay();
  const answer = useActionData<typeof action>()?.form;
  if (why) {
    return (
      <TeamStays title={title} text={why}>
        {isLastOwner ? (
          <>
            <Link className="btn" to={href("teamSettings", { teamId })}>
              {t("teams:leave.toSettings")}
            </Link>
            <Link className="btn primary" to={href("teamMembers", { teamId })}>
              {t("teams:leave.toMembers")}
            </Link>
          </>
        ) : null}
      </TeamStays>
    );
  }
  return (
    <ConfirmDialog
      title={title}
      confirm={t("teams:leave.confirm")}
      cancel={t("shell:cancel")}
      closeTo={below}
      errors={<FormErrors form={answer} labels={{}} />}
    >
      {t(staysVisible ? "teams:leave.textAdmin" : "teams:leave.text", { name })}
    </ConfirmDialog>
  );
}
