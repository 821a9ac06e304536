import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { translator } from "~/i18n/resources.server";
import { requireSession } from "~/session/session.server";
import { answerStep, formDraft, requireDraft, titleValues } from "./newsletter-draft.server";
import { MailingFrame } from "./newsletter-frame";
import { folderChoices } from "./newsletter-versions.server";
import { StepForm } from "./step-form";
import { TitleFields } from "./title-fields";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export { newsletterLinks as links } from "./newsletter-styles";
export const handle = { i18n: ["mailings", "articles"] };

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const mailing = await requireDraft(upstream, params);
  const { draft } = mailing;
  return data({
    title: translator(locale)("mailings:headings.title"),
    draft: await formDraft("title", folderChoices(upstream, mailing.folderId), mailing, locale),
    values: await titleValues(draft),
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  return answerStep("title", { session: await requireSession(request), params, body: await request.formData() });
}

export default function MailingTitle() {
  const { t } = useTranslation("mailings");
  const { title, draft, values } = useLoaderData<typeof loader>();
  return (
    <MailingFrame step="title">
      <StepForm step="title" title={title} draft={draft} labels={{ subject: t("fields.subject"), introText: t("fields.introText") }}>
        {(form) => <TitleFields form={form ?? { values, errors: {} }} />}
      </StepForm>
    </MailingFrame>
  );
}
