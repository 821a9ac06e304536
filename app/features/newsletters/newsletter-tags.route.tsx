import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { translator } from "~/i18n/resources.server";
import { requireSession } from "~/session/session.server";
import { tagChoices } from "./newsletter-choices";
import { NewsletterFrame } from "./newsletter-frame";
import { folderChoices } from "./newsletter-versions.server";
import { requireDraft } from "./require-newsletter.server";
import { answerStep, formDraft } from "./save-step.server";
import { StepForm } from "./step-form";
import { TagFields } from "./tag-fields";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export { newsletterLinks as links } from "./newsletter-styles";
export const handle = { i18n: ["newsletters"] };

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const newsletter = await requireDraft(upstream, params);
  const { folderId, draft } = newsletter;
  const from = folderChoices(upstream, folderId, newsletter.id);
  return data({
    title: translator(locale)("newsletters:headings.tags"),
    draft: await formDraft("tags", from, newsletter, locale),
    tags: tagChoices(draft, await from.tags()).map(({ tag: { id, name, contents }, selected }) => ({
      id,
      name,
      selected,
      titles: contents.map(({ title }) => title),
    })),
    groupByTags: draft.groupByTags,
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  return answerStep("tags", { session: await requireSession(request), params, body: await request.formData() });
}

export default function NewsletterTags() {
  const { t } = useTranslation("newsletters");
  const { title, draft, tags, groupByTags } = useLoaderData<typeof loader>();
  return (
    <NewsletterFrame step="tags">
      <StepForm step="tags" title={title} draft={draft} labels={{ tags: t("fields.tags") }}>
        {(form) => <TagFields tags={tags} groupByTags={groupByTags} form={form} />}
      </StepForm>
    </NewsletterFrame>
  );
}
