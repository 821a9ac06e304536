import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { translator } from "~/i18n/resources.server";
import { requireSession } from "~/session/session.server";
import { answerStep, formDraft, listTagChoices, requireDraft } from "./newsletter-draft.server";
import { MailingFrame } from "./newsletter-frame";
import { folderChoices } from "./newsletter-versions.server";
import { StepForm } from "./step-form";
import { TagFields } from "./tag-fields";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export { newsletterLinks as links } from "./newsletter-styles";
export const handle = { i18n: ["mailings"] };

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const mailing = await requireDraft(upstream, params);
  const { folderId, draft } = mailing;
  const from = folderChoices(upstream, folderId);
  return data({
    title: translator(locale)("mailings:headings.tags"),
    draft: await formDraft("tags", from, mailing, locale),
    tags: await listTagChoices(from, draft),
    groupByTags: draft.groupByTags,
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  return answerStep("tags", { session: await requireSession(request), params, body: await request.formData() });
}

export default function MailingTags() {
  const { t } = useTranslation("mailings");
  const { title, draft, tags, groupByTags } = useLoaderData<typeof loader>();
  return (
    <MailingFrame step="tags">
      <StepForm step="tags" title={title} draft={draft} labels={{ tags: t("fields.tags") }}>
        {(form) => <TagFields tags={tags} groupByTags={groupByTags} form={form} />}
      </StepForm>
    </MailingFrame>
  );
}
