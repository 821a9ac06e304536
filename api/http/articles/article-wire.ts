import { attachmentSchema } from "../../../contract/rest/attachments";
import { contentListSchema, contentSchema, contentSummarySchema } from "../../../contract/rest/contents";
import { personSchema } from "../../../contract/rest/users";
import type { ArticlePage } from "../../domain/articles/article-list";
import type { Article, ArticleSummary } from "../../domain/articles/articles";
import { toCountries } from "../../domain/articles/countries";
import type { Locale } from "../texts";
import { toAnswer } from "../to-answer";

type Person = ArticleSummary["user"];
type Attachment = Article["attachments"][number];

export const withAvatar = <P extends Person>(person: P) => ({ ...person, avatarUrls: { thumb: null } });
const withUrl = (file: Attachment) => ({ ...file, url: `/attachments/${file.id}/file` });

const withParts = <A extends ArticlePage["entries"][number]>(article: A) => ({
  ...article,
  source: { name: article.sourceName, url: article.sourceUrl },
  picture: article.picture && withUrl(article.picture),
  user: withAvatar(article.user),
});

export const toPerson = (person: Person) => toAnswer(personSchema, withAvatar(person));

export const toAttachment = (file: Attachment) => toAnswer(attachmentSchema, withUrl(file));

export const toSummary = (article: ArticlePage["entries"][number]) => toAnswer(contentSummarySchema, withParts(article));

export const toContentList = ({ entries, meta }: ArticlePage) => toAnswer(contentListSchema, { entries: entries.map(withParts), meta });

export const toContent = (article: Article, locale: Locale) =>
  toAnswer(contentSchema, {
    ...withParts(article),
    countries: toCountries(locale, article.countries),
    attachments: article.attachments.map(withUrl),
  });
