import { type ActionFunctionArgs, data, type LoaderFunctionArgs, replace } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { refusalAnswer } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { ConfirmDialog } from "~/layouts/confirm-dialog";
import { useOverlay } from "~/layouts/overlay";
import { replaceWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { withdrawPublication } from "~/upstream/newsletter-drafts.server";
import { requireMailing, stepHref } from "./newsletter-draft.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["mailings"] };

/** Confirms stopping a delivery, or turning a scheduled newsletter back into a draft. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const mailing = await requireMailing(upstream, params, { gone: "history" });
  if (mailing.status === "draft") return replace(stepHref(mailing.folderId, mailing.id, "history"));
  const t = translator(locale);
  const kind = mailing.status === "scheduled" ? ("unschedule" as const) : ("stop" as const);
  return data({ title: t(`mailings:${kind}.title`), kind, name: mailing.title ?? t("mailings:untitled") });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const { id, folderId } = await requireMailing(upstream, params, { gone: "history" });
  const result = await withdrawPublication(upstream, id);
  if (!result.ok) return refusalAnswer(result, {}, translator(locale));
  const key = result.data.status === "draft" ? "mailingUnscheduled" : "mailingStopped";
  return replaceWithFlash(stepHref(folderId, id, "history"), key);
}

export default function PublicationDelete() {
  const { t } = useTranslation(["mailings", "shell"]);
  const { title, kind, name } = useLoaderData<typeof loader>();
  const { beside } = useOverlay();
  return (
    <ConfirmDialog
      title={title}
      confirm={t(`mailings:${kind}.confirm`)}
      closeTo={beside("mailings")}
      answer={useActionData<typeof action>()?.form}
    >
      {t(`mailings:${kind}.text`, { name })}
    </ConfirmDialog>
  );
}
