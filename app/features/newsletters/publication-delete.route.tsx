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
import { withdrawPublication } from "~/upstream/newsletter-drafts.server";
import { requireMailing, stepHref } from "./newsletter-draft.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["mailings"] };

/** Asks before a delivery is stopped, or a scheduled newsletter becomes a draft again. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const mailing = await requireMailing(upstream, params);
  if (mailing.status === "draft") return replace(stepHref(mailing.folderId, mailing.id, "history"));
  const t = translator(locale);
  const kind = mailing.status === "scheduled" ? ("unschedule" as const) : ("stop" as const);
  return data({ title: t(`mailings:${kind}.title`), kind, name: mailing.title ?? t("mailings:untitled") });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const { id, folderId } = await requireMailing(upstream, params);
  const result = await withdrawPublication(upstream, id);
  if (!result.ok) return formAnswer(refusedForm(result, {}, translator(locale)), {}, refusalInit(result));
  const key = result.data.status === "draft" ? "mailingUnscheduled" : "mailingStopped";
  return replace(stepHref(folderId, id, "history"), { headers: { "Set-Cookie": showNotice("success", key) } });
}

export default function PublicationDelete() {
  const { t } = useTranslation(["mailings", "shell"]);
  const { title, kind, name } = useLoaderData<typeof loader>();
  const { beside } = useOverlay();
  return (
    <ConfirmDialog
      title={title}
      confirm={t(`mailings:${kind}.confirm`)}
      cancel={t("shell:cancel")}
      closeTo={beside("mailings")}
      errors={<FormErrors form={useActionData<typeof action>()?.form} labels={{}} />}
    >
      {t(`mailings:${kind}.text`, { name })}
    </ConfirmDialog>
  );
}
