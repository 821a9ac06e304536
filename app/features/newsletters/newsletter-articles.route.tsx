import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useFetcher, useLoaderData, useParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { type JsonFailure, unlessFailure } from "~/forms/failed-form";
import { dayOfMoment, dayText } from "~/i18n/dates.server";
import { translator } from "~/i18n/resources.server";
import { requireSession } from "~/session/session.server";
import { Letter, type LetterContent } from "~/ui/letter";
import { href } from "../../../contract/paths";
import { ArticleFields } from "./article-fields";
import { toLetter } from "./letter.server";
import { articleChoices } from "./newsletter-choices";
import { answerStep, formDraft, requireDraft } from "./newsletter-draft.server";
import { MailingFrame } from "./newsletter-frame";
import { folderChoices } from "./newsletter-versions.server";
import { StepForm } from "./step-form";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export { newsletterLinks as links } from "./newsletter-styles";
export const handle = { i18n: ["mailings"] };

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const mailing = await requireDraft(upstream, params);
  const { folderId, draft, content } = mailing;
  const t = translator(locale);
  const from = folderChoices(upstream, folderId);
  const choices = articleChoices(draft, await from.tags());
  return data({
    title: t("mailings:headings.articles"),
    draft: await formDraft("articles", from, mailing, locale),
    isGrouped: draft.groupByTags,
    articles: choices.map(
      ({ article: { id, title, sourceName, author, publishedAt, shareable, isNew, sentAt, picture }, tag, selected }) => ({
        id,
        title,
        facts: [sourceName ?? t("mailings:own"), dayText(publishedAt).text, author].filter(Boolean).join(", "),
        shareable,
        publishedAt,
        published: dayText(publishedAt).text,
        isNew,
        sent: sentAt && dayOfMoment(sentAt).text,
        pictureId: picture?.id ?? null,
        tag,
        selected,
      }),
    ),
    letter: toLetter(content),
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  return answerStep("articles", { session: await requireSession(request), params, body: await request.formData() });
}

export default function MailingArticles() {
  const { t } = useTranslation("mailings");
  const { product = "", folderId = "", mailingId = "" } = useParams();
  const { title, draft, articles, isGrouped, letter } = useLoaderData<typeof loader>();
  const preview = useFetcher<LetterContent | JsonFailure>();
  return (
    <MailingFrame step="articles">
      <StepForm
        step="articles"
        title={title}
        draft={draft}
        labels={{ contents: t("fields.contents") }}
        onSaved={() => preview.load(href("mailingStep", { product, folderId, mailingId, step: "letter" }))}
      >
        {(form) => (
          <div className="rail wizard">
            <ArticleFields articles={articles} isGrouped={isGrouped} form={form} />
            <aside className="stick" aria-label={t("preview.label")}>
              <p className="soft">{t("preview.label")}</p>
              <div {...{ inert: "" }}>
                <Letter letter={unlessFailure(preview.data) ?? letter} mini />
              </div>
            </aside>
          </div>
        )}
      </StepForm>
    </MailingFrame>
  );
}
