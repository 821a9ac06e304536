import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { refusalAnswer } from "~/forms/read-form.server";
import { requireProduct } from "~/http/product.server";
import { translator } from "~/i18n/resources.server";
import { ConfirmDialog } from "~/layouts/confirm-dialog";
import { listBelow } from "~/layouts/overlay";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { unlessGone } from "~/upstream/failure.server";
import { requireFolder } from "~/upstream/folders.server";
import { deleteSubscriber } from "~/upstream/subscribers.server";
import { href } from "../../../contract/paths";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["subscribers"] };

export async function loader({ request, params: { product, folderId = "" } }: LoaderFunctionArgs) {
  requireProduct(product);
  const { upstream, locale } = await requireSession(request);
  const { permissions } = await requireFolder(upstream, folderId);
  if (!permissions.manageMailings) throw new Response(null, { status: 403 });
  return data({ title: translator(locale)("subscribers:delete.title") });
}

/** Erases a subscriber. One who is already gone is not an error. */
export async function action({ request, params: { product = "", folderId = "", subscriberId = "" } }: ActionFunctionArgs) {
  requireProduct(product);
  const { upstream, locale } = await requireSession(request);
  const result = await unlessGone(deleteSubscriber(upstream, subscriberId));
  if (result && !result.ok) return refusalAnswer(result, {}, translator(locale));
  const back = listBelow(request, href("subscribers", { product, folderId }));
  return result ? redirectWithFlash(back, "subscriberDeleted") : redirectWithFlash(back, "subscriberGone", { type: "warning" });
}

export default function SubscriberDelete() {
  const { t } = useTranslation("subscribers");
  return (
    <ConfirmDialog title={t("delete.title")} confirm={t("delete.confirm")} answer={useActionData<typeof action>()?.form}>
      {t("delete.text")}
    </ConfirmDialog>
  );
}
