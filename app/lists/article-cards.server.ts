import { type DateText, dayText, isoDay } from "~/i18n/dates.server";
import type { Locale } from "~/i18n/locale";
import { translator } from "~/i18n/resources.server";
import type { Translate } from "~/i18n/translate";
import { displayName } from "~/ui/display-name";
import type { ArticleList, ArticleSummary } from "~/upstream/articles.server";
import * as limits from "../../contract/limits";
import type { ArticleCardData, ArticleCardPage } from "./article-card";
import type { ListState } from "./list-state";

/** A page of articles formatted for cards, which show the date that sorts them. */
export function toCardPage({ entries, meta }: ArticleList, state: ListState, locale: Locale): ArticleCardPage {
  const t = translator(locale);
  return {
    cards: entries.map((article) => toCard(article, state, locale, t)),
    nextPage: meta.nextPage,
    page: meta.currentPage,
    perPage: meta.perPage,
    totalCount: meta.totalCount,
    totalIsExact: meta.totalIsExact,
    selectable: Math.min(meta.totalCount, limits.articlesPerBatch),
  };
}

function toCard(article: ArticleSummary, { sortBy, layout }: ListState, locale: Locale, t: Translate): ArticleCardData {
  const { id, title, source, subscription, external, sourceUrl, priority, commentsCount, folder, hits, permissions } = article;
  return {
    id,
    title,
    ...(layout === "compact" ? { teaser: "", tags: [], picture: null } : toText(article)),
    ...(hits && { marks: { title: hits.title, teaser: hits.excerptRanges } }),
    source: source.name,
    // Usually named like the publication, which is then not repeated.
    via:
      subscription && (subscription.title === source.name ? t("lists:subscribed") : t("lists:subscribedTo", { title: subscription.title })),
    language: article.language && article.language !== locale ? article.language : null,
    externalUrl: external ? sourceUrl : null,
    high: priority === "high",
    date: sortBy === "created_at" ? filingDate(article, t) : dayText(article.publishedAt),
    commentsCount,
    folder: { id: folder.id, name: folder.name, isInbox: folder.purpose === "inbox" },
    by: displayName(article.user),
    shareable: article.shareable,
    canUpdate: permissions.update,
    canDelete: permissions.destroy,
  };
}

function filingDate({ createdAt }: ArticleSummary, t: Translate): DateText {
  const { iso, text } = dayText(isoDay(Date.parse(createdAt)));
  return { iso, text: t("lists:filed", { day: text }) };
}

/** Fields that the compact layout omits. If the term matched in the text, an excerpt replaces the teaser. */
function toText({ teaserText, hits, tags, picture }: ArticleSummary): Pick<ArticleCardData, "teaser" | "tags" | "picture"> {
  return {
    teaser: hits && hits.excerptRanges.length > 0 ? hits.excerpt : teaserText,
    tags: tags.map(({ name, slug }): [string, string] => [name, slug]),
    picture: picture && { id: picture.id, width: picture.width, height: picture.height },
  };
}
