import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FormErrors } from "~/forms/form-errors";
import { type FormState, fieldsOf } from "~/forms/form-state";
import { translator } from "~/i18n/resources.server";
import { useOverlay } from "~/layouts/overlay";
import { requireSession } from "~/session/session.server";
import { Icon } from "~/ui/icon";
import { answerPreview, requireDraft, toAddressText } from "./newsletter-draft.server";
import { MailingFrame, StepBody, StepFoot } from "./newsletter-frame";
import { stepPath } from "./newsletter-steps";
import { PreviewPanel } from "./preview-panel";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export { newsletterLinks as links } from "./newsletter-styles";
export const handle = { i18n: ["mailings"] };

/** Shows the preview recipients if they have to be corrected. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const { id, draft } = await requireDraft(upstream, params);
  return data({ title: translator(locale)("mailings:preview.send"), id, addresses: toAddressText(draft.previewRecipients) });
}

export async function action({ request, params }: ActionFunctionArgs) {
  return answerPreview("summary", { session: await requireSession(request), params, body: await request.formData() });
}

export default function MailingPreview() {
  const { t } = useTranslation("mailings");
  const { title, id, addresses } = useLoaderData<typeof loader>();
  const form: FormState = useActionData<typeof action>()?.form ?? { values: { previewRecipients: addresses }, errors: {} };
  const fields = fieldsOf(form, { previewRecipients: t("fields.previewRecipients") });
  const { beside } = useOverlay();
  return (
    <MailingFrame step="recipients">
      <Form className="dialog-form" method="post" noValidate preventScrollReset>
        <StepBody title={title}>
          <div className="form narrow">
            <FormErrors form={form} fields={fields} />
            <PreviewPanel field={fields.previewRecipients} />
          </div>
        </StepBody>
        <StepFoot>
          <Link className="btn" to={beside(stepPath(id, "recipients"))} preventScrollReset>
            <Icon name="arrow-left" />
            {t("steps.recipients")}
          </Link>
        </StepFoot>
      </Form>
    </MailingFrame>
  );
}
