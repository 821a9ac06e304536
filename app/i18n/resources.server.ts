import { createInstance, type i18n as I18n } from "i18next";
import { initReactI18next } from "react-i18next/initReactI18next";
import { defaultLocale, type Locale, locales } from "./locale";
import type { Translate } from "./translate";

const files = import.meta.glob<Record<string, unknown>>("../../locales/*/*.json", { eager: true, import: "default" });

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
) as Record<Locale, Record<string, Record<string, unknown>>>;

/** One immutable instance per language, shared by all requests, because creating one is expensive. */
const instances = Object.fromEntries(
  locales.map((locale) => {
    const instance = createInstance({
      lng: locale,
      fallbackLng: defaultLocale,
      resources: { [locale]: resources[locale] },
      ns: Object.keys(resources[locale]),
      defaultNS: "shell",
      initImmediate: false,
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
    }).use(initReactI18next);
    void instance.init();
    return [locale, instance];
  }),
) as Record<Locale, I18n>;

export const i18nOf = (locale: Locale): I18n => instances[locale];

/** The texts of a language, for loaders and actions. */
export const translator = (locale: Locale): Translate => instances[locale].t as Translate;
