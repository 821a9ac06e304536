/** One thing that a term asks for. */
export interface Clause {
  kind: "word" | "phrase";
  text: string;
  /** Articles with it are not wanted. */
  isExcluded: boolean;
  /** It may be the beginning of a word that is still being typed. */
  isBeginning: boolean;
}

/** Nobody types more, and each costs the database something. */
const clausesAtMost = 32;
const clausePattern = /(-?)(?:"([^"]*)("|$)|([^\s"]+))/gu;
/** Phones type these by themselves, and texts that speak of quotation marks show them. */
const typographicQuotes = /[„“”«»]/g;
const either = /^(?:or|oder)$/i;
const something = /[\p{L}\p{N}]/u;

/**
 * Reads a term as people type it into search engines: words, "phrases", -without, or. Of its alternatives one has to be found, of an
 * alternative everything. What has neither letter nor digit is passed over, and so is what comes after many words.
 */
export function readTerm(typed: string): Clause[][] {
  const term = typed.replace(typographicQuotes, '"');
  const alternatives: Clause[][] = [[]];
  const matches = [...term.matchAll(clausePattern)].slice(0, clausesAtMost);
  for (const [index, [whole, minus, phrase, closing, word]] of matches.entries()) {
    const text = phrase ?? word ?? "";
    if (minus === "" && word !== undefined && either.test(word) && index > 0 && index < matches.length - 1) {
      alternatives.push([]);
      continue;
    }
    if (!something.test(text)) continue;
    const isLast = index === matches.length - 1 && term.endsWith(whole);
    const isBeginning = isLast && word !== undefined && minus === "" && /^[\p{L}\p{N}]{3,}$/u.test(word);
    const isPhrase = phrase !== undefined && (closing === '"' || /\s/.test(phrase.trim()));
    alternatives.at(-1)?.push({ kind: isPhrase ? "phrase" : "word", text, isExcluded: minus === "-", isBeginning });
  }
  return alternatives.filter((clauses) => clauses.length > 0);
}

/** Words that may hold a typing error: what is quoted or left out is meant as it stands. */
export const mayBeMistyped = ({ kind, text, isExcluded }: Clause): boolean => kind === "word" && !isExcluded && /^\p{L}{4,40}$/u.test(text);
