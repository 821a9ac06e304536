import mailDe from "../../locales/de/mail.json";
import mailEn from "../../locales/en/mail.json";
import { createTexts, type KeysOf, type Locale } from "../texts";

export type { Locale };

/** A text of `locales/{de,en}/mail.json`. */
export type MailText = (key: `mail:${KeysOf<typeof mailEn>}`, values?: Record<string, string | number>) => string;

const translate = createTexts({ de: { mail: mailDe }, en: { mail: mailEn } });

/** The texts of mails in one language. Values are inserted unescaped; the layout escapes. */
export const mailTexts =
  (locale: Locale, product: string): MailText =>
  (key, values = {}) =>
    translate(locale, key, { product, ...values });
