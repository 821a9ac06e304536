import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { formAnswer, newForm, readForm, refusalAnswer } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { pageBelow } from "~/layouts/overlay";
import { listTargets } from "~/lists/target-folders.server";
import { redirectWithFlash } from "~/session/flash.server";
import { keepLastFolder } from "~/session/last-folders.server";
import { requireSession } from "~/session/session.server";
import { moveArticle, requireArticle } from "~/upstream/articles.server";
import { idSchema } from "../../../contract/rest/shared";
import { afterInbox } from "./after-inbox.server";
import { withoutFolder } from "./article-form.server";
import { articleOverlayPath } from "./overlay-path";
import { TargetDialog } from "./target-dialog";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["articles"] };

const moveFormSchema = z.object({ folderId: idSchema });

export async function loader({ request, params: { contentId = "" } }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const [article, targets] = await Promise.all([requireArticle(upstream, contentId), listTargets(request, upstream, t)]);
  if (!article.permissions.update) throw new Response(null, { status: 403 });
  return data({
    title: t("articles:move.title"),
    articleTitle: article.title,
    teams: withoutFolder(targets, article.folderId),
    form: newForm(moveFormSchema),
  });
}

/** Moves the article into the chosen folder. From an article of an inbox, the next one to file follows. */
export async function action({ request, params: { contentId = "" } }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const reading = readForm(await request.formData(), moveFormSchema, t);
  if (!reading.ok) return formAnswer(reading.form);
  const { isOnOwnPage, path } = articleOverlayPath(request, "articleMove", contentId);
  const next = isOnOwnPage ? await afterInbox(upstream, await requireArticle(upstream, contentId)) : undefined;
  const result = await moveArticle(upstream, contentId, reading.value.folderId);
  if (!result.ok) return refusalAnswer(result, reading.values, t);
  // On the article's own page the link would lead nowhere.
  const articleId = isOnOwnPage && !next ? undefined : contentId;
  return redirectWithFlash(next ?? pageBelow(request, path), "articleMoved", {
    name: result.data.folder.name,
    articleId,
    cookies: [keepLastFolder(request, reading.value.folderId)],
  });
}

export default function ArticleMove() {
  const { form, ...article } = useLoaderData<typeof loader>();
  return <TargetDialog kind="move" {...article} form={{ ...form, ...useActionData<typeof action>()?.form }} />;
}
