import type { Locale } from "./locale";

/** Names one after the other, as a sentence has them. */
export const listed = (names: readonly string[], locale: Locale): string =>
  new Intl.ListFormat(locale === "de" ? "de" : "en-GB").format(names);
