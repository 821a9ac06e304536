import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { config } from "~/config.server";
import { refusalAnswer } from "~/forms/read-form.server";
import { requireProduct } from "~/http/product.server";
import { listed } from "~/i18n/listed";
import { translator } from "~/i18n/resources.server";
import { ConfirmDialog } from "~/layouts/confirm-dialog";
import { replaceWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { unlessGone } from "~/upstream/failure.server";
import { deleteFolder, requireFolderRemoval } from "~/upstream/folders.server";
import { href } from "../../../contract/paths";
import { requireNoInbox } from "./folder-settings.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["folders"] };

export async function loader({ request, params: { product, folderId = "" } }: LoaderFunctionArgs) {
  requireProduct(product);
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const folder = await unlessGone(requireNoInbox(upstream, folderId, t));
  const removal = folder && (await unlessGone(requireFolderRemoval(upstream, folderId)));
  if (!folder || !removal) return replaceWithFlash(href("folders", { product: config.product.slug }), "folderGone", { type: "warning" });
  const parts = (["contents", "comments", "attachments"] as const).filter((part) => removal[part] > 0);
  const held = parts.map((part) => t(`folders:delete.${part}`, { count: removal[part] }));
  // Joined on the server, because browsers join lists with different words, which would break hydration.
  const holds = listed(held, locale);
  return data({ title: t("folders:delete.title"), name: folder.name, holds });
}

/** Puts it into the trash and redirects to the folder's team. A folder that is gone, or that the viewer no longer sees, is not an error. */
export async function action({ request, params: { product, folderId = "" } }: ActionFunctionArgs) {
  requireProduct(product);
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const folder = await unlessGone(requireNoInbox(upstream, folderId, t));
  const result = folder && (await unlessGone(deleteFolder(upstream, folderId)));
  if (result && !result.ok) return refusalAnswer(result, {}, t);
  const folders = href("folders", { product: config.product.slug });
  const next = folder ? `${folders}#team-${folder.team.slug}` : folders;
  return result
    ? replaceWithFlash(next, "folderDeleted", {
        undo: { of: "trash", id: folderId, to: href("folder", { product: config.product.slug, folderId }) },
      })
    : replaceWithFlash(next, "folderGone", { type: "warning" });
}

export default function FolderDelete() {
  const { t } = useTranslation(["folders", "shell"]);
  const { name, holds } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog title={t("folders:delete.title")} confirm={t("folders:delete.confirm")} answer={useActionData<typeof action>()?.form}>
      {holds ? t("folders:delete.text", { name, holds }) : t("folders:delete.emptyText", { name })}
    </ConfirmDialog>
  );
}
