import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FormErrors } from "~/forms/form-errors";
import { formAnswer, refusalInit, refusedForm } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { pageBelow, useOverlay } from "~/layouts/overlay";
import { href } from "~/paths";
import { showNotice } from "~/session/notices.server";
import { requireSession } from "~/session/session.server";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { displayName } from "~/ui/display-name";
import { unlessGone } from "~/upstream/failure.server";
import { type Removal, removeMember, requireRemoval, requireUser } from "~/upstream/users.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["client"] };

/** Oneself is removed by closing the account, with its password; the owner by nobody. */
export async function loader({ request, params: { memberId = "" } }: LoaderFunctionArgs) {
  const { upstream, userId, locale } = await requireSession(request);
  if (memberId === userId) return redirect(href("settingsCloseAccount", {}));
  // One after the other: who manages nobody is told so, whether or not they see the person.
  const removal = await requireRemoval(upstream, memberId);
  const user = await requireUser(upstream, memberId);
  if (!removal.allowed) throw new Response(null, { status: 403 });
  return data({ title: translator(locale)("client:members.remove.title"), name: displayName(user), client: user.client.name, removal });
}

/** Deletes for good; who is gone already is no mistake. */
export async function action({ request, params: { memberId = "" } }: ActionFunctionArgs) {
  const { upstream, userId, locale } = await requireSession(request);
  if (memberId === userId) return redirect(href("settingsCloseAccount", {}));
  const result = await unlessGone(removeMember(upstream, memberId));
  if (result && !result.ok) return formAnswer(refusedForm(result, {}, translator(locale)), {}, refusalInit(result));
  const isAboveList = new URL(request.url).pathname.endsWith("/delete");
  const back = isAboveList ? pageBelow(request, `${memberId}/delete`) : href("clientMembers", {});
  return redirect(back, { headers: { "Set-Cookie": showNotice("success", "memberDeleted") } });
}

export default function MemberDelete() {
  const { t } = useTranslation(["client", "shell"]);
  const { below } = useOverlay();
  const { name, client, removal } = useLoaderData<typeof loader>();
  const consequences = useConsequences(removal);
  return (
    <ConfirmDialog
      title={t("client:members.remove.title")}
      confirm={t("client:members.remove.confirm")}
      cancel={t("shell:cancel")}
      closeTo={below}
      errors={<FormErrors form={useActionData<typeof action>()?.form} labels={{}} />}
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
