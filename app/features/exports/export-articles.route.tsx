import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { FormErrors } from "~/forms/form-errors";
import { type FormState, typedList, typedText } from "~/forms/form-state";
import { formAnswer, readForm, refusalInit, refusedForm } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { pageBelow } from "~/layouts/overlay";
import { requireSession } from "~/session/session.server";
import { describedBy, Field } from "~/ui/field";
import { Icon } from "~/ui/icon";
import { createExport } from "~/upstream/exports.server";
import { limits } from "../../../contract/limits";
import { exportFormatSchema } from "../../../contract/rest/exports";
import { ArticleChoice } from "./article-choice";
import { exportFormSchema, handedOn } from "./export-form.server";
import { ExportFrame, StepBody, StepFoot } from "./export-frame";
import { loadSource } from "./export-source.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export { exportLinks as links } from "./export-styles";
export const handle = { i18n: ["exports"] };

export async function loader({ request, params }: LoaderFunctionArgs) {
  const session = await requireSession(request);
  const source = await loadSource(session, request, params);
  const format = exportFormatSchema.catch("html").parse(new URL(request.url).searchParams.get("format"));
  return data({ title: translator(session.locale)("exports:headings.articles"), source, format, key: crypto.randomUUID() });
}

/** Starts the export and goes on to its output; the other buttons change the choice, or go back with it. */
export async function action({ request, params }: ActionFunctionArgs) {
  const session = await requireSession(request);
  const { upstream, locale } = session;
  const t = translator(locale);
  const body = await request.clone().formData();
  const form = handedOn(body);
  if (body.get("from") === "format") return data({ form });
  // The browser posts the form once more, to the step before.
  if (body.get("to") === "format") throw redirect(overlayBeside(request, "export/format"), 307);
  const select = body.get("select");
  if (select === "all" || select === "none") {
    const ids = select === "all" ? (await loadSource(session, request, params)).articles.filter(({ shareable }) => shareable) : [];
    return data({ form: { ...form, values: { ...form.values, contentIds: ids.map(({ id }) => id) } } });
  }
  const reading = readForm(body, exportFormSchema, t);
  const isEmpty = typedList(form.values, "contentIds").length === 0;
  const none: FormState["errors"] = isEmpty ? { contentIds: [t("errors:noContents")] } : {};
  if (!reading.ok) return formAnswer({ ...form, errors: { ...reading.form.errors, ...none } }, {});
  if (isEmpty) return formAnswer({ ...form, errors: none }, {});
  const { title, format, contentIds, key } = reading.value;
  const result = await createExport(upstream, { title, format, contentIds }, key);
  if (!result.ok) return formAnswer(refusedForm(result, form.values, t), {}, refusalInit(result));
  throw redirect(overlayBeside(request, `export/${result.data.id}/output`));
}

/** The address of another step of the same list. */
function overlayBeside(request: Request, path: string): string {
  const below = pageBelow(request, "export/articles");
  const [pathname, search] = below.split("?");
  return `${pathname}/${path}${search ? `?${search}` : ""}`;
}

export default function ExportArticles() {
  const { title } = useLoaderData<typeof loader>();
  const form = useActionData<typeof action>()?.form;
  return (
    <ExportFrame step="articles">
      {/* What came from another step is another form, which begins with what was chosen there. */}
      <ArticlesForm key={form && !hasErrors(form) ? "handed" : "own"} title={title} form={form} />
    </ExportFrame>
  );
}

const hasErrors = ({ errors, message, unread }: FormState) => Object.keys(errors).length > 0 || Boolean(message ?? unread);

function ArticlesForm({ title, form }: { title: string; form: FormState | undefined }) {
  const { t } = useTranslation("exports");
  const { source, format, key } = useLoaderData<typeof loader>();
  const { state, formMethod } = useNavigation();
  const exportable = source.articles.filter(({ shareable }) => shareable).map(({ id }) => id);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(form ? typedList(form.values, "contentIds") : exportable));
  const chosenFormat = exportFormatSchema.catch(format).parse(typedText(form?.values, "format"));
  const count = exportable.filter((id) => chosen.has(id)).length;
  const errors = form?.errors.title;
  return (
    <Form className="dialog-form" method="post" noValidate preventScrollReset>
      <StepBody title={title}>
        {/* The Enter key presses a form's first button. */}
        <button type="submit" hidden>
          {t("submit")}
        </button>
        <input type="hidden" name="format" value={chosenFormat} />
        <input type="hidden" name="key" value={typedText(form?.values, "key") || key} />
        <FormErrors form={form} labels={{ title: t("fields.title"), contentIds: t("steps.articles") }} />
        <div className="rail">
          <ArticleChoice source={source} exportable={exportable} chosen={chosen} onChoose={setChosen} errors={form?.errors.contentIds} />
          <aside className="stack stick" aria-label={t("settings")}>
            <Field id="title" label={t("fields.title")} errors={errors}>
              <input
                className="input"
                name="title"
                maxLength={limits.text}
                defaultValue={form ? typedText(form.values, "title") : source.suggestedTitle}
                dir="auto"
                {...describedBy("title", { errors })}
              />
            </Field>
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
          <button className="btn primary" type="submit" aria-busy={(state !== "idle" && formMethod === "POST") || undefined}>
            {t("submit")}
            <Icon name="arrow-right" />
          </button>
        </span>
      </StepFoot>
    </Form>
  );
}
