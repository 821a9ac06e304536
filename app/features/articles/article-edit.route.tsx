import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useParams } from "@remix-run/react";
import { typedText } from "~/forms/form-state";
import { filesInit, withFiles } from "~/forms/form-with-files.server";
import { formAnswer, overtakenForm, refusalInit, refusedForm } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { pageBelow } from "~/layouts/overlay";
import { requireSession } from "~/session/session.server";
import { type Article, requireArticle, updateArticle } from "~/upstream/articles.server";
import { EditArticleDialog } from "./article-dialog";
import { differingFields, storedInWords } from "./article-differences.server";
import { articleValues, listChoices, readArticleForm, toArticleFields, tooLongForm } from "./article-form.server";
import { finishSaving } from "./article-saving.server";
import { toAttachmentItem, withFileProblems } from "./attachments-form.server";
import { duplicatesForm, findUnseenDuplicates } from "./duplicates.server";
import { articleOverlayPath } from "./overlay-path";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["articles", "lists", "errors"], takesFiles: true };

export async function loader({ request, params: { contentId = "" } }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const [article, choices] = await Promise.all([requireArticle(upstream, contentId), listChoices(upstream, t)]);
  if (!article.permissions.update || choices.teams.length === 0) throw new Response(null, { status: 403 });
  return data({
    title: t("articles:edit.title"),
    form: { values: await articleValues(article), errors: {} },
    choices,
    attachments: article.attachments.map((file) => toAttachmentItem(file, locale)),
  });
}

/**
 * Saves the change and then its files, unless somebody else saved since the form was opened: then the form says so and what is stored,
 * keeps everything, and saves over it when it is sent once more. A form that was sent twice has overtaken itself, and is saved.
 */
export async function action({ request, params: { contentId = "" } }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  return withFiles(request, async (sent) => {
    const reading = withFileProblems(await readArticleForm(sent.body, t), sent, t);
    if (!reading.ok) return formAnswer(reading.form, { duplicates: undefined, saved: undefined, stored: undefined }, filesInit(sent));

    const duplicates = await findUnseenDuplicates(upstream, sent.body, contentId);
    if (duplicates)
      return formAnswer(duplicatesForm(reading.values, t), { duplicates, saved: undefined, stored: undefined }, { status: 409 });

    const form = reading.value;
    const below = pageBelow(request, articleOverlayPath(request, contentId, "edit"));
    const finish = (article: Article) => finishSaving({ upstream, article, form, sent, below, t, locale });
    const fields = await toArticleFields(form, await requireArticle(upstream, contentId));
    if (!fields) return formAnswer(tooLongForm(reading.values, t), { duplicates, saved: undefined, stored: undefined });
    const result = await updateArticle(upstream, contentId, { ...fields, lockVersion: form.lockVersion });
    if (result.ok) return finish(result.data);
    const overtaken = result.status === 409 ? await requireArticle(upstream, contentId) : undefined;
    if (overtaken && (await differingFields(overtaken, fields)).length === 0) return finish(overtaken);
    const refused = refusedForm(result, reading.values, t);
    const answer = overtaken ? overtakenForm(refused, overtaken, t) : refused;
    const stored = overtaken && (await storedInWords(overtaken, fields, t));
    return formAnswer(answer, { duplicates, saved: undefined, stored }, refusalInit(result));
  });
}

export default function ArticleEdit() {
  const { contentId } = useParams();
  const { form, choices, attachments } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <EditArticleDialog
      key={answer?.saved?.at}
      form={answer?.form ?? form}
      choices={choices}
      duplicates={answer?.duplicates ?? { address: typedText(form.values, "sourceUrl"), entries: [] }}
      contentId={contentId}
      stored={answer?.stored}
      attachments={answer?.saved?.attachments ?? attachments}
      touched={answer !== undefined && !answer.saved}
    />
  );
}
