import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FormErrors } from "~/forms/form-errors";
import { formAnswer, refusalInit, refusedForm } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { pageBelow, useOverlay } from "~/layouts/overlay";
import { showNotice } from "~/session/notices.server";
import { requireSession } from "~/session/session.server";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { unlessGone } from "~/upstream/failure.server";
import { deleteInvitation, requireInvitationRemoval } from "~/upstream/invitations.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["client"] };

export async function loader({ request, params: { invitationId = "" } }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const { email } = await requireInvitationRemoval(upstream, invitationId);
  return data({ title: translator(locale)("client:invitations.remove.title"), email });
}

/** Withdraws for good; what is gone already is no mistake. */
export async function action({ request, params: { invitationId = "" } }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const result = await unlessGone(deleteInvitation(upstream, invitationId));
  if (result && !result.ok) return formAnswer(refusedForm(result, {}, translator(locale)), {}, refusalInit(result));
  return redirect(pageBelow(request, `${invitationId}/delete`), { headers: { "Set-Cookie": showNotice("success", "invitationDeleted") } });
}

export default function InvitationDelete() {
  const { t } = useTranslation(["client", "shell"]);
  const { below } = useOverlay();
  const { email } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title={t("client:invitations.remove.title")}
      confirm={t("client:invitations.remove.confirm")}
      cancel={t("shell:cancel")}
      closeTo={below}
      errors={<FormErrors form={useActionData<typeof action>()?.form} labels={{}} />}
    >
      {t("client:invitations.remove.text", { email })}
    </ConfirmDialog>
  );
}
