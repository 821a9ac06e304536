import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { config } from "~/config.server";
import { refusalAnswer } from "~/forms/read-form.server";
import { momentText } from "~/i18n/dates.server";
import { translator } from "~/i18n/resources.server";
import { ConfirmDialog } from "~/layouts/confirm-dialog";
import { pageBelow } from "~/layouts/overlay";
import { replaceWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { deleteArticle, requireArticle } from "~/upstream/articles.server";
import type { Upstream } from "~/upstream/client.server";
import { unlessGone } from "~/upstream/failure.server";
import { requireFolder } from "~/upstream/folders.server";
import { listScheduledWith } from "~/upstream/newsletter-drafts.server";
import { href } from "../../../contract/paths";
import { afterInbox } from "./after-inbox.server";
import { articleOverlayPath } from "./overlay-path";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["articles", "lists"] };

export async function loader({ request, params: { contentId = "", folderId } }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const article = await unlessGone(requireArticle(upstream, contentId));
  if (!article) return leave(request, upstream, contentId, folderId);
  const { title, commentsCount, attachments, permissions } = article;
  if (!permissions.destroy) throw new Response(null, { status: 403 });
  const t = translator(locale);
  const scheduled = await listScheduledWith(upstream, contentId);
  return data({
    title: t("articles:delete.title"),
    article: { title, commentsCount, attachmentsCount: attachments.length },
    scheduled: scheduled.map((newsletter) => ({
      id: newsletter.id,
      title: newsletter.title ?? t("articles:scheduled.untitled"),
      moment: momentText(newsletter.scheduledFor, locale).text,
    })),
  });
}

/**
 * Puts it into the trash; an article that is gone, or that the viewer no longer sees, is not an error. From the article's own page it
 * redirects to the folder, in an inbox to the next article.
 */
export async function action({ request, params: { contentId = "", folderId } }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const article = await unlessGone(requireArticle(upstream, contentId));
  const { isOnOwnPage, path } = articleOverlayPath(request, "articleDelete", contentId);
  const after = article && isOnOwnPage ? await afterInbox(upstream, article) : undefined;
  const result = article && (await unlessGone(deleteArticle(upstream, contentId)));
  if (result && !result.ok) return refusalAnswer(result, {}, translator(locale));
  if (!result) return leave(request, upstream, contentId, folderId);
  const below = pageBelow(request, path);
  const next = after ?? (isOnOwnPage ? href("folder", { product: config.product.slug, folderId: article.folderId }) : below);
  return replaceWithFlash(next, "articleDeleted", { undo: { of: "trash", id: contentId, to: isOnOwnPage ? below : undefined } });
}

/** Reports on the page below that the article no longer exists. The folder there may have become invisible together with it. */
async function leave(request: Request, upstream: Upstream, contentId: string, folderId: string | undefined) {
  const { isOnOwnPage, path } = articleOverlayPath(request, "articleDelete", contentId);
  const isBelowThere = !isOnOwnPage && (folderId === undefined || (await unlessGone(requireFolder(upstream, folderId))) !== undefined);
  return replaceWithFlash(isBelowThere ? pageBelow(request, path) : href("stream"), "articleGone", { type: "warning" });
}

export default function ArticleDelete() {
  const { t } = useTranslation(["articles", "lists", "shell"]);
  const { article, scheduled } = useLoaderData<typeof loader>();
  const holds = [
    ...(article.commentsCount > 0 ? [t("lists:commentsCount", { count: article.commentsCount })] : []),
    ...(article.attachmentsCount > 0 ? [t("articles:attachmentsCount", { count: article.attachmentsCount })] : []),
  ];
  return (
    <ConfirmDialog title={t("articles:delete.title")} confirm={t("articles:delete.confirm")} answer={useActionData<typeof action>()?.form}>
      {t(holds.length > 0 ? "articles:delete.text" : "articles:delete.plainText", {
        title: article.title,
        holds: holds.join(t("articles:delete.and")),
      })}
      {scheduled.map(({ id, title, moment }) => (
        <Fragment key={id}>
          <br />
          <strong>{t("articles:scheduled.delete", { title, moment })}</strong>
        </Fragment>
      ))}
    </ConfirmDialog>
  );
}
