import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SwitchField, TextField } from "~/forms/controls";
import { FormErrors } from "~/forms/form-errors";
import { type FormState, fieldsOf, typedList, typedText } from "~/forms/form-state";
import { formAnswer, newForm, readForm, refusalAnswer } from "~/forms/read-form.server";
import { EnterButton, SubmitButton } from "~/forms/submit-button";
import { translator } from "~/i18n/resources.server";
import { overlayBeside } from "~/layouts/overlay";
import { requireSession } from "~/session/session.server";
import { Icon } from "~/ui/icon";
import { createExport } from "~/upstream/exports.server";
import { overlay } from "../../../contract/paths";
import { exportFormatSchema } from "../../../contract/rest/exports";
import { ArticleChoice } from "./article-choice";
import { exportFormSchema, formatOf, handedOn, rememberFormat } from "./export-form.server";
import { ExportFrame, exportTyped, StepBody, StepFoot } from "./export-frame";
import { loadSource } from "./export-source.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export { exportLinks as links } from "./export-styles";

export const handle = { i18n: ["exports"], typed: exportTyped };

export async function loader({ request, params }: LoaderFunctionArgs) {
  const session = await requireSession(request);
  const source = await loadSource(session, request, params);
  const form = newForm(exportFormSchema, {
    format: formatOf(request),
    title: source.suggestedTitle,
    cover: "on",
    key: crypto.randomUUID(),
  });
  return data({ title: translator(session.locale)("exports:headings.articles"), source, form });
}

const here = overlay("exportArticles");

/** Starts the export and redirects to its output. The other buttons change the selection, or go back with it. */
export async function action({ request, params }: ActionFunctionArgs) {
  const session = await requireSession(request);
  const { upstream, locale } = session;
  const t = translator(locale);
  const body = await request.clone().formData();
  const form = handedOn(body);
  if (body.get("from") === "format") return data({ form });
  // 307 makes the browser repost the form to the previous step.
  if (body.get("to") === "format") throw redirect(overlayBeside(request, here, overlay("exportFormat")), 307);
  const select = body.get("select");
  if (select === "all" || select === "none") {
    const ids = select === "all" ? (await loadSource(session, request, params)).articles.filter(({ shareable }) => shareable) : [];
    return data({ form: { ...form, values: { ...form.values, contentIds: ids.map(({ id }) => id) } } });
  }
  const reading = readForm(body, exportFormSchema, t);
  const isEmpty = typedList(form.values, "contentIds").length === 0;
  const none: FormState["errors"] = isEmpty ? { contentIds: [t("errors:noContents")] } : {};
  if (!reading.ok) return formAnswer({ ...form, errors: { ...reading.form.errors, ...none } });
  if (isEmpty) return formAnswer({ ...form, errors: none });
  const { key, ...fields } = reading.value;
  const result = await createExport(upstream, fields, key);
  if (!result.ok) return refusalAnswer(result, form.values, t);
  throw redirect(overlayBeside(request, here, overlay("exportOutput", { exportId: result.data.id })), {
    headers: { "Set-Cookie": rememberFormat(fields.format) },
  });
}

export default function ExportArticles() {
  const { title } = useLoaderData<typeof loader>();
  const form = useActionData<typeof action>()?.form;
  return (
    <ExportFrame step="articles">
      {/* A selection that comes from another step replaces the form, which otherwise keeps its initial values. */}
      <ArticlesForm key={form && !hasErrors(form) ? "handed" : "own"} title={title} answer={form} />
    </ExportFrame>
  );
}

const hasErrors = ({ errors, message, unread }: FormState) => Object.keys(errors).length > 0 || Boolean(message ?? unread);

function ArticlesForm({ title, answer }: { title: string; answer: FormState | undefined }) {
  const { t } = useTranslation(["exports"]);
  const { source, form: begun } = useLoaderData<typeof loader>();
  const form = { ...begun, ...answer, values: { ...begun.values, ...answer?.values } };
  const fields = fieldsOf(form, { title: t(exportTyped.title), cover: t("fields.cover"), contentIds: t("steps.articles") });
  const exportable = source.articles.filter(({ shareable }) => shareable).map(({ id }) => id);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(answer ? fields.contentIds.values : exportable));
  const chosenFormat = exportFormatSchema.catch("html").parse(typedText(form.values, "format"));
  const count = exportable.filter((id) => chosen.has(id)).length;
  return (
    <Form className="dialog-form" method="post" noValidate preventScrollReset>
      <StepBody title={title}>
        <EnterButton>{t("submit")}</EnterButton>
        <input type="hidden" name="format" value={chosenFormat} />
        <input type="hidden" name="key" value={typedText(form.values, "key") || typedText(begun.values, "key")} />
        <FormErrors form={form} fields={fields} />
        <div className="rail">
          <ArticleChoice source={source} exportable={exportable} chosen={chosen} onChoose={setChosen} errors={fields.contentIds.errors} />
          <aside className="stack stick" aria-label={t("settings")}>
            <TextField field={fields.title} dir="auto" stopsAtLimit />
            <SwitchField field={fields.cover} hint={t("hints.cover")} />
            <dl className="facts">
              <div>
                <dt>{t("fields.format")}</dt> <dd>{t(`formats.${chosenFormat}`)}</dd>
              </div>
              <div>
                <dt>{t(source.isFolder ? "fields.folder" : "fields.source")}</dt> <dd dir="auto">{source.place}</dd>
              </div>
              <div>
                <dt>{t("fields.extent")}</dt> <dd>{t("articlesCount", { count })}</dd>
              </div>
            </dl>
            <p className="hint">{t("hints.shareable")}</p>
          </aside>
        </div>
      </StepBody>
      <StepFoot>
        <button className="btn" type="submit" name="to" value="format">
          <Icon name="arrow-left" />
          {t("steps.format")}
        </button>{" "}
        <span className="end">
          <SubmitButton className="btn primary">
            {t("submit")}
            <Icon name="arrow-right" />
          </SubmitButton>
        </span>
      </StepFoot>
    </Form>
  );
}
