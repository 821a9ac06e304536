import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { translator } from "~/i18n/resources.server";
import { requireSession } from "~/session/session.server";
import { answerPreview, answerStep, formDraft, requireDraft, toAddressText } from "./newsletter-draft.server";
import { MailingFrame } from "./newsletter-frame";
import { folderChoices } from "./newsletter-versions.server";
import { RecipientFields } from "./recipient-fields";
import { StepForm } from "./step-form";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export { newsletterLinks as links } from "./newsletter-styles";
export const handle = { i18n: ["mailings"] };

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const mailing = await requireDraft(upstream, params);
  const { folderId, draft } = mailing;
  const t = translator(locale);
  const from = folderChoices(upstream, folderId);
  const people = await from.recipients();
  const selected = new Set(draft.recipients.filter((choice) => choice.selected).map(({ id }) => id));
  return data({
    title: t("mailings:headings.recipients"),
    draft: await formDraft("recipients", from, mailing, locale),
    people: people.map(({ id, email, name, interests, role, subscribed, bounced }) => ({
      id,
      email,
      name: name.full,
      interests: interests.map((tag) => ({ id: tag.id, name: tag.name })),
      role: t(`shell:roles.${role}`),
      subscribed,
      bounced,
      selected: subscribed && selected.has(id),
    })),
    previewRecipients: toAddressText(draft.previewRecipients),
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const asking = { session: await requireSession(request), params, body: await request.formData() };
  return asking.body.has("preview") ? answerPreview(asking) : answerStep("recipients", asking);
}

export default function MailingRecipients() {
  const { t } = useTranslation("mailings");
  const { title, draft, people, previewRecipients } = useLoaderData<typeof loader>();
  return (
    <MailingFrame step="recipients">
      <StepForm
        step="recipients"
        title={title}
        draft={draft}
        labels={{ recipients: t("fields.recipients"), previewRecipients: t("fields.previewRecipients") }}
      >
        {(form) => <RecipientFields people={people} previewRecipients={previewRecipients} form={form} />}
      </StepForm>
    </MailingFrame>
  );
}
