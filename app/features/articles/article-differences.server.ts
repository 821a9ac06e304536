import { isDeepStrictEqual } from "node:util";
import { dayText } from "~/i18n/dates.server";
import type { Translate } from "~/i18n/translate";
import { htmlToMarkedText } from "~/rich-text/convert.server";
import type { Article, ArticleFields } from "~/upstream/articles.server";

/** The fields in which an article as it is stored is not what these fields would make of it. */
export async function differingFields(article: Article, fields: ArticleFields): Promise<(keyof ArticleFields)[]> {
  const same = {
    sourceUrl: article.sourceUrl === fields.sourceUrl,
    title: article.title === fields.title,
    body: article.body === fields.body || (await htmlToMarkedText(article.body)) === (await htmlToMarkedText(fields.body)),
    tags: isSameSet(article.tags.map(toName), fields.tags),
    countries: isSameSet(article.countries.map(toCode), fields.countries),
    author: article.author === fields.author,
    sourceName: article.source.name === fields.sourceName,
    publishedAt: article.publishedAt === fields.publishedAt,
    folderId: article.folderId === fields.folderId,
    priority: article.priority === fields.priority,
    shareable: article.shareable === fields.shareable,
    external: article.external === fields.external,
    language: article.language === fields.language,
  };
  return Object.entries(same).flatMap(([name, isSame]) => (isSame ? [] : [name as keyof typeof same]));
}

const toName = ({ name }: { name: string }) => name;
const toCode = ({ code }: { code: string }) => code;
/** Tags are the same whatever their capitals. */
const isSameSet = (some: string[], others: string[]) => isDeepStrictEqual(new Set(some.map(lowerCase)), new Set(others.map(lowerCase)));
const lowerCase = (text: string) => text.toLowerCase();

/** One field as it is stored, in words. */
export interface StoredField {
  label: string;
  text: string;
}

/** As much of a text as tells which one it is. */
const shownText = 300;

/** What is stored in the fields where it is not what somebody is about to save over it. Nobody sees the language in the form. */
export async function storedInWords(article: Article, fields: ArticleFields, t: Translate): Promise<StoredField[]> {
  const inWords = {
    sourceUrl: article.sourceUrl,
    title: article.title,
    body: shorten(await htmlToMarkedText(article.body)),
    tags: article.tags.map(toName).join(", "),
    countries: article.countries.map(toName).join(", "),
    author: article.author,
    sourceName: article.source.name,
    publishedAt: dayText(article.publishedAt).text,
    folderId: article.folder.name,
    priority: t(`articles:priority.${article.priority}`),
    shareable: t(article.shareable ? "articles:stored.on" : "articles:stored.off"),
    external: t(article.external ? "articles:stored.on" : "articles:stored.off"),
  };
  const seen = (await differingFields(article, fields)).filter((name) => name !== "language");
  return seen.map((name) => ({
    label: t(name === "shareable" || name === "external" ? `articles:${name}.label` : `articles:fields.${name}`),
    text: inWords[name] || t("articles:stored.empty"),
  }));
}

const shorten = (text: string) => (text.length > shownText ? `${text.slice(0, shownText).trimEnd()} …` : text);
