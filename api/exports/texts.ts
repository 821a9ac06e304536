import documentsDe from "../../locales/de/documents.json";
import documentsEn from "../../locales/en/documents.json";
import { createTexts, type KeysOf, type Locale } from "../texts";

export type { Locale };

/** A text of `locales/{de,en}/documents.json`. */
export type DocumentText = (key: `documents:${KeysOf<typeof documentsEn>}`, values?: Record<string, string | number>) => string;

const translate = createTexts({ de: { documents: documentsDe }, en: { documents: documentsEn } });

/** The texts of exported files in one language. Values are inserted unescaped; the writers escape. */
export const documentTexts =
  (locale: Locale): DocumentText =>
  (key, values = {}) =>
    translate(locale, key, values);
