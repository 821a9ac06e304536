import type { FieldErrors, FieldProblem } from "../../contract/errors";
import { toSnakeKey } from "../../contract/wire";
import apiDe from "../../locales/de/api.json";
import errorsDe from "../../locales/de/errors.json";
import apiEn from "../../locales/en/api.json";
import errorsEn from "../../locales/en/errors.json";
import { createTexts, type KeysOf, type Locale } from "../texts";

export type { Locale };

/** A key of `locales/{de,en}/api.json`; a text with a number has one key for all its plural forms. */
export type ApiTextKey = KeysOf<typeof apiEn>;

const translate = createTexts({ de: { api: apiDe, errors: errorsDe }, en: { api: apiEn, errors: errorsEn } });

/** A text of the API in the language of the request. */
export function apiText(locale: Locale, key: ApiTextKey, values: Record<string, string | number> = {}): string {
  return translate(locale, `api:${key}`, values);
}

/** The texts of field problems by wire name, for a 422. */
export function fieldTexts(locale: Locale, problems: Record<string, FieldProblem[]>): FieldErrors {
  const inWords = ({ key, values }: FieldProblem) => translate(locale, `errors:${key}`, values);
  return Object.fromEntries(Object.entries(problems).map(([field, found]) => [toSnakeKey(field), found.map(inWords)]));
}

/** German or English, whichever `Accept-Language` prefers; English if it names neither. */
export function findLocale(acceptLanguage: string | undefined): Locale {
  const preferences = (acceptLanguage ?? "")
    .split(",")
    .slice(0, 20)
    .map((part) => {
      const [tag = "", quality = "q=1"] = part.toLowerCase().split(";");
      return { language: tag.trim().split("-")[0], weight: Number(quality.trim().replace(/^q=/, "")) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return preferences.find(({ language }) => language === "de" || language === "en")?.language === "de" ? "de" : "en";
}
