import { dayText, momentText } from "~/i18n/dates.server";
import type { Locale } from "~/i18n/locale";
import { displayName } from "~/ui/display-name";
import type { ArticleList, ArticleSummary } from "~/upstream/articles.server";
import type { ArticleCardData, ArticleCardPage } from "./article-card";

/** A page of articles formatted for cards. */
export function toCardPage({ entries, meta }: ArticleList, locale: Locale): ArticleCardPage {
  return {
    cards: entries.map((article) => toCard(article, locale)),
    nextPage: meta.nextPage,
    page: meta.currentPage,
    perPage: meta.perPage,
    totalCount: meta.totalCount,
    totalIsExact: meta.totalIsExact,
  };
}

function toCard(article: ArticleSummary, locale: Locale): ArticleCardData {
  const { id, title, source, external, sourceUrl, priority, commentsCount, tags, picture, folder, permissions } = article;
  return {
    id,
    title,
    ...toTeaser(article),
    source: source.name,
    language: article.language && article.language !== locale ? article.language : null,
    externalUrl: external ? sourceUrl : null,
    high: priority === "high",
    published: dayText(article.publishedAt),
    filedAt: momentText(article.createdAt, locale).text,
    commentsCount,
    tags: tags.map(({ name, slug }): [string, string] => [name, slug]),
    picture: picture && { id: picture.id, width: picture.width, height: picture.height },
    folder: { id: folder.id, name: folder.name, isInbox: folder.purpose === "inbox" },
    by: displayName(article.user),
    shareable: article.shareable,
    canUpdate: permissions.update,
    canDelete: permissions.destroy,
  };
}

/** If the term matched in the text, an excerpt replaces the teaser. */
function toTeaser({ teaserText, hits }: ArticleSummary): Pick<ArticleCardData, "teaser" | "marks"> {
  if (!hits) return { teaser: teaserText };
  const isInText = hits.excerptRanges.length > 0;
  return { teaser: isInText ? hits.excerpt : teaserText, marks: { title: hits.title, teaser: isInText ? hits.excerptRanges : [] } };
}
