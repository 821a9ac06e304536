import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { config } from "~/config.server";
import { formAnswer, newForm, readForm, refusalAnswer } from "~/forms/read-form.server";
import { requireProduct } from "~/http/product.server";
import { translator } from "~/i18n/resources.server";
import { Page } from "~/layouts/page";
import { listTagsByUse } from "~/lists/most-used.server";
import { listTargets } from "~/lists/target-folders.server";
import { requireSession } from "~/session/session.server";
import { requireBookmarkImport, startBookmarkImport } from "~/upstream/bookmarks.server";
import { href } from "../../../contract/paths";
import { importFormSchema, toChoice } from "./import-form.server";
import { ImportPreview, mappingTyped } from "./import-preview";
import { ImportOutcome, ImportProgress, ImportResult } from "./import-result";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["bookmarks", "articles"], typed: mappingTyped };

/** An import: what its file contains and where that is to be filed, then the progress, then the result. */
export async function loader({ request, params: { product, importId = "" } }: LoaderFunctionArgs) {
  requireProduct(product);
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const found = await requireBookmarkImport(upstream, importId);
  const isDraft = found.state === "draft";
  const heading = isDraft ? "title" : found.state === "working" ? "progress.title" : "result.title";
  const wanted = new URL(request.url).searchParams.get("folder");
  const [teams, tags] = isDraft ? await Promise.all([listTargets(request, upstream, t), listTagsByUse(upstream)]) : [[], []];
  const folder = teams.flatMap(({ folders }) => folders).find(({ id }) => id === wanted);
  return data({
    title: t(`bookmarks:${heading}`),
    found,
    teams,
    tags,
    form: newForm(importFormSchema, { folderId: folder?.id, fallbackTag: t("bookmarks:mapping.fallback") }),
  });
}

/** Starts the import. Submitted again, it shows what the first submission started. */
export async function action({ request, params: { product, importId = "" } }: ActionFunctionArgs) {
  requireProduct(product);
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const reading = readForm(await request.formData(), importFormSchema, t);
  if (!reading.ok) return formAnswer(reading.form);
  const result = await startBookmarkImport(upstream, importId, toChoice(reading.value));
  if (!result.ok) return refusalAnswer(result, reading.values, t);
  return redirect(href("bookmarkImport", { product: config.product.slug, importId }));
}

export default function BookmarkImportShow() {
  const { title, found, teams, tags, form: begun } = useLoaderData<typeof loader>();
  const { t } = useTranslation("bookmarks");
  const form = { ...begun, ...useActionData<{ form: typeof begun }>()?.form };
  return (
    <Page>
      <div className="head">
        <div>
          <h1>{title}</h1>
          {found.state === "working" ? <p>{t("progress.hint")}</p> : null}
        </div>
      </div>
      {found.state === "draft" ? <ImportPreview found={found} teams={teams} tags={tags} form={form} /> : null}
      {/* Also during the progress, so that screen readers announce the end. */}
      {found.state === "draft" ? null : <div role="status">{found.state === "done" ? <ImportOutcome {...found} /> : null}</div>}
      {found.state === "working" ? <ImportProgress found={found} /> : null}
      {found.state === "done" ? <ImportResult found={found} /> : null}
    </Page>
  );
}
