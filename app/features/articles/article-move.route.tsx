import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { formAnswer, newForm, readForm, refusalAnswer } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { pageBelow } from "~/layouts/overlay";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { fieldsOfArticle, requireArticle, updateArticle } from "~/upstream/articles.server";
import { unlessGone } from "~/upstream/failure.server";
import { requireFolder } from "~/upstream/folders.server";
import { idSchema } from "../../../contract/rest/shared";
import { listTargets, withoutFolder } from "./article-form.server";
import { articleOverlayPath } from "./overlay-path";
import { TargetDialog } from "./target-dialog";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["articles"] };

const moveFormSchema = z.object({ folderId: idSchema });

export async function loader({ request, params: { contentId = "" } }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const [article, targets] = await Promise.all([requireArticle(upstream, contentId), listTargets(upstream, t)]);
  if (!article.permissions.update) throw new Response(null, { status: 403 });
  return data({
    title: t("articles:move.title"),
    articleTitle: article.title,
    teams: withoutFolder(targets, article.folderId),
    form: newForm(moveFormSchema),
  });
}

/** Moves the article into the chosen folder, and changes nothing else. */
export async function action({ request, params: { contentId = "" } }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const reading = readForm(await request.formData(), moveFormSchema, t);
  if (!reading.ok) return formAnswer(reading.form);
  const article = await requireArticle(upstream, contentId);
  const { folderId } = reading.value;
  const folder = await unlessGone(requireFolder(upstream, folderId));
  const result = await updateArticle(upstream, contentId, { ...fieldsOfArticle(article), folderId, lockVersion: article.lockVersion });
  if (!result.ok) return refusalAnswer(result, reading.values, t);
  const below = pageBelow(request, articleOverlayPath(request, contentId, "move"));
  return redirectWithFlash(below, "articleMoved", { name: folder?.name, articleId: contentId });
}

export default function ArticleMove() {
  const { t } = useTranslation("articles");
  const { title, articleTitle, teams, form } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>()?.form;
  return (
    <TargetDialog
      title={title}
      text={t("move.text", { title: articleTitle })}
      submit={t("move.submit")}
      form={{ ...form, ...answer }}
      teams={teams}
    />
  );
}
