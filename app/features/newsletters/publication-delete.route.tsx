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
import { overlay } from "../../../contract/paths";
import { requireNewsletter, stepHref } from "./require-newsletter.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["newsletters"] };

/** Confirms stopping a delivery, or turning a scheduled newsletter back into a draft. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const newsletter = await requireNewsletter(upstream, params, { gone: "history" });
  if (newsletter.status === "draft") return replace(stepHref(newsletter.folderId, newsletter.id, "history"));
  const t = translator(locale);
  const kind = newsletter.status === "scheduled" ? ("unschedule" as const) : ("stop" as const);
  return data({ title: t(`newsletters:${kind}.title`), kind, name: newsletter.title ?? t("newsletters:untitled") });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const { id, folderId } = await requireNewsletter(upstream, params, { gone: "history" });
  const result = await withdrawPublication(upstream, id);
  if (!result.ok) return refusalAnswer(result, {}, translator(locale));
  const key = result.data.status === "draft" ? "newsletterUnscheduled" : "newsletterStopped";
  return replaceWithFlash(stepHref(folderId, id, "history"), key);
}

export default function PublicationDelete() {
  const { t } = useTranslation(["newsletters", "shell"]);
  const { title, kind, name } = useLoaderData<typeof loader>();
  const { beside } = useOverlay();
  return (
    <ConfirmDialog
      title={title}
      confirm={t(`newsletters:${kind}.confirm`)}
      closeTo={beside(overlay("newsletters"))}
      answer={useActionData<typeof action>()?.form}
    >
      {t(`newsletters:${kind}.text`, { name })}
    </ConfirmDialog>
  );
}
