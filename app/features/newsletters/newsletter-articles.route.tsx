import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useFetcher, useLoaderData, useParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { type JsonFailure, unlessFailure } from "~/forms/failed-form";
import { dayOfMoment, dayText } from "~/i18n/dates.server";
import { translator } from "~/i18n/resources.server";
import { withoutMarkup } from "~/rich-text/convert.server";
import { requireSession } from "~/session/session.server";
import { Letter, type LetterContent } from "~/ui/letter";
import { href } from "../../../contract/paths";
import { ArticleFields } from "./article-fields";
import { toLetter } from "./letter.server";
import { articleChoices, itemOrder } from "./newsletter-choices";
import { NewsletterFrame } from "./newsletter-frame";
import { folderChoices } from "./newsletter-versions.server";
import { requireDraft } from "./require-newsletter.server";
import { answerStep, formDraft } from "./save-step.server";
import { StepForm } from "./step-form";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export { newsletterLinks as links } from "./newsletter-styles";
export const handle = { i18n: ["newsletters"] };

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const newsletter = await requireDraft(upstream, params);
  const { folderId, draft, content } = newsletter;
  const t = translator(locale);
  const from = folderChoices(upstream, folderId, newsletter.id);
  const choices = articleChoices(draft, await from.tags());
  const adaptations = new Map(draft.adaptations.map((adaptation) => [adaptation.id, adaptation]));
  return data({
    title: t("newsletters:headings.articles"),
    draft: await formDraft("articles", from, newsletter, locale),
    isGrouped: draft.groupByTags,
    articles: choices.map(
      ({ article: { id, title, sourceName, author, publishedAt, shareable, isNew, sentAt, picture }, tag, selected }) => ({
        id,
        title: adaptations.get(id)?.title ?? title,
        isAdapted: adaptations.has(id),
        facts: [sourceName ?? t("newsletters:own"), dayText(publishedAt).text, author].filter(Boolean).join(", "),
        shareable,
        publishedAt,
        published: dayText(publishedAt).text,
        isNew,
        sent: sentAt && dayOfMoment(sentAt).text,
        pictureId: shownPicture(adaptations.get(id)?.picture, picture?.id),
        tag,
        selected,
      }),
    ),
    textBlocks: draft.textBlocks.map(({ id, heading, text }) => ({
      id,
      heading,
      excerpt: withoutMarkup(text).replace(/\s+/g, " ").trim().slice(0, 120),
    })),
    order: itemOrder(draft, choices),
    letter: toLetter(content),
  });
}

const shownPicture = (adapted: string | null | undefined, own: string | undefined) =>
  adapted === "none" ? null : (adapted ?? own ?? null);

export async function action({ request, params }: ActionFunctionArgs) {
  return answerStep("articles", { session: await requireSession(request), params, body: await request.formData() });
}

export default function NewsletterArticles() {
  const { t } = useTranslation("newsletters");
  const { product = "", folderId = "", newsletterId = "" } = useParams();
  const { title, draft, articles, textBlocks, order, isGrouped, letter } = useLoaderData<typeof loader>();
  const preview = useFetcher<LetterContent | JsonFailure>();
  return (
    <NewsletterFrame step="articles">
      <StepForm
        step="articles"
        title={title}
        draft={draft}
        labels={{ contents: t("fields.contents") }}
        onSaved={() => preview.load(href("newsletterStep", { product, folderId, newsletterId, step: "letter" }))}
      >
        {(form) => (
          <div className="rail wizard">
            <ArticleFields articles={articles} textBlocks={textBlocks} order={order} isGrouped={isGrouped} form={form} />
            <aside className="stick" aria-label={t("preview.label")}>
              <p className="soft">{t("preview.label")}</p>
              <div {...{ inert: "" }}>
                <Letter letter={unlessFailure(preview.data) ?? letter} mini />
              </div>
            </aside>
          </div>
        )}
      </StepForm>
    </NewsletterFrame>
  );
}
