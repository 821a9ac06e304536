import i18next from "i18next";
import type { z } from "zod";
import type { localeSchema } from "../../contract/rest/users";
import mailDe from "../../locales/de/mail.json";
import mailEn from "../../locales/en/mail.json";

export type Locale = z.infer<typeof localeSchema>;

/** The keys of nested texts, joined by dots; a text with a number has one key for all its plural forms. */
type KeysOf<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string ? WithoutPlural<Key> : `${Key}.${KeysOf<Texts[Key]>}`;
}[keyof Texts & string];
type WithoutPlural<Key extends string> = Key extends `${infer Stem}_${"one" | "other"}` ? Stem : Key;

/** A text of `locales/{de,en}/mail.json`. */
export type MailText = (key: `mail:${KeysOf<typeof mailEn>}`, values?: Record<string, string | number>) => string;

const texts = i18next.createInstance();
void texts.init({
  resources: { de: { mail: mailDe }, en: { mail: mailEn } },
  lng: "en",
  fallbackLng: false,
  initImmediate: false,
  interpolation: { escapeValue: false },
});

/** The texts of mails in one language. Values stand in them as they are: the layout escapes. */
export const mailTexts =
  (locale: Locale, product: string): MailText =>
  (key, values = {}) =>
    // The types of keys are the web application's, which has other namespaces.
    (texts.t as (key: string, options: object) => string)(key, { product, ...values, lng: locale });
