import { type ActionFunctionArgs, data, type LoaderFunctionArgs, replace } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { config } from "~/config.server";
import { FormErrors } from "~/forms/form-errors";
import { formAnswer, refusalInit, refusedForm } from "~/forms/read-form.server";
import { requireProduct } from "~/http/product.server";
import { listed } from "~/i18n/listed";
import { translator } from "~/i18n/resources.server";
import { useOverlay } from "~/layouts/overlay";
import { href } from "~/paths";
import { showNotice } from "~/session/notices.server";
import { requireSession } from "~/session/session.server";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { unlessGone } from "~/upstream/failure.server";
import { deleteFolder, requireFolder, requireFolderRemoval } from "~/upstream/folders.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["folders"] };

export async function loader({ request, params: { product, folderId = "" } }: LoaderFunctionArgs) {
  requireProduct(product);
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const [folder, removal] = await Promise.all([requireFolder(upstream, folderId), requireFolderRemoval(upstream, folderId)]);
  const parts = (["contents", "comments", "attachments"] as const).filter((part) => removal[part] > 0);
  const held = parts.map((part) => t(`folders:delete.${part}`, { count: removal[part] }));
  // Joined here, because browsers know other words for it than the server.
  const holds = listed(held, locale);
  return data({ title: t("folders:delete.title"), name: folder.name, holds });
}

/** Deletes permanently and redirects to the folder's team. A folder that is already gone is not an error. */
export async function action({ request, params: { product, folderId = "" } }: ActionFunctionArgs) {
  requireProduct(product);
  const { upstream, locale } = await requireSession(request);
  const folder = await unlessGone(requireFolder(upstream, folderId));
  const result = folder && (await unlessGone(deleteFolder(upstream, folderId)));
  if (result && !result.ok) return formAnswer(refusedForm(result, {}, translator(locale)), {}, refusalInit(result));
  const folders = href("folders", { product: config.product.slug });
  return replace(folder ? `${folders}#team-${folder.team.slug}` : folders, {
    headers: { "Set-Cookie": showNotice("success", "folderDeleted") },
  });
}

export default function FolderDelete() {
  const { t } = useTranslation(["folders", "shell"]);
  const { name, holds } = useLoaderData<typeof loader>();
  const { below } = useOverlay();
  return (
    <ConfirmDialog
      title={t("folders:delete.title")}
      confirm={t("folders:delete.confirm")}
      cancel={t("shell:cancel")}
      closeTo={below}
      errors={<FormErrors form={useActionData<typeof action>()?.form} labels={{}} />}
    >
      {holds ? t("folders:delete.text", { name, holds }) : t("folders:delete.emptyText", { name })}
    </ConfirmDialog>
  );
}
