import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { translated } from "~/forms/form-state";
import { translator } from "~/i18n/resources.server";
import { requireSession } from "~/session/session.server";
import { NewsletterFrame } from "./newsletter-frame";
import { folderChoices } from "./newsletter-versions.server";
import { titleValues } from "./read-step.server";
import { requireDraft } from "./require-newsletter.server";
import { answerStep, formDraft } from "./save-step.server";
import { StepForm } from "./step-form";
import { TitleFields, titleTyped } from "./title-fields";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export { newsletterLinks as links } from "./newsletter-styles";
export const handle = { i18n: ["newsletters", "articles"], typed: titleTyped, textAreas: ["introText"], savesAsNew: "newsletter" };

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const newsletter = await requireDraft(upstream, params);
  const { draft } = newsletter;
  return data({
    title: translator(locale)("newsletters:headings.title"),
    draft: await formDraft("title", folderChoices(upstream, newsletter.folderId, newsletter.id), newsletter, locale),
    values: await titleValues(draft),
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  return answerStep("title", { session: await requireSession(request), params, body: await request.formData() });
}

export default function NewsletterTitle() {
  const { t } = useTranslation(["newsletters"]);
  const { title, draft, values } = useLoaderData<typeof loader>();
  return (
    <NewsletterFrame step="title">
      <StepForm step="title" title={title} draft={draft} labels={translated(titleTyped, t)}>
        {(form) => <TitleFields form={form ?? { values, errors: {} }} />}
      </StepForm>
    </NewsletterFrame>
  );
}
