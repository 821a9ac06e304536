import { createInstance } from "i18next";
import { initReactI18next } from "react-i18next/initReactI18next";
import type { Locale } from "./locale";

/** The browser's instance, starting with the texts in the document. Others are loaded when a page first needs them. */
export async function createClientI18n(locale: Locale, texts: Record<string, Record<string, unknown>>) {
  const instance = createInstance({
    lng: locale,
    // Both languages have every key (scripts/check-locales.ts), and a fallback would be downloaded in addition.
    fallbackLng: false,
    ns: Object.keys(texts),
    // Part of every document. i18next's own default has no file, and would suspend components that name no namespace.
    defaultNS: "shell",
    partialBundledLanguages: true,
    resources: { [locale]: texts },
    interpolation: { escapeValue: false },
    react: { useSuspense: true },
  });
  instance.use(initReactI18next).use({
    type: "backend" as const,
    init() {},
    read(language: string, namespace: string, done: (error: unknown, texts: unknown) => void) {
      const load = async () => {
        const { textFiles } = await import("./text-files.client");
        return textFiles[`../../locales/${language}/${namespace}.json`]?.() ?? {};
      };
      load().then(
        (loaded) => done(null, loaded),
        (error: unknown) => done(error, null),
      );
    },
  });
  await instance.init();
  return instance;
}
