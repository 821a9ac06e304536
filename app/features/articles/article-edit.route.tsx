import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation, useParams } from "@remix-run/react";
import { typedText } from "~/forms/form-state";
import { filesInit, withFiles } from "~/forms/form-with-files.server";
import { formAnswer, refusalAnswer } from "~/forms/read-form.server";
import { momentText } from "~/i18n/dates.server";
import { translator } from "~/i18n/resources.server";
import { keepLastFolder } from "~/session/last-folders.server";
import { requireSession } from "~/session/session.server";
import { type Article, requireArticle, updateArticle } from "~/upstream/articles.server";
import { listScheduledWith } from "~/upstream/newsletter-drafts.server";
import { pathAfterSaving } from "./address-queue.server";
import { afterInbox } from "./after-inbox.server";
import { EditArticleDialog } from "./article-dialog";
import { differingFields, storedInWords } from "./article-differences.server";
import { articleTyped } from "./article-form";
import { articleForm, articleValues, listChoices, readArticleForm, toArticleFields, tooLongForm } from "./article-form.server";
import { finishSaving } from "./article-saving.server";
import { toAttachmentItem, withFileProblems } from "./attachments-form.server";
import { duplicatesForm, findUnseenDuplicates } from "./duplicates.server";
import { articleOverlayPath } from "./overlay-path";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = {
  i18n: ["articles", "lists", "errors", "tags"],
  takesFiles: true,
  typed: articleTyped,
  textAreas: ["body", "fileUrls"],
  savesAsNew: "article",
};

export async function loader({ request, params: { contentId = "" } }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const [article, choices] = await Promise.all([requireArticle(upstream, contentId), listChoices(request, upstream, t)]);
  if (!article.permissions.update || choices.teams.length === 0) throw new Response(null, { status: 403 });
  return data({
    title: t("articles:edit.title"),
    form: articleForm(await articleValues(article)),
    choices,
    attachments: article.attachments.map((file) => toAttachmentItem(file, locale)),
  });
}

/**
 * Saves the change and then the files, unless someone else has saved since the form was opened. In that case the form comes back with all
 * input and shows the stored values; sending it again overwrites them. A form that was submitted twice conflicts only with itself and
 * counts as saved. Making the article not shareable asks once if a scheduled newsletter contains it.
 */
export async function action({ request, params: { contentId = "" } }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  return withFiles(request, async (sent) => {
    const reading = withFileProblems(await readArticleForm(sent.body, t), sent, t);
    if (!reading.ok) return formAnswer(reading.form, { duplicates: undefined, saved: undefined, stored: undefined }, filesInit(sent));

    const duplicates = await findUnseenDuplicates(upstream, sent.body, { except: contentId });
    if (duplicates)
      return formAnswer(
        duplicatesForm(reading.values, duplicates, t),
        { duplicates, saved: undefined, stored: undefined },
        { status: 409 },
      );

    const form = reading.value;
    const { isOnOwnPage, path } = articleOverlayPath(request, "articleEdit", contentId);
    const before = await requireArticle(upstream, contentId);
    const fields = await toArticleFields(form, before);
    if (!fields) return formAnswer(tooLongForm(reading.values, t), { duplicates, saved: undefined, stored: undefined });
    const isLocked = before.shareable && !fields.shareable && !new URL(request.url).searchParams.has("locks");
    const scheduled = isLocked ? await listScheduledWith(upstream, contentId) : [];
    if (scheduled.length > 0) {
      const newsletters = scheduled.map(({ title, scheduledFor }) =>
        t("articles:scheduled.lock", { title: title ?? t("articles:scheduled.untitled"), moment: momentText(scheduledFor, locale).text }),
      );
      const asked = { values: reading.values, errors: {}, message: [...newsletters, t("articles:scheduled.confirm")].join(" ") };
      return formAnswer(asked, { duplicates, saved: undefined, stored: undefined, locks: true }, { status: 409 });
    }
    const after = isOnOwnPage && form.folderId !== before.folderId ? await afterInbox(upstream, before) : undefined;
    const below = after ?? pathAfterSaving(request, path);
    const cookies = form.folderId === before.folderId ? [] : [keepLastFolder(request, form.folderId)];
    const finish = (article: Article) => finishSaving({ upstream, article, form, sent, below, cookies, t, locale });
    const result = await updateArticle(upstream, contentId, { ...fields, lockVersion: form.lockVersion });
    if (result.ok) return finish(result.data);
    const stored = result.status === 409 ? await requireArticle(upstream, contentId) : undefined;
    if (stored && (await differingFields(stored, fields)).length === 0) return finish(stored);
    const differences = stored && (await storedInWords(stored, fields, t));
    return refusalAnswer(result, reading.values, t, { duplicates, saved: undefined, stored: differences }, stored);
  });
}

export default function ArticleEdit() {
  const { contentId } = useParams();
  const { form, choices, attachments } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { search } = useLocation();
  // Sent again, the form confirms what the question was about.
  const asked = answer && "locks" in answer && answer.locks;
  return (
    <EditArticleDialog
      action={asked ? `${search}${search ? "&" : "?"}locks=1` : undefined}
      key={answer?.saved?.at}
      form={{ ...form, ...answer?.form }}
      choices={choices}
      duplicates={answer?.duplicates ?? { address: typedText(form.values, "sourceUrl"), entries: [] }}
      contentId={contentId}
      stored={answer?.stored}
      attachments={answer?.saved?.attachments ?? attachments}
      touched={answer !== undefined && !answer.saved}
    />
  );
}
