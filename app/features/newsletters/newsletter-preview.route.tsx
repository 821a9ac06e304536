import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FormErrors } from "~/forms/form-errors";
import { typedText } from "~/forms/form-state";
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

/** Where a preview goes, when that has to be mended. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const { id, vuexState } = await requireDraft(upstream, params);
  return data({ title: translator(locale)("mailings:preview.send"), id, addresses: toAddressText(vuexState.previewRecipients) });
}

export async function action({ request, params }: ActionFunctionArgs) {
  return answerPreview("summary", { session: await requireSession(request), params, body: await request.formData() });
}

export default function MailingPreview() {
  const { t } = useTranslation("mailings");
  const { title, id, addresses } = useLoaderData<typeof loader>();
  const form = useActionData<typeof action>()?.form;
  const { beside } = useOverlay();
  return (
    <MailingFrame step="recipients">
      <Form className="dialog-form" method="post" noValidate preventScrollReset>
        <StepBody title={title}>
          <div className="form narrow">
            <FormErrors form={form} labels={{ previewRecipients: t("fields.previewRecipients") }} />
            <PreviewPanel
              addresses={form ? typedText(form.values, "previewRecipients") : addresses}
              errors={form?.errors.previewRecipients}
            />
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
