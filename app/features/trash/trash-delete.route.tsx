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
import { purgeFromTrash, requireTrashItem } from "~/upstream/trash.server";
import { href } from "../../../contract/paths";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["trash"] };

export async function loader({ request, params: { trashId = "" } }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const item = await unlessGone(requireTrashItem(upstream, trashId));
  if (!item) return redirectWithFlash(listBelow(request, href("trash")), "restoreGone", { type: "warning" });
  if (!item.permissions.destroy) throw new Response(null, { status: 403 });
  const t = translator(locale);
  return data({ title: t("trash:delete.title"), name: item.title || t("trash:untitled") });
}

/** Deletes permanently; something that is already restored or deleted is not an error. */
export async function action({ request, params: { trashId = "" } }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const result = await unlessGone(purgeFromTrash(upstream, trashId));
  if (result && !result.ok) return refusalAnswer(result, {}, translator(locale));
  const back = listBelow(request, href("trash"));
  return result ? redirectWithFlash(back, "purged") : redirectWithFlash(back, "restoreGone", { type: "warning" });
}

export default function TrashDelete() {
  const { t } = useTranslation(["trash", "shell"]);
  const { name } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog title={t("trash:delete.title")} confirm={t("trash:delete.confirm")} answer={useActionData<typeof action>()?.form}>
      {t("trash:delete.text", { name })}
    </ConfirmDialog>
  );
}
