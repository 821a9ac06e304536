import i18next from "i18next";
import type { FieldErrors, FieldProblem } from "../../contract/errors";
import apiDe from "../../locales/de/api.json";
import errorsDe from "../../locales/de/errors.json";
import apiEn from "../../locales/en/api.json";
import errorsEn from "../../locales/en/errors.json";

export type Locale = "de" | "en";
/** A key of `locales/{de,en}/api.json`; a text with a number has one key for all its plural forms. */
export type ApiTextKey = WithoutPlural<keyof typeof apiEn>;
type WithoutPlural<Key extends string> = Key extends `${infer Stem}_${"one" | "other"}` ? Stem : Key;

const texts = i18next.createInstance();
void texts.init({
  resources: { de: { api: apiDe, errors: errorsDe }, en: { api: apiEn, errors: errorsEn } },
  lng: "en",
  fallbackLng: false,
  initImmediate: false,
  interpolation: { escapeValue: false },
});

/** The types of keys are the web application's, which has other namespaces. */
const translate = (locale: Locale, key: string, values: object = {}) =>
  (texts.t as (key: string, options: object) => string)(key, { ...values, lng: locale });

/** A text of the API in the language of the request. */
export function apiText(locale: Locale, key: ApiTextKey, values: Record<string, string | number> = {}): string {
  return translate(locale, `api:${key}`, values);
}

/** The texts of field problems, as a 422 carries them. */
export function fieldTexts(locale: Locale, problems: Record<string, FieldProblem[]>): FieldErrors {
  const inWords = ({ key, values }: FieldProblem) => translate(locale, `errors:${key}`, values);
  return Object.fromEntries(Object.entries(problems).map(([field, found]) => [field, found.map(inWords)]));
}

/** German or English, whichever `Accept-Language` prefers; English when it wants neither. */
export function findLocale(acceptLanguage: string | undefined): Locale {
  const wishes = (acceptLanguage ?? "")
    .split(",")
    .slice(0, 20)
    .map((part) => {
      const [tag = "", quality = "q=1"] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      return { language: tag.split("-")[0], weight: Number(quality.replace(/^q=/, "")) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return wishes.find(({ language }) => language === "de" || language === "en")?.language === "de" ? "de" : "en";
}
