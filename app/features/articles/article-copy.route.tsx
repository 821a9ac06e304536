import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { HiddenFields } from "~/forms/controls";
import { FormErrors } from "~/forms/form-errors";
import { fieldsOf } from "~/forms/form-state";
import { formAnswer, formKeySchema, newForm, readForm, refusalAnswer } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { DialogFoot } from "~/layouts/form-dialog";
import { pageBelow, useOverlay } from "~/layouts/overlay";
import { redirectWithFlash } from "~/session/flash.server";
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
  return redirectWithFlash(pageBelow(request, articleOverlayPath(request, contentId, "copy")), "articleCopied", { name: folder?.name });
}

export default function ArticleCopy() {
  const { t } = useTranslation(["articles", "shell"]);
  const { articleTitle, teams, form: begun } = useLoaderData<typeof loader>();
  const form = { ...begun, ...useActionData<typeof action>()?.form };
  const fields = fieldsOf(form, { folderId: t("articles:copy.target") });
  const { below } = useOverlay();
  return (
    <Dialog title={t("articles:copy.title")} closeTo={below} closeLabel={t("shell:close")} kind="modal small">
      <Form className="dialog-form" method="post" noValidate replace preventScrollReset>
        <div className="dialog-body form">
          <FormErrors form={form} fields={fields} />
          <p>{t("articles:copy.text", { title: articleTitle })}</p>
          <HiddenFields form={form} names={["key"]} />
          <FolderField field={fields.folderId} teams={teams} />
        </div>
        <DialogFoot closeTo={below} submit={t("articles:copy.submit")} />
      </Form>
    </Dialog>
  );
}
