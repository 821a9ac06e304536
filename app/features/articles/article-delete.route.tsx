import { type ActionFunctionArgs, data, type LoaderFunctionArgs, replace } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { config } from "~/config.server";
import { FormErrors } from "~/forms/form-errors";
import { formAnswer, refusalInit, refusedForm } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { pageBelow, useOverlay } from "~/layouts/overlay";
import { href } from "~/paths";
import { showNotice } from "~/session/notices.server";
import { requireSession } from "~/session/session.server";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { deleteArticle, requireArticle } from "~/upstream/articles.server";
import { unlessGone } from "~/upstream/failure.server";
import { articleOverlayPath } from "./overlay-path";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["articles", "lists"] };

export async function loader({ request, params: { contentId = "" } }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const article = await unlessGone(requireArticle(upstream, contentId));
  if (!article) return replace(pageBelow(request, articleOverlayPath(request, contentId, "delete")));
  const { title, commentsCount, attachments, permissions } = article;
  if (!permissions.destroy) throw new Response(null, { status: 403 });
  return data({
    title: translator(locale)("articles:delete.title"),
    article: { title, commentsCount, attachmentsCount: attachments.length },
  });
}

/** Deletes permanently; an article that is already gone is not an error. From the article's own page it redirects to the folder. */
export async function action({ request, params: { contentId = "" } }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const article = await unlessGone(requireArticle(upstream, contentId));
  const result = article && (await unlessGone(deleteArticle(upstream, contentId)));
  if (result && !result.ok) return formAnswer(refusedForm(result, {}, translator(locale)), {}, refusalInit(result));
  const overlayPath = articleOverlayPath(request, contentId, "delete");
  const next =
    article && overlayPath === "delete"
      ? href("folder", { product: config.product.slug, folderId: article.folderId })
      : pageBelow(request, overlayPath);
  return replace(next, { headers: { "Set-Cookie": showNotice("success", "articleDeleted") } });
}

export default function ArticleDelete() {
  const { t } = useTranslation(["articles", "lists", "shell"]);
  const { article } = useLoaderData<typeof loader>();
  const { below } = useOverlay();
  const holds = [
    ...(article.commentsCount > 0 ? [t("lists:commentsCount", { count: article.commentsCount })] : []),
    ...(article.attachmentsCount > 0 ? [t("articles:attachmentsCount", { count: article.attachmentsCount })] : []),
  ];
  return (
    <ConfirmDialog
      title={t("articles:delete.title")}
      confirm={t("articles:delete.confirm")}
      cancel={t("shell:cancel")}
      closeTo={below}
      errors={<FormErrors form={useActionData<typeof action>()?.form} labels={{}} />}
    >
      {t(holds.length > 0 ? "articles:delete.text" : "articles:delete.plainText", {
        title: article.title,
        holds: holds.join(t("articles:delete.and")),
      })}
    </ConfirmDialog>
  );
}
