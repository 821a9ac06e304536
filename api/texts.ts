import i18next from "i18next";

export type Locale = "de" | "en";

/** For people who have never chosen a language. */
export const defaultLocale: Locale = "en";

/** The keys of nested texts, joined by dots; a text with a number has one key for all its plural forms. */
export type KeysOf<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string ? WithoutPlural<Key> : `${Key}.${KeysOf<Texts[Key]>}`;
}[keyof Texts & string];
type WithoutPlural<Key extends string> = Key extends `${infer Stem}_${"one" | "other"}` ? Stem : Key;

type Namespaces = Record<string, object>;
type KeyOf<Texts extends Namespaces> = { [Name in keyof Texts & string]: `${Name}:${KeysOf<Texts[Name]>}` }[keyof Texts & string];

/** The texts of these namespaces by "namespace:key". Values are inserted unescaped; the caller escapes. */
export function createTexts<Texts extends Namespaces>(resources: Record<Locale, Texts>) {
  const texts = i18next.createInstance();
  void texts.init({
    resources: resources as Record<Locale, Record<string, Record<string, unknown>>>,
    lng: "en",
    fallbackLng: false,
    initImmediate: false,
    interpolation: { escapeValue: false },
  });
  return (locale: Locale, key: KeyOf<Texts>, values: object = {}): string =>
    // i18next's key types are those of the web application, which has other namespaces.
    (texts.t as (key: string, options: object) => string)(key, { ...values, lng: locale });
}
