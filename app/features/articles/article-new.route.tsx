import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { typedText } from "~/forms/form-state";
import { filesInit, withFiles } from "~/forms/form-with-files.server";
import { formAnswer, refusalAnswer } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import type { Translate } from "~/i18n/translate";
import { overlayWith, useOverlay } from "~/layouts/overlay";
import { keepLastFolder } from "~/session/last-folders.server";
import { requireSession } from "~/session/session.server";
import { createArticle } from "~/upstream/articles.server";
import type { Upstream } from "~/upstream/client.server";
import { listTags } from "~/upstream/tags.server";
import { overlay } from "../../../contract/paths";
import { type AddressQueue, queueParams } from "./address-queue";
import { pathAfterSaving, readAddresses, readQueue } from "./address-queue.server";
import { AddArticleDialog, EditArticleDialog, NowhereToAdd } from "./article-dialog";
import { articleTyped } from "./article-form";
import { importIntoForm, readArticleForm, toArticleFields, tooLongForm } from "./article-form.server";
import { type FoundPage, readFound } from "./article-pictures.server";
import { finishSaving } from "./article-saving.server";
import { withFileProblems } from "./attachments-form.server";
import { duplicatesForm, findDuplicates, findUnseenDuplicates } from "./duplicates.server";
import stylesheet from "./found-pictures.css?url";
import { loadNewArticle } from "./new-article.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const links = () => [{ rel: "stylesheet", href: stylesheet }];
export const handle = {
  i18n: ["articles", "lists", "errors", "tags"],
  takesFiles: true,
  typed: articleTyped,
  textAreas: ["body", "fileUrls"],
};

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { upstream, user, locale } = await requireSession(request);
  const { searchParams } = new URL(request.url);
  const mode = searchParams.get("mode") === "manual" ? "manual" : "link";
  const { status, ...form } = await loadNewArticle(request, { upstream, user, t: translator(locale), mode, folderId: params.folderId });
  return data(form, status);
}

/** Fetches a page if that button was pressed; otherwise saves the article, then its files. */
export async function action({ request }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const queue = readQueue(new URL(request.url).searchParams);
  return withFiles(request, async (sent) => {
    const found = readFound(sent.body);
    const reading = withFileProblems(await readArticleForm(sent.body, t), sent, t);
    if (sent.body.has("fetch")) {
      const address = String(sent.body.get("sourceUrl") ?? "");
      if (!found) return beginFetching(request, address, queue, t);
      return fetchAgain(upstream, address, reading.ok ? reading.values : reading.form.values, found, t);
    }
    if (!reading.ok) return formAnswer(reading.form, { ...nothing, found }, filesInit(sent));

    const duplicates = await findUnseenDuplicates(upstream, sent.body);
    if (duplicates) return formAnswer(duplicatesForm(reading.values, duplicates, t), { ...nothing, found, duplicates }, { status: 409 });

    const form = reading.value;
    const fields = await toArticleFields(form);
    if (!fields) return formAnswer(tooLongForm(reading.values, t), { ...nothing, found, duplicates });
    const result = await createArticle(upstream, fields, form.key);
    if (!result.ok) return refusalAnswer(result, reading.values, t, { ...nothing, found, duplicates });

    const below = pathAfterSaving(request, "contents/new");
    return finishSaving({
      upstream,
      article: result.data,
      form,
      sent,
      found,
      below,
      cookies: [keepLastFolder(request, form.folderId)],
      t,
      locale,
    });
  });
}

const nothing = { found: undefined, duplicates: undefined, saved: undefined, fetchedAt: undefined };

/** Redirects, so that the first result of a fetch has its own URL. */
function beginFetching(request: Request, text: string, before: AddressQueue, t: Translate) {
  const reading = readAddresses(text, before, t);
  if (!reading.ok) return formAnswer({ values: { sourceUrl: text }, errors: reading.errors }, nothing);
  return redirect(overlayWith(request, { fetch: "1", url: reading.first, ...queueParams(reading.queue) }));
}

/** Fetches a page into a form that already has values. They are kept if the page cannot be read. */
async function fetchAgain(upstream: Upstream, address: string, values: Record<string, unknown>, found: FoundPage, t: Translate) {
  const tags = await listTags(upstream);
  const imported = await importIntoForm(upstream, address, values, { tags: tags.map(({ name }) => name), t, before: found });
  if (!imported.ok) return formAnswer({ values, errors: imported.errors }, { ...nothing, found });
  const { found: page, values: filled, canonicalUrl } = imported;
  const duplicates = await findDuplicates(upstream, typedText(filled, "sourceUrl"), { canonicalUrl });
  return data(
    { ...nothing, form: { values: filled, errors: {} }, found: page, duplicates, fetchedAt: Date.now() },
    { status: page.problem ? 422 : 200 },
  );
}

export default function ArticleNew() {
  const { mode, form: begun, choices, found, duplicates, queue } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const form = answer ? { ...answer.form, constraints: begun.constraints } : begun;
  const { beside } = useOverlay();
  // Readers get here with the bookmarklet. Users who lost their permission meanwhile keep their input.
  if (choices.teams.length === 0 && !answer) return <NowhereToAdd address={typedText(form.values, "sourceUrl")} />;
  if (answer?.saved) {
    const { id, at, attachments } = answer.saved;
    return (
      <EditArticleDialog
        key={at}
        form={form}
        choices={choices}
        duplicates={{ address: typedText(form.values, "sourceUrl"), entries: [] }}
        contentId={id}
        attachments={attachments}
        action={beside(overlay("articleEdit", { contentId: id }), queueParams(queue))}
        touched={false}
      />
    );
  }
  return (
    <AddArticleDialog
      mode={mode}
      form={form}
      queue={queue}
      choices={choices}
      duplicates={answer?.duplicates ?? duplicates}
      touched={answer !== undefined}
      fetchedAt={answer?.fetchedAt}
      found={mode === "link" ? (answer?.found ?? found) : undefined}
    />
  );
}
