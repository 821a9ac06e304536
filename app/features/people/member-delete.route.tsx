import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
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
import { type Removal, removeMember, requireRemoval, requireUser } from "~/upstream/users.server";
import { href } from "../../../contract/paths";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["client"] };

/** Users delete themselves by closing their account, which takes their password. The owner cannot be deleted. */
export async function loader({ request, params: { memberId = "" } }: LoaderFunctionArgs) {
  const { upstream, userId, locale } = await requireSession(request);
  if (memberId === userId) return redirect(href("settingsCloseAccount"));
  const removal = await unlessGone(requireRemoval(upstream, memberId));
  const user = removal && (await unlessGone(requireUser(upstream, memberId)));
  if (!user) return redirectWithFlash(toList(request, memberId), "memberGone", { type: "warning" });
  if (!removal.allowed) throw new Response(null, { status: 403 });
  return data({ title: translator(locale)("client:members.remove.title"), name: displayName(user), client: user.client.name, removal });
}

/** Deletes permanently; a person who is already gone is not an error. */
export async function action({ request, params: { memberId = "" } }: ActionFunctionArgs) {
  const { upstream, userId, locale } = await requireSession(request);
  if (memberId === userId) return redirect(href("settingsCloseAccount"));
  const result = await unlessGone(removeMember(upstream, memberId));
  if (result && !result.ok) return refusalAnswer(result, {}, translator(locale));
  const list = toList(request, memberId);
  return result ? redirectWithFlash(list, "memberDeleted") : redirectWithFlash(list, "memberGone", { type: "warning" });
}

/** The list of members; with its filters and page if the question was asked above it, and not above a person's page. */
function toList(request: Request, memberId: string): string {
  const isAboveList = new URL(request.url).pathname === href("memberDelete", { memberId });
  return isAboveList ? listBelow(request, href("clientMembers")) : href("clientMembers");
}

export default function MemberDelete() {
  const { t } = useTranslation(["client", "shell"]);
  const { name, client, removal } = useLoaderData<typeof loader>();
  const consequences = useConsequences(removal);
  return (
    <ConfirmDialog
      title={t("client:members.remove.title")}
      confirm={t("client:members.remove.confirm")}
      answer={useActionData<typeof action>()?.form}
    >
      {[t("client:members.remove.access", { name, client }), ...consequences, t("client:members.remove.final")].join(" ")}
    </ConfirmDialog>
  );
}

function useConsequences({ teamArticles, personalArticles, comments, soleOwnerTeams }: Removal): string[] {
  const { t } = useTranslation("client");
  return [
    ...(teamArticles > 0 ? [t("members.remove.teamArticles", { count: teamArticles })] : []),
    ...(comments > 0 ? [t("members.remove.comments", { count: comments })] : []),
    personalArticles > 0 ? t("members.remove.personalArticles", { count: personalArticles }) : t("members.remove.personalTeam"),
    ...(soleOwnerTeams > 0 ? [t("members.remove.soleOwnerTeams", { count: soleOwnerTeams })] : []),
  ];
}
