import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData, useParams } from "@remix-run/react";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { config } from "~/config.server";
import { FormErrors } from "~/forms/form-errors";
import { type FormState, typedText } from "~/forms/form-state";
import { refusalInit, refusedForm } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { useOverlay } from "~/layouts/overlay";
import { href } from "~/paths";
import { requireSession } from "~/session/session.server";
import { describedBy, Field, FieldError } from "~/ui/field";
import { Icon } from "~/ui/icon";
import { listFolderTags, updateMailing } from "~/upstream/newsletter-drafts.server";
import { DeferredChecks } from "./checks";
import { tagChoices } from "./newsletter-choices";
import { requireDraft, stepHref, versionOf } from "./newsletter-draft.server";
import { MailingFrame, StepBody, StepFoot } from "./newsletter-frame";
import { type Step, stepPath } from "./newsletter-steps";
import { PreviewFrame, readLook } from "./preview-frame";
import { fromZoned, toZoned } from "./zoned-moment.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export { newsletterLinks as links } from "./newsletter-styles";
export const handle = { i18n: ["mailings"] };

/** Milliseconds: the first moment offered for sending later. */
const soon = 60 * 60_000;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const { id, folderId, vuexState, lockVersion, content, reach } = await requireDraft(upstream, params, { withReach: true });
  const tags = tagChoices(vuexState, await listFolderTags(upstream, folderId)).filter(({ selected }) => selected);
  return data({
    title: translator(locale)("mailings:headings.summary"),
    id,
    lockVersion,
    look: readLook(new URL(request.url).searchParams),
    subject: vuexState.subject,
    tags: tags.map(({ tag }) => tag.name).join(", "),
    isGrouped: vuexState.groupByTags,
    articles: content.sections.reduce((count, { articles }) => count + articles.length, 0),
    recipients: reach ?? { reached: 0, unsubscribed: 0, gone: 0 },
    previews: vuexState.previewRecipients.length,
    sender: [content.client.name, content.team.name].join(", "),
    earliest: toZoned(new Date().toISOString(), config.timeZone),
    suggested: toZoned(new Date(Date.now() + soon).toISOString(), config.timeZone),
  });
}

/** Publishes, now or at a moment; the server checks all that the steps ask for. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const { id, folderId } = await requireDraft(upstream, params);
  const body = await request.formData();
  const typed = String(body.get("scheduledFor") ?? "");
  const isLater = body.get("when") === "later";
  const values = { when: isLater ? "later" : "now", scheduledFor: typed };
  const scheduledFor = isLater ? fromZoned(typed, config.timeZone) : null;
  if (scheduledFor === undefined) {
    const form: FormState = { values, errors: { scheduledFor: [t(typed === "" ? "errors:required" : "errors:notDate")] } };
    return data({ form }, { status: 422 });
  }
  const result = await updateMailing(upstream, id, { lockVersion: versionOf(body), scheduledFor }, "publish");
  if (!result.ok) return data({ form: refusedForm(result, values, t) }, refusalInit(result));
  return redirect(stepHref(folderId, id, "success"));
}

export default function MailingSummary() {
  const { t } = useTranslation(["mailings", "shell"]);
  const { product = "", folderId = "" } = useParams();
  const summary = useLoaderData<typeof loader>();
  const form = useActionData<typeof action>()?.form;
  const { beside } = useOverlay();
  const { id, title, subject, tags, isGrouped, articles, recipients, previews, sender, look } = summary;
  const at = (step: string) => href("mailingStep", { product, folderId, mailingId: id, step });
  const facts: { name: string; label: string; text: string; notes?: string[]; step?: Step }[] = [
    { name: "subject", label: t("fields.subject"), text: subject || t("missing"), step: "title" },
    { name: "tags", label: t("fields.tags"), text: tags || t("missing"), step: "tags" },
    {
      name: "contents",
      label: t("fields.contents"),
      text: t(isGrouped ? "summary.grouped" : "summary.articles", { count: articles }),
      step: "articles",
    },
    {
      name: "recipients",
      label: t("fields.recipients"),
      text: t("summary.people", { count: recipients.reached }),
      notes: (["unsubscribed", "gone"] as const)
        .filter((why) => recipients[why] > 0)
        .map((why) => t(`summary.${why}`, { count: recipients[why] })),
      step: "recipients",
    },
    { name: "sender", label: t("summary.sender"), text: sender },
  ];
  return (
    <MailingFrame step="summary">
      <StepBody title={title}>
        <FormErrors form={form} labels={labelsOf(t)} />
        <div className="rail wizard">
          <div className="stack roomy">
            <dl className="facts wide-keys">
              {facts.map(({ name, label, text, notes = [], step }) => (
                <div key={name} id={name} tabIndex={-1}>
                  <dt>{label}</dt>{" "}
                  <dd>
                    <span dir="auto">
                      {text}
                      {notes.map((note) => (
                        <Fragment key={note}>
                          <br />
                          <small className="soft">{note}</small>
                        </Fragment>
                      ))}
                      <FieldError id={name} errors={form?.errors[name]} />
                    </span>{" "}
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
            <Form className="stack roomy" method="post" noValidate preventScrollReset>
              <input type="hidden" name="lockVersion" value={summary.lockVersion} />
              <When form={form} earliest={summary.earliest} suggested={summary.suggested} />
              <div className="notice warning plain" role="note">
                <Icon name="warning" />
                <div>
                  <b>{t("summary.final")}</b>
                  <p>{t("summary.public")}</p>
                  <p>{t("summary.previewFirst")}</p>
                </div>
              </div>
              <button className="btn primary big start" type="submit">
                <Icon name="send" />
                <span className="publish">
                  <span className="now">{t("summary.send", { count: recipients.reached })}</span>
                  <span className="or"> / </span>
                  <span className="later">{t("summary.plan", { count: recipients.reached })}</span>
                </span>
              </button>
            </Form>
            {/* A form of its own: text browsers post every button of a form to its one address, which here would send to all. */}
            <Form className="cluster" method="post" action={at("preview")} noValidate preventScrollReset>
              <input type="hidden" name="lockVersion" value={summary.lockVersion} />
              <button className="btn big" type="submit" disabled={previews === 0}>
                <Icon name="mail" />
                {t("summary.preview", { count: previews })}
              </button>
              {previews === 0 ? <span className="hint">{t("preview.empty")}</span> : null}
            </Form>
          </div>
          <PreviewFrame look={look} sources={{ mail: at("mail"), web: href("newsletter", { mailingId: id }) }} />
        </div>
      </StepBody>
      <StepFoot>
        <Link className="btn" to={beside(stepPath(id, "recipients"))} preventScrollReset>
          <Icon name="arrow-left" />
          {t("steps.recipients")}
        </Link>
      </StepFoot>
    </MailingFrame>
  );
}

/** The errors of a newsletter are about its steps, whose ids the facts have. */
const labelsOf = (t: ReturnType<typeof useTranslation<["mailings", "shell"]>>["t"]) => ({
  subject: t("fields.subject"),
  introText: t("fields.introText"),
  tags: t("fields.tags"),
  contents: t("fields.contents"),
  recipients: t("fields.recipients"),
  scheduledFor: t("fields.scheduledFor"),
});

function When({ form, earliest, suggested }: { form: FormState | undefined; earliest: string; suggested: string }) {
  const { t } = useTranslation("mailings");
  const when = typedText(form?.values, "when", "now");
  const errors = form?.errors.scheduledFor;
  return (
    <fieldset className="field">
      <legend className="label">{t("when.label")}</legend>
      {(["now", "later"] as const).map((value) => (
        <label className="choice" key={value}>
          <input type="radio" name="when" value={value} defaultChecked={when === value} />
          <span>{t(`when.${value}`)}</span>
        </label>
      ))}
      <Field id="scheduledFor" label={t("fields.scheduledFor")} errors={errors}>
        <input
          className="input"
          type="datetime-local"
          name="scheduledFor"
          min={earliest}
          defaultValue={typedText(form?.values, "scheduledFor") || suggested}
          {...describedBy("scheduledFor", { errors })}
        />
      </Field>
    </fieldset>
  );
}
