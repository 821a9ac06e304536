import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { FormErrors } from "~/forms/form-errors";
import { type FormState, typedText } from "~/forms/form-state";
import { formAnswer, formKeySchema, readForm, refusalInit, refusedForm } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { pageBelow, useOverlay } from "~/layouts/overlay";
import { showNotice } from "~/session/notices.server";
import { requireSession } from "~/session/session.server";
import { Dialog } from "~/ui/dialog";
import { copyArticle, requireArticle } from "~/upstream/articles.server";
import { unlessGone } from "~/upstream/failure.server";
import { requireFolder } from "~/upstream/folders.server";
import { idSchema } from "../../../contract/rest/shared";
import { FolderField } from "./article-form";
import { listTargets } from "./article-form.server";
import { articleOverlayPath } from "./overlay-path";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["articles", "lists"] };

export async function loader({ request, params: { contentId = "" } }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const [article, targets] = await Promise.all([requireArticle(upstream, contentId), listTargets(upstream, t)]);
  if (targets.length === 0) throw new Response(null, { status: 403 });
  const teams = targets
    .map((team) => ({ ...team, folders: team.folders.filter(({ id }) => id !== article.folderId) }))
    .filter(({ folders }) => folders.length > 0);
  return data({ title: t("articles:copy.title"), articleTitle: article.title, teams, key: crypto.randomUUID() });
}

const copyFormSchema = z.object({ folderId: idSchema, key: formKeySchema });

/** Copies the article into the chosen folder. */
export async function action({ request, params: { contentId = "" } }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const reading = readForm(await request.formData(), copyFormSchema, t);
  if (!reading.ok) return formAnswer(reading.form, {});
  await requireArticle(upstream, contentId);
  const { folderId, key } = reading.value;
  // Before the copy: once that is made, nothing may fail any more.
  const folder = await unlessGone(requireFolder(upstream, folderId));
  const result = await copyArticle(upstream, contentId, folderId, key);
  if (!result.ok) return formAnswer(refusedForm(result, reading.values, t), {}, refusalInit(result));
  return redirect(pageBelow(request, articleOverlayPath(request, contentId, "copy")), {
    headers: { "Set-Cookie": showNotice("success", "articleCopied", folder?.name) },
  });
}

export default function ArticleCopy() {
  const { t } = useTranslation(["articles", "shell"]);
  const { articleTitle, teams, key } = useLoaderData<typeof loader>();
  const form: FormState = useActionData<typeof action>()?.form ?? { values: {}, errors: {} };
  const { below } = useOverlay();
  return (
    <Dialog title={t("articles:copy.title")} closeTo={below} closeLabel={t("shell:close")} kind="modal small">
      <Form className="dialog-form" method="post" noValidate preventScrollReset>
        <div className="dialog-body form">
          <FormErrors form={form} labels={{ folderId: t("articles:copy.target") }} />
          <p>{t("articles:copy.text", { title: articleTitle })}</p>
          <input type="hidden" name="key" value={typedText(form.values, "key", key)} />
          <FolderField
            label={t("articles:copy.target")}
            teams={teams}
            chosen={typedText(form.values, "folderId")}
            errors={form.errors.folderId}
          />
        </div>
        <div className="dialog-foot">
          <span className="end">
            <Link className="btn" to={below} preventScrollReset>
              {t("shell:cancel")}
            </Link>
            <button className="btn primary" type="submit">
              {t("articles:copy.submit")}
            </button>
          </span>
        </div>
      </Form>
    </Dialog>
  );
}
