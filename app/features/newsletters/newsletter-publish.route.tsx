import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FormErrors } from "~/forms/form-errors";
import { typedText } from "~/forms/form-state";
import { formAnswer, refusalInit, refusedForm } from "~/forms/read-form.server";
import { SubmitButton } from "~/forms/submit-button";
import { momentText } from "~/i18n/dates.server";
import { translator } from "~/i18n/resources.server";
import { useOverlay } from "~/layouts/overlay";
import { requireSession } from "~/session/session.server";
import { CloseLink } from "~/ui/close-link";
import { Dialog } from "~/ui/dialog";
import { updateNewsletter } from "~/upstream/newsletter-drafts.server";
import { LeftOut } from "./left-out";
import { stepPath } from "./newsletter-steps";
import { readMoment } from "./publishing.server";
import { requireDraft, stepHref } from "./require-newsletter.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export { newsletterLinks as links } from "./newsletter-styles";
export const handle = { i18n: ["newsletters"] };

/** Asks once more before the newsletter is sent or scheduled: to how many people, and when. Without a valid time there is nothing to confirm. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const { id, title, lockVersion, audience, leftOut } = await requireDraft(upstream, params, { withAudience: true });
  const t = translator(locale);
  const query = new URL(request.url).searchParams;
  const reading = readMoment(query, t);
  if (!reading.ok) {
    const texts = { title: t("newsletters:publish.missing.title"), text: t("newsletters:publish.missing.text") };
    const chosen = { when: query.get("when") ?? "", at: query.get("at") ?? "" };
    const reason = reading.form.errors.at?.[0];
    return data({ ...texts, id, lockVersion, chosen, reason, question: null }, { status: 422 });
  }
  const { when, at, scheduledFor } = reading.value;
  const count = audience?.reached ?? 0;
  const moment = scheduledFor === null ? "" : momentText(scheduledFor, locale).text;
  return data({
    title: t(`newsletters:publish.${when}.title`, { count, moment }),
    text: t(`newsletters:publish.${when}.text`, { count, moment, name: title ?? t("newsletters:untitled") }),
    id,
    lockVersion,
    chosen: { when, at: scheduledFor === null ? "" : at },
    reason: undefined,
    question: { confirm: t(`newsletters:publish.${when}.confirm`, { count }), leftOut: leftOut ?? [] },
  });
}

/** Publishes now, or schedules for later. A missing or unknown time is an error, never "now". The API checks the requirements of all steps. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const body = await request.formData();
  const { id, folderId } = await requireDraft(upstream, params);
  const reading = readMoment(body, t);
  if (!reading.ok) return formAnswer({ ...reading.form, errors: {}, message: Object.values(reading.form.errors).flat()[0] });
  const { values } = reading;
  const { lockVersion, scheduledFor } = reading.value;
  const result = await updateNewsletter(upstream, id, { lockVersion, scheduledFor }, "publish");
  if (result.ok) return redirect(stepHref(folderId, id, "success"));
  // The fields are those of other steps.
  const { errors, message } = refusedForm(result, values, t);
  const reasons = [message, ...Object.values(errors).flat()].filter((text) => text !== undefined);
  return formAnswer({ values, errors: {}, message: reasons.join(" ") }, {}, refusalInit(result));
}

export default function NewsletterPublish() {
  const { t } = useTranslation(["newsletters", "shell"]);
  const { title, text, id, lockVersion, chosen, reason, question } = useLoaderData<typeof loader>();
  const form = useActionData<typeof action>()?.form;
  const { beside } = useOverlay();
  const back = beside(stepPath(id, "summary"), chosen.at ? chosen : {});
  return (
    <Dialog title={title} closeTo={back} closeLabel={t("shell:cancel")} kind="modal small" alert>
      <div className="dialog-body stack" id="dialog-text">
        {question ? <FormErrors form={form} /> : null}
        {reason ? <p>{reason}</p> : null}
        <p>{text}</p>
        {question ? (
          <>
            <LeftOut articles={question.leftOut} is="draft" />
            <p>{t("newsletters:publish.final")}</p>
          </>
        ) : null}
      </div>
      <Form className="dialog-foot" method="post" replace preventScrollReset>
        {question ? (
          <>
            <input type="hidden" name="when" value={chosen.when} />
            <input type="hidden" name="at" value={chosen.at} />
          </>
        ) : null}
        {/* After a conflict the version that was confirmed stays, so that nothing is sent unseen. */}
        <input type="hidden" name="lockVersion" value={typedText(form?.values, "lockVersion") || String(lockVersion)} />
        <span className="end">
          <CloseLink className="btn" to={back} autoFocus>
            {t("shell:cancel")}
          </CloseLink>
          {question ? <SubmitButton className="btn primary">{question.confirm}</SubmitButton> : null}
        </span>
      </Form>
    </Dialog>
  );
}
