import { type DateText, dayText, momentText } from "~/i18n/dates.server";
import type { Locale } from "~/i18n/locale";
import type { Translate } from "~/i18n/translate";
import { displayName } from "~/ui/display-name";
import { teamName } from "~/ui/team-name";
import type { Article } from "~/upstream/articles.server";
import type { Comment } from "~/upstream/comments.server";
import { findIntro } from "../../../contract/intro";
import { toAttachmentItem } from "./attachments-form.server";

/** Comments shown at first; older ones are one link away. */
const commentsShown = 20;

export type ArticlePageData = ReturnType<typeof toArticlePage>;

export interface CommentItem {
  id: string;
  name: string;
  isOwn: boolean;
  parts: { text: string; isMention: boolean }[];
  created: DateText;
  /** When its text was last changed. */
  edited: string | null;
  canEdit: boolean;
  canDelete: boolean;
}

/** An article formatted for its page: dates and names as text. */
export function toArticlePage(article: Article, t: Translate, locale: Locale) {
  const [picture, others] = splitPicture(article);
  return {
    id: article.id,
    title: article.title,
    intro: findIntro(article.teaserText, article.body),
    body: article.body,
    language: article.language && article.language !== locale ? article.language : null,
    high: article.priority === "high",
    source: article.source.name,
    subscription: article.subscription,
    sourceUrl: article.sourceUrl,
    author: article.author,
    published: dayText(article.publishedAt),
    created: momentText(article.createdAt, locale),
    by: displayName(article.user),
    views: article.views.toLocaleString(locale),
    countries: article.countries.map(({ name }) => name).join(", "),
    tags: article.tags.map(({ name, slug }): [string, string] => [name, slug]),
    commentsCount: article.commentsCount,
    team: { name: teamName(article.team, t), slug: article.team.slug },
    folder: { name: article.folder.name, isInbox: article.folder.purpose === "inbox" },
    picture,
    attachments: others.map((file) => toAttachmentItem(file, locale)),
    shareable: article.shareable,
    canUpdate: article.permissions.update,
    canDelete: article.permissions.destroy,
  };
}

/** The newest comments, oldest first, and the number of older ones that are not shown. */
export function toCommentItems(comments: Comment[], { userId, locale, showAll }: { userId: string; locale: Locale; showAll: boolean }) {
  const shown = showAll ? comments : comments.slice(-commentsShown);
  const items: CommentItem[] = shown.map(({ id, body, mentions, createdAt, editedAt, user, permissions }) => ({
    id,
    name: displayName(user),
    isOwn: user.id === userId,
    parts: toParts(body, mentions),
    created: momentText(createdAt, locale),
    edited: editedAt && momentText(editedAt, locale).text,
    canEdit: permissions.update,
    canDelete: permissions.destroy,
  }));
  return { items, older: comments.length - shown.length };
}

/** The text of a comment, divided into mentions and what is between them. */
function toParts(body: string, mentions: Comment["mentions"]): CommentItem["parts"] {
  let done = 0;
  const parts = mentions.flatMap(({ start, end }) => {
    const before = { text: body.slice(done, start), isMention: false };
    done = end;
    return [before, { text: body.slice(start, end), isMention: true }];
  });
  return [...parts, { text: body.slice(done), isMention: false }].filter(({ text }) => text !== "");
}

/** As wide as the text, and no taller than a window. */
const largestPicture = { width: 672, height: 720 };

/** The first picture is shown above the text and not among the attachments, never larger than its file. */
function splitPicture({ attachments }: Article) {
  const first = attachments.find(({ contentType }) => contentType.startsWith("image/"));
  if (!first) return [null, attachments] as const;
  const { id, width, height, alt, caption } = first;
  return [
    { id, width, alt, caption, shown: shownSize(width ?? 960, height ?? 540) },
    attachments.filter((file) => file !== first),
  ] as const;
}

/** The size of a picture above the text, in CSS pixels. */
export function shownSize(width: number, height: number) {
  const factor = Math.min(1, largestPicture.width / width, largestPicture.height / height);
  return { width: Math.round(width * factor), height: Math.round(height * factor) };
}
