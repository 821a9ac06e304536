import type { Locale } from "./locale";
import { createI18n, type Texts } from "./texts";

/** The browser's instance, starting with the texts in the document. Others are loaded when a page first needs them. */
export const createClientI18n = (locale: Locale, texts: Record<string, Texts>) =>
  createI18n(locale, texts, async (namespace) => {
    try {
      const { textFiles } = await import("./text-files.client");
      return (await textFiles[`../../locales/${locale}/${namespace}.json`]?.()) ?? {};
    } catch {
      // Like Remix when the script of a page does not load: the files of an older build are gone, or the browser is offline.
      window.location.reload();
      return new Promise<Texts>(() => {});
    }
  });
