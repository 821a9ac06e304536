import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { refusalAnswer } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { ConfirmDialog } from "~/layouts/confirm-dialog";
import { listBelow } from "~/layouts/overlay";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { unlessGone } from "~/upstream/failure.server";
import { deleteInvitation, requireInvitationRemoval } from "~/upstream/invitations.server";
import { href } from "../../../contract/paths";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["client"] };

export async function loader({ request, params: { invitationId = "" } }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const removal = await unlessGone(requireInvitationRemoval(upstream, invitationId));
  if (!removal) return redirectWithFlash(listBelow(request, href("clientInvitations")), "invitationGone", { type: "warning" });
  return data({ title: translator(locale)("client:invitations.remove.title"), email: removal.email });
}

/** Withdraws the invitation permanently; one that is already gone is not an error. */
export async function action({ request, params: { invitationId = "" } }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const result = await unlessGone(deleteInvitation(upstream, invitationId));
  if (result && !result.ok) return refusalAnswer(result, {}, translator(locale));
  const back = listBelow(request, href("clientInvitations"));
  return result ? redirectWithFlash(back, "invitationDeleted") : redirectWithFlash(back, "invitationGone", { type: "warning" });
}

export default function InvitationDelete() {
  const { t } = useTranslation(["client", "shell"]);
  const { email } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title={t("client:invitations.remove.title")}
      confirm={t("client:invitations.remove.confirm")}
      answer={useActionData<typeof action>()?.form}
    >
      {t("client:invitations.remove.text", { email })}
    </ConfirmDialog>
  );
}
