import type { Locale } from "~/i18n/locale";

const innerMarks = { de: ["‚", "‘"], en: ["‘", "’"] } as const;
const marks = /["„“”«»]/g;
const onePhrase = /^["„“”«»]([^"„“”«»]+)["„“”«»]$/;

/** Prepares a term for display in quotation marks: removes the marks of a single phrase, and turns inner ones into single marks. */
export function quotedTerm(term: string, locale: Locale): string {
  const [, phrase] = onePhrase.exec(term) ?? [];
  if (phrase !== undefined) return phrase.trim();
  let count = 0;
  return term.replace(marks, () => innerMarks[locale][count++ % 2] ?? "");
}
