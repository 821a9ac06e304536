import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { refusalAnswer } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { ConfirmDialog } from "~/layouts/confirm-dialog";
import { replaceWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { unlessGone } from "~/upstream/failure.server";
import { leaveTeam, requireTeam } from "~/upstream/teams.server";
import { href } from "../../../contract/paths";
import { TeamStays } from "./team-stays";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["teams"] };

/** Asks for confirmation, or explains why the user cannot leave and what the last owner can do instead. */
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

/** Ends the user's own membership; one that has already ended is not an error. */
export async function action({ request, params: { teamId = "" } }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const result = await unlessGone(leaveTeam(upstream, teamId));
  if (result && !result.ok) return refusalAnswer(result, {}, translator(locale));
  return replaceWithFlash(href("teams"), "teamLeft");
}

export default function TeamLeave() {
  const { t } = useTranslation(["teams", "shell"]);
  const { title, teamId, name, staysVisible, isLastOwner, why } = useLoaderData<typeof loader>();
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
    <ConfirmDialog title={title} confirm={t("teams:leave.confirm")} answer={answer}>
      {t(staysVisible ? "teams:leave.textAdmin" : "teams:leave.text", { name })}
    </ConfirmDialog>
  );
}
