import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { typedText } from "~/forms/form-state";
import { type FormWithFiles, filesInit, withFiles } from "~/forms/form-with-files.server";
import { isForeign } from "~/http/foreign.server";
import { translator } from "~/i18n/resources.server";
import { listTargets } from "~/lists/target-folders.server";
import { findSession, requireSession } from "~/session/session.server";
import { href, overlay } from "../../../contract/paths";
import { AddArticleDialog, NowhereToAdd } from "./article-dialog";
import { keepUploads } from "./attachments-form.server";
import { findDuplicates } from "./duplicates.server";
import { loadNewArticle } from "./new-article.server";
import { cutForQuery, readShared } from "./shared-texts";

export { pageMeta as meta } from "~/layouts/page-meta";
// Some browsers send what an app shares like a form of another site.
export const handle = {
  i18n: ["articles", "lists", "errors", "tags"],
  takesFiles: true,
  acceptsOtherSites: true,
  typed: { title: "articles:fields.title", text: "articles:fields.body", url: "articles:fields.sourceUrl" },
};

export async function loader({ request }: LoaderFunctionArgs) {
  const { upstream, user, locale } = await requireSession(request);
  const { status, ...form } = await loadNewArticle(request, { upstream, user, t: translator(locale), mode: "manual" });
  return data(form, status);
}

/**
 * Receives what another app shares (`share_target` of the manifest), and shows it in the form of a new article; nothing is filed before that
 * is saved. Another site could post here as well. Its files are ignored, and its texts are only put into the form, as by a link.
 */
export async function action({ request }: ActionFunctionArgs) {
  const fromOtherSite = isForeign(request);
  return withFiles(request, async (sent) => {
    const { title, text, url } = sharedIn(sent);
    const isPage = url !== "" && text === "" && sent.files.length === 0;
    if (isPage) return redirect(toNewArticle({ url: cutForQuery(url, 3000), ...(!fromOtherSite && { fetch: "1" }) }));
    if (fromOtherSite || !(await findSession(request))) return redirect(toNewArticle(toQuery(sent)));
    const { upstream, locale } = await requireSession(request);
    const t = translator(locale);
    const mayAdd = (await listTargets(request, upstream, t)).length > 0;
    const kept = await keepUploads(upstream, mayAdd ? sent : { ...sent, files: [] }, { t, locale });
    const duplicates = await findDuplicates(upstream, url);
    const init = kept.errors.files ? { status: 422, ...filesInit(sent) } : { status: mayAdd ? 200 : 403 };
    return data({ form: { values: { title, body: text, sourceUrl: url, ...kept.values }, errors: kept.errors }, duplicates }, init);
  });
}

function sharedIn({ body }: FormWithFiles) {
  const textOf = (name: string) => String(body.get(name) ?? "");
  return readShared({ title: textOf("title").trim(), text: textOf("text").trim(), url: textOf("url") });
}

const toNewArticle = (query: Record<string, string> | string[][]) =>
  `${href("stream")}/${overlay("articleNew")}?${new URLSearchParams(query)}`;

/** The texts for the address of the form, to which signing in leads as well. They are cut, because servers limit addresses. */
function toQuery(sent: FormWithFiles): string[][] {
  const { title, text, url } = sharedIn(sent);
  const texts = [
    ["url", cutForQuery(url, 3000)],
    ["title", cutForQuery(title, 500)],
    ["text", cutForQuery(text, 2000)],
  ];
  const files = sent.files.slice(0, 5).map(({ name }) => ["file", cutForQuery(name, 100)]);
  return [["mode", "manual"], ...texts.filter(([, value]) => value), ...files];
}

export default function ShareTarget() {
  const { form: begun, choices, duplicates } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const form = answer ? { ...begun, values: { ...begun.values, ...answer.form.values }, errors: answer.form.errors } : begun;
  if (choices.teams.length === 0) return <NowhereToAdd address={typedText(form.values, "sourceUrl")} />;
  return (
    <AddArticleDialog
      mode="manual"
      form={form}
      choices={choices}
      duplicates={answer?.duplicates ?? duplicates}
      touched={answer !== undefined}
    />
  );
}
