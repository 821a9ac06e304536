import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData, useParams } from "@remix-run/react";
import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { config } from "~/config.server";
import { TextField } from "~/forms/controls";
import { FormErrors } from "~/forms/form-errors";
import { type FieldState, type FormState, fieldsOf, typedText } from "~/forms/form-state";
import { formAnswer, refusalAnswer } from "~/forms/read-form.server";
import { EnterButton, SubmitButton } from "~/forms/submit-button";
import { translator } from "~/i18n/resources.server";
import { overlayWith, useOverlay } from "~/layouts/overlay";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { FieldError } from "~/ui/field";
import { Icon } from "~/ui/icon";
import { listFolderTags, updateNewsletter } from "~/upstream/newsletter-drafts.server";
import { href } from "../../../contract/paths";
import { DeferredChecks } from "./checks";
import { LeftOut } from "./left-out";
import { selectedIds, tagChoices } from "./newsletter-choices";
import { NewsletterFrame, StepBody, StepFoot } from "./newsletter-frame";
import { type Step, stepPath } from "./newsletter-steps";
import { PreviewFrame, readView } from "./preview-frame";
import { publishingErrors, readMoment } from "./publishing.server";
import { requireDraft } from "./require-newsletter.server";
import { toZoned } from "./zoned-moment.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export { newsletterLinks as links } from "./newsletter-styles";

const typed = { at: "newsletters:fields.scheduledFor" } as const;

export const handle = { i18n: ["newsletters"], typed };

/** The earliest time offered for scheduling, in milliseconds from now. */
const soon = 60 * 60_000;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const { id, folderId, draft, content, audience, leftOut } = await requireDraft(upstream, params, { withAudience: true });
  const query = new URL(request.url).searchParams;
  const tags = tagChoices(draft, await listFolderTags(upstream, folderId, id)).filter(({ selected }) => selected);
  return data({
    title: translator(locale)("newsletters:headings.summary"),
    id,
    view: readView(query),
    // As chosen before the confirmation was cancelled.
    when: query.get("when") === "later" ? "later" : "now",
    at: query.get("at") ?? "",
    leftOut: leftOut ?? [],
    subject: draft.subject,
    tags: tags.map(({ tag }) => tag.name).join(", "),
    isGrouped: draft.groupByTags,
    articles: content.sections.reduce((count, { articles }) => count + articles.length, 0),
    recipients: audience ?? { reached: 0, subscribers: 0, allSubscribers: 0, unsubscribed: 0, gone: 0 },
    previews: draft.previewRecipients.length,
    sender: [content.client.name, content.team.name].join(", "),
    earliest: toZoned(new Date().toISOString(), config.timeZone),
    suggested: toZoned(new Date(Date.now() + soon).toISOString(), config.timeZone),
  });
}

/** Sends a preview, or goes on to the confirmation, unless something is missing. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const body = await request.formData();
  const { id, draft, content, leftOut, audience } = await requireDraft(upstream, params, { withAudience: true });
  const reading = readMoment(body, t);
  const values = reading.ok ? reading.values : reading.form.values;
  if (body.has("preview")) {
    const result = await updateNewsletter(upstream, id, {}, "preview");
    if (!result.ok) return refusalAnswer(result, values, t);
    return redirectWithFlash(overlayWith(request, { when: typedText(values, "when"), at: typedText(values, "at") }), "newsletterPreviewed");
  }
  const facts = {
    subject: draft.subject,
    tags: selectedIds(draft.tags).length,
    articles: content.sections.length,
    leftOut: leftOut ?? [],
    recipients: audience?.reached,
  };
  const errors = { ...publishingErrors(facts, t), ...(reading.ok ? {} : reading.form.errors) };
  if (!reading.ok || Object.keys(errors).length > 0) return formAnswer({ values, errors });
  const { when, at } = reading.value;
  return redirect(overlayWith(request, when === "later" ? { when, at } : { when }).replace(/\/summary(?=\?|$)/, "/publish"));
}

export default function NewsletterSummary() {
  const { t } = useTranslation(["newsletters", "shell"]);
  const { product = "", folderId = "" } = useParams();
  const summary = useLoaderData<typeof loader>();
  const form: FormState = useActionData<typeof action>()?.form ?? { values: {}, errors: {} };
  // Errors belong to the steps; the facts shown here have the ids of their fields.
  const fields = fieldsOf(form, {
    subject: t("fields.subject"),
    introText: t("fields.introText"),
    tags: t("fields.tags"),
    contents: t("fields.contents"),
    recipients: t("fields.recipients"),
    when: t("when.label"),
    at: t(typed.at),
    previewRecipients: t("fields.previewRecipients"),
  });
  const { beside } = useOverlay();
  const { id, title, subject, tags, isGrouped, articles, recipients, previews, sender, view, leftOut } = summary;
  const at = (step: string) => href("newsletterStep", { product, folderId, newsletterId: id, step });
  const facts: { name: string; label: string; text: string; notes?: string[]; more?: ReactNode; step?: Step }[] = [
    { name: "subject", label: t("fields.subject"), text: subject || t("missing"), step: "title" },
    { name: "tags", label: t("fields.tags"), text: tags || t("missing"), step: "tags" },
    {
      name: "contents",
      label: t("fields.contents"),
      text: t(isGrouped ? "summary.grouped" : "summary.articles", { count: articles }),
      more: <LeftOut articles={leftOut} is="draft" />,
      step: "articles",
    },
    {
      name: "recipients",
      label: t("fields.recipients"),
      text: t("summary.people", { count: recipients.reached }),
      notes: (["subscribers", "unsubscribed", "gone"] as const)
        .filter((why) => recipients[why] > 0)
        .map((why) => t(`summary.${why}`, { count: recipients[why] })),
      step: "recipients",
    },
    { name: "sender", label: t("summary.sender"), text: sender },
  ];
  return (
    <NewsletterFrame step="summary">
      <Form className="dialog-form" method="post" noValidate preventScrollReset>
        <EnterButton>{t("next.publish")}</EnterButton>
        <StepBody title={title} readFirst>
          <FormErrors form={form} fields={fields} />
          <div className="rail wizard">
            <div className="stack roomy">
              <dl className="facts wide-keys">
                {facts.map(({ name, label, text, notes = [], more, step }) => (
                  <div key={name} id={name} tabIndex={-1}>
                    <dt>{label}</dt>{" "}
                    <dd>
                      <div dir="auto">
                        {text}
                        {notes.map((note) => (
                          <Fragment key={note}>
                            <br />
                            <small className="soft">{note}</small>
                          </Fragment>
                        ))}
                        {more}
                        <FieldError id={name} errors={form.errors[name]} />
                      </div>{" "}
                      {step ? (
                        <Link to={beside(stepPath(id, step))} preventScrollReset>
                          {t("summary.change")}
                          <span className="vh"> {label}</span>
                        </Link>
                      ) : null}
                    </dd>
                  </div>
                ))}
              </dl>
              <DeferredChecks />
              <When
                when={typedText(form.values, "when", summary.when)}
                errors={fields.when.errors}
                field={fields.at}
                earliest={summary.earliest}
                suggested={summary.at || summary.suggested}
              />
              <div className="field" id="previewRecipients" tabIndex={-1}>
                <p className="hint">
                  {t(previews === 0 ? "preview.empty" : "summary.previewFirst")}{" "}
                  <Link to={`${beside(stepPath(id, "recipients"))}#previewRecipients`} preventScrollReset>
                    {t("summary.change")}
                    <span className="vh"> {t("fields.previewRecipients")}</span>
                  </Link>
                </p>
                <FieldError id="previewRecipients" errors={fields.previewRecipients.errors} />
                {/* With a name instead of a `formaction`, which text browsers ignore. */}
                <button className="btn start" type="submit" name="preview" aria-disabled={previews === 0 || undefined}>
                  <Icon name="mail" />
                  {t("summary.preview", { count: previews })}
                </button>
              </div>
            </div>
            <PreviewFrame view={view} sources={{ mail: at("mail"), web: href("newsletter", { newsletterId: id }) }} />
          </div>
        </StepBody>
        <StepFoot>
          <Link className="btn" to={beside(stepPath(id, "recipients"))} preventScrollReset>
            <Icon name="arrow-left" />
            {t("steps.recipients")}
          </Link>
          <span className="end">
            <SubmitButton className="btn primary">
              <Icon name="send" />
              {t("next.publish")}
            </SubmitButton>
          </span>
        </StepFoot>
      </Form>
    </NewsletterFrame>
  );
}

interface WhenProps {
  when: string;
  errors: string[] | undefined;
  field: FieldState;
  earliest: string;
  suggested: string;
}

function When({ when, errors, field, earliest, suggested }: WhenProps) {
  const { t } = useTranslation("newsletters");
  return (
    <fieldset className="field" id="when" tabIndex={-1}>
      <legend className="label">{t("when.label")}</legend>
      <FieldError id="when" errors={errors} />
      {(["now", "later"] as const).map((value) => (
        <label className="choice" key={value}>
          <input type="radio" name="when" value={value} defaultChecked={when === value} />
          <span>{t(`when.${value}`)}</span>
        </label>
      ))}
      <TextField field={field} type="datetime-local" min={earliest} defaultValue={field.value || suggested} />
    </fieldset>
  );
}
