import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { refusalAnswer } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { ConfirmDialog } from "~/layouts/confirm-dialog";
import { listBelow } from "~/layouts/overlay";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { displayName } from "~/ui/display-name";
import { unlessGone } from "~/upstream/failure.server";
import { deleteMembership, requireMembership } from "~/upstream/memberships.server";
import { href } from "../../../contract/paths";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["teams"] };

export async function loader({ request, params: { teamId = "", membershipId = "" } }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const found = await unlessGone(requireMembership(upstream, membershipId));
  if (!found) return redirectWithFlash(listBelow(request, href("teamMembers", { teamId })), "membershipGone", { type: "warning" });
  return data({ title: translator(locale)("teams:remove.title"), name: displayName(found.user), team: found.team.name });
}

/** Ends the membership; one that has already ended is not an error. */
export async function action({ request, params: { teamId = "", membershipId = "" } }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const result = await unlessGone(deleteMembership(upstream, membershipId));
  if (result && !result.ok) return refusalAnswer(result, {}, translator(locale));
  const back = listBelow(request, href("teamMembers", { teamId }));
  return result ? redirectWithFlash(back, "membershipDeleted") : redirectWithFlash(back, "membershipGone", { type: "warning" });
}

export default function MembershipDelete() {
  const { t } = useTranslation("teams");
  const { title, name, team } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog title={title} confirm={t("remove.confirm")} answer={useActionData<typeof action>()?.form}>
      {t("remove.text", { name, team })}
    </ConfirmDialog>
  );
}
