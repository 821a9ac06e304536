import type { Locale } from "./locale";

/** Joins names into an enumeration within a sentence. */
export const listed = (names: readonly string[], locale: Locale): string =>
  new Intl.ListFormat(locale === "de" ? "de" : "en-GB").format(names);
