import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { formAnswer, formKeySchema, newForm, readForm, refusalAnswer } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { pageBelow } from "~/layouts/overlay";
import { listTargets } from "~/lists/target-folders.server";
import { redirectWithFlash } from "~/session/flash.server";
import { keepLastFolder } from "~/session/last-folders.server";
import { requireSession } from "~/session/session.server";
import { copyArticle, requireArticle } from "~/upstream/articles.server";
import { unlessGone } from "~/upstream/failure.server";
import { requireFolder } from "~/upstream/folders.server";
import { idSchema } from "../../../contract/rest/shared";
import { withoutFolder } from "./article-form.server";
import { articleOverlayPath } from "./overlay-path";
import { TargetDialog } from "./target-dialog";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["articles"] };

export async function loader({ request, params: { contentId = "" } }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const [article, targets] = await Promise.all([requireArticle(upstream, contentId), listTargets(request, upstream, t)]);
  if (targets.length === 0) throw new Response(null, { status: 403 });
  const teams = withoutFolder(targets, article.folderId);
  const form = newForm(copyFormSchema, { key: crypto.randomUUID() });
  return data({ title: t("articles:copy.title"), articleTitle: article.title, teams, form });
}

const copyFormSchema = z.object({ folderId: idSchema, key: formKeySchema });

/** Copies the article into the chosen folder. */
export async function action({ request, params: { contentId = "" } }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const reading = readForm(await request.formData(), copyFormSchema, t);
  if (!reading.ok) return formAnswer(reading.form);
  await requireArticle(upstream, contentId);
  const { folderId, key } = reading.value;
  // Read before copying, so that nothing can fail after it.
  const folder = await unlessGone(requireFolder(upstream, folderId));
  const result = await copyArticle(upstream, contentId, folderId, key);
  if (!result.ok) return refusalAnswer(result, reading.values, t);
  return redirectWithFlash(pageBelow(request, articleOverlayPath(request, "articleCopy", contentId).path), "articleCopied", {
    name: folder?.name,
    cookies: [keepLastFolder(request, folderId)],
  });
}

export default function ArticleCopy() {
  const { form, ...article } = useLoaderData<typeof loader>();
  return <TargetDialog kind="copy" {...article} form={{ ...form, ...useActionData<typeof action>()?.form }} />;
}
