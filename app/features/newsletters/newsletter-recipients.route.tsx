import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { translator } from "~/i18n/resources.server";
import { requireSession } from "~/session/session.server";
import { selectedIds } from "./newsletter-choices";
import { NewsletterFrame } from "./newsletter-frame";
import { folderChoices } from "./newsletter-versions.server";
import { toAddressText } from "./read-step.server";
import { RecipientFields, recipientsTyped } from "./recipient-fields";
import { requireDraft } from "./require-newsletter.server";
import { answerPreview, answerStep, formDraft } from "./save-step.server";
import { StepForm } from "./step-form";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export { newsletterLinks as links } from "./newsletter-styles";
export const handle = { i18n: ["newsletters"], typed: recipientsTyped, textAreas: ["previewRecipients"] };

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const newsletter = await requireDraft(upstream, params, { withAudience: true });
  const { folderId, draft, audience } = newsletter;
  const t = translator(locale);
  const from = folderChoices(upstream, folderId, newsletter.id);
  const people = await from.recipients();
  const selected = new Set(selectedIds(draft.recipients));
  return data({
    title: t("newsletters:headings.recipients"),
    draft: await formDraft("recipients", from, newsletter, locale),
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
    outside: { count: audience?.allSubscribers ?? 0, selected: draft.subscribers },
    previewRecipients: toAddressText(draft.previewRecipients),
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const asking = { session: await requireSession(request), params, body: await request.formData() };
  return asking.body.has("preview") ? answerPreview(asking) : answerStep("recipients", asking);
}

export default function NewsletterRecipients() {
  const { t } = useTranslation(["newsletters"]);
  const { title, draft, people, outside, previewRecipients } = useLoaderData<typeof loader>();
  return (
    <NewsletterFrame step="recipients">
      <StepForm
        step="recipients"
        title={title}
        draft={draft}
        labels={{
          recipients: t("fields.recipients"),
          subscribers: t("fields.subscribers"),
          previewRecipients: t(recipientsTyped.previewRecipients),
        }}
      >
        {(form) => <RecipientFields people={people} outside={outside} previewRecipients={previewRecipients} form={form} />}
      </StepForm>
    </NewsletterFrame>
  );
}
