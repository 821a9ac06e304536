import type { z } from "zod";
import type { attachmentSchema } from "../../../contract/rest/attachments";
import type { contentListSchema, contentSchema, contentSummarySchema } from "../../../contract/rest/contents";
import type { personSchema } from "../../../contract/rest/users";
import type { ArticlePage } from "../../domain/articles/article-list";
import type { Article, ArticleSummary } from "../../domain/articles/articles";
import { toCountries } from "../../domain/articles/countries";
import type { Locale } from "../texts";

export function toSummary(article: ArticlePage["entries"][number]): z.infer<typeof contentSummarySchema> {
  return {
    id: article.id,
    title: article.title,
    teaser_text: article.teaserText,
    source_url: article.sourceUrl,
    source: { name: article.sourceName, url: article.sourceUrl },
    author: article.author,
    published_at: article.publishedAt,
    created_at: article.createdAt.toISOString(),
    views: article.views,
    comments_count: article.commentsCount,
    priority: article.priority,
    shareable: article.shareable,
    external: article.external,
    language: article.language,
    folder_id: article.folder.id,
    folder: { id: article.folder.id, name: article.folder.name },
    team: article.team,
    tags: article.tags,
    picture: article.picture && toAttachment(article.picture),
    user: toPerson(article.user),
    permissions: article.permissions,
    ...(article.hits ? { hits: toHits(article.hits) } : {}),
  };
}

const toHits = ({ title, excerpt, excerptRanges }: NonNullable<ArticlePage["entries"][number]["hits"]>) => ({
  title,
  excerpt,
  excerpt_ranges: excerptRanges,
});

export function toContent(article: Article, locale: Locale): z.infer<typeof contentSchema> {
  return {
    ...toSummary(article),
    body: article.body,
    countries: toCountries(locale, article.countries),
    attachments: article.attachments.map(toAttachment),
    updated_at: article.updatedAt.toISOString(),
    lock_version: article.lockVersion,
  };
}

export function toContentList({ entries, meta }: ArticlePage): z.infer<typeof contentListSchema> {
  return {
    entries: entries.map(toSummary),
    meta: {
      current_page: meta.currentPage,
      per_page: meta.perPage,
      next_page: meta.nextPage,
      total_count: meta.totalCount,
      total_is_exact: meta.totalIsExact,
      ...(meta.replaced ? { replaced: meta.replaced } : {}),
    },
  };
}

export function toPerson({ id, firstName, lastName, email }: ArticleSummary["user"]): z.infer<typeof personSchema> {
  return { id, first_name: firstName, last_name: lastName, email, avatar_urls: { thumb: null } };
}

export function toAttachment(file: Article["attachments"][number]): z.infer<typeof attachmentSchema> {
  return {
    id: file.id,
    name: file.name,
    url: `/attachments/${file.id}/file`,
    content_type: file.contentType,
    file_size: file.fileSize,
    original_filename: file.originalFilename,
    is_remote: file.isRemote,
    width: file.width,
    height: file.height,
    alt: file.alt,
    caption: file.caption,
  };
}
