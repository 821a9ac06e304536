import type { i18n as I18n } from "i18next";
import { type Locale, locales } from "./locale";
import { createI18n, type Texts } from "./texts";
import type { Translate } from "./translate";

const files = import.meta.glob<Texts>("../../locales/*/*.json", { eager: true, import: "default" });

const namespaceOf = (path: string) => path.slice(path.lastIndexOf("/") + 1, -".json".length);

/** The texts of each language by namespace. */
export const resources = Object.fromEntries(
  locales.map((locale) => [
    locale,
    Object.fromEntries(
      Object.entries(files)
        .filter(([path]) => path.includes(`/locales/${locale}/`))
        .map(([path, texts]) => [namespaceOf(path), texts]),
    ),
  ]),
) as Record<Locale, Record<string, Texts>>;

/** One instance per language, shared by all requests. */
const instances = Object.fromEntries(locales.map((locale) => [locale, createI18n(locale, resources[locale])])) as Record<Locale, I18n>;

export const i18nOf = (locale: Locale): I18n => instances[locale];

/** The texts of a language, for loaders and actions. */
export const translator = (locale: Locale): Translate => instances[locale].getFixedT(locale, "shell") as Translate;
