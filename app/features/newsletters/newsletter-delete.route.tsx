import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { config } from "~/config.server";
import { refusalAnswer } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { ConfirmDialog } from "~/layouts/confirm-dialog";
import { useOverlay } from "~/layouts/overlay";
import { replaceWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import type { Upstream } from "~/upstream/client.server";
import { unlessGone } from "~/upstream/failure.server";
import { requireFolder } from "~/upstream/folders.server";
import { deleteNewsletter } from "~/upstream/newsletter-drafts.server";
import { href, overlay } from "../../../contract/paths";
import { requireNewsletter, stepHref } from "./require-newsletter.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["newsletters"] };

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const newsletter = await unlessGone(requireNewsletter(upstream, params));
  if (!newsletter) return leave(upstream, params.folderId ?? "");
  const t = translator(locale);
  return data({
    title: t("newsletters:delete.title"),
    name: newsletter.title ?? t("newsletters:untitled"),
    isPublished: newsletter.status === "published",
  });
}

/** Puts a draft into the trash and deletes another permanently; a newsletter that is gone, or that the viewer no longer sees, is not an error. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const newsletter = await unlessGone(requireNewsletter(upstream, params));
  const result = newsletter && (await unlessGone(deleteNewsletter(upstream, newsletter.id)));
  if (result && !result.ok) return refusalAnswer(result, {}, translator(locale));
  const history = stepHref(params.folderId ?? "", "", "history");
  if (result && newsletter?.status === "draft")
    return replaceWithFlash(history, "draftDeleted", { undo: { of: "trash", id: newsletter.id } });
  if (result) return replaceWithFlash(history, "newsletterDeleted");
  return leave(upstream, params.folderId ?? "");
}

/** Reports that the newsletter no longer exists, on the nearest page that the viewer may still see: its folder's newsletters, the folder, or all. */
async function leave(upstream: Upstream, folderId: string) {
  const product = config.product.slug;
  const folder = await unlessGone(requireFolder(upstream, folderId));
  const own = folder?.permissions.manageMailings ? stepHref(folderId, "", "history") : href("folder", { product, folderId });
  return replaceWithFlash(folder ? own : href("folders", { product }), "newsletterGone", { type: "warning" });
}

export default function NewsletterDelete() {
  const { t } = useTranslation(["newsletters", "shell"]);
  const { title, name, isPublished } = useLoaderData<typeof loader>();
  const { beside } = useOverlay();
  return (
    <ConfirmDialog
      title={title}
      confirm={t("newsletters:delete.confirm")}
      closeTo={beside(overlay("newsletters"))}
      answer={useActionData<typeof action>()?.form}
    >
      {t(isPublished ? "newsletters:delete.published" : "newsletters:delete.draft", { name })}
    </ConfirmDialog>
  );
}
