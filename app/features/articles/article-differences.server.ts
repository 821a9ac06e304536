import { isDeepStrictEqual } from "node:util";
import { dayText } from "~/i18n/dates.server";
import type { Translate } from "~/i18n/translate";
import { htmlToLightweightMarkup } from "~/rich-text/convert.server";
import { type Article, type ArticleFields, articleFieldNames, fieldsOfArticle } from "~/upstream/articles.server";

/** The names of the fields in which the stored article differs from `fields`. */
export async function differingFields(article: Article, fields: ArticleFields): Promise<(keyof ArticleFields)[]> {
  const stored = fieldsOfArticle(article);
  const isSameText = (await htmlToLightweightMarkup(stored.body)) === (await htmlToLightweightMarkup(fields.body));
  return articleFieldNames.filter((name) => !(isSame(stored[name], fields[name]) || (name === "body" && isSameText)));
}

type Value = ArticleFields[keyof ArticleFields];

/** Lists compare as sets, ignoring case, as tags do. */
const isSame = (stored: Value, typed: Value) => isDeepStrictEqual(toComparable(stored), toComparable(typed));
const toComparable = (value: Value) => (Array.isArray(value) ? new Set(value.map((text) => text.toLowerCase())) : value);

/** A stored field, formatted for display. */
export interface StoredField {
  label: string;
  text: string;
}

/** Longer texts are cut to this many characters. */
const shownText = 300;

/** The stored values that saving `fields` would overwrite. Omits the language, which the form does not show. */
export async function storedInWords(article: Article, fields: ArticleFields, t: Translate): Promise<StoredField[]> {
  const stored = fieldsOfArticle(article);
  const inWords: Partial<Record<keyof ArticleFields, string>> = {
    body: shorten(await htmlToLightweightMarkup(article.body)),
    countries: article.countries.map(({ name }) => name).join(", "),
    publishedAt: dayText(article.publishedAt).text,
    folderId: article.folder.name,
    priority: t(`articles:priority.${article.priority}`),
  };
  return (await differingFields(article, fields)).flatMap((name) => {
    if (name === "language") return [];
    if (name === "shareable" || name === "external")
      return [{ label: t(`articles:${name}.label`), text: t(stored[name] ? "articles:stored.on" : "articles:stored.off") }];
    const text = inWords[name] ?? [stored[name] ?? []].flat().join(", ");
    return [{ label: t(`articles:fields.${name}`), text: text || t("articles:stored.empty") }];
  });
}

const shorten = (text: string) => (text.length > shownText ? `${text.slice(0, shownText).trimEnd()} …` : text);
