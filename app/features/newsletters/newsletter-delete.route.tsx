import { type ActionFunctionArgs, data, type LoaderFunctionArgs, replace } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FormErrors } from "~/forms/form-errors";
import { formAnswer, refusalInit, refusedForm } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { useOverlay } from "~/layouts/overlay";
import { showNotice } from "~/session/notices.server";
import { requireSession } from "~/session/session.server";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { unlessGone } from "~/upstream/failure.server";
import { deleteMailing } from "~/upstream/newsletter-drafts.server";
import { requireMailing, stepHref } from "./newsletter-draft.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["mailings"] };

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const mailing = await unlessGone(requireMailing(upstream, params));
  if (!mailing) return replace(stepHref(params.folderId ?? "", "", "history"));
  const t = translator(locale);
  return data({
    title: t("mailings:delete.title"),
    name: mailing.title ?? t("mailings:untitled"),
    isPublished: mailing.status === "published",
  });
}

/** Deletes for good; what is gone already is no mistake. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const mailing = await unlessGone(requireMailing(upstream, params));
  const result = mailing && (await unlessGone(deleteMailing(upstream, mailing.id)));
  if (result && !result.ok) return formAnswer(refusedForm(result, {}, translator(locale)), {}, refusalInit(result));
  const headers = { "Set-Cookie": showNotice("success", "mailingDeleted") };
  return replace(stepHref(params.folderId ?? "", "", "history"), { headers });
}

export default function MailingDelete() {
  const { t } = useTranslation(["mailings", "shell"]);
  const { title, name, isPublished } = useLoaderData<typeof loader>();
  const { beside } = useOverlay();
  return (
    <ConfirmDialog
      title={title}
      confirm={t("mailings:delete.confirm")}
      cancel={t("shell:cancel")}
      closeTo={beside("mailings")}
      errors={<FormErrors form={useActionData<typeof action>()?.form} labels={{}} />}
    >
      {t(isPublished ? "mailings:delete.published" : "mailings:delete.draft", { name })}
    </ConfirmDialog>
  );
}
