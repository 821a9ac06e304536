import type { Locale } from "~/i18n/locale";

const innerMarks = { de: ["‚", "‘"], en: ["‘", "’"] } as const;
const marks = /["„“”«»]/g;
const onePhrase = /^["„“”«»]([^"„“”«»]+)["„“”«»]$/;

/** A term as it stands between quotation marks: a phrase that is all of it needs no marks of its own, others get single ones. */
export function quotedTerm(term: string, locale: Locale): string {
  const [, phrase] = onePhrase.exec(term) ?? [];
  if (phrase !== undefined) return phrase.trim();
  let count = 0;
  return term.replace(marks, () => innerMarks[locale][count++ % 2] ?? "");
}
