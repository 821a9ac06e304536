/** A word or phrase of a search term. */
export interface Clause {
  kind: "word" | "phrase";
  text: string;
  /** Articles that contain it are excluded. */
  isExcluded: boolean;
  /** It may be the prefix of a word that is still being typed. */
  isBeginning: boolean;
}

/** More than people type; each clause costs the database time. */
const clausesAtMost = 32;
const clausePattern = /(-?)(?:"([^"]*)("|$)|([^\s"]+))/gu;
/** Phones insert these automatically, and copied texts contain them. */
const typographicQuotes = /[„“”«»]/g;
const either = /^(?:or|oder)$/i;
const something = /[\p{L}\p{N}]/u;

/**
 * Parses a term in the syntax of search engines: words, "phrases", -excluded, or. Returns the alternatives, each with the clauses that all have to
 * match. Clauses without a letter or digit are ignored, and so are those beyond `clausesAtMost`.
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

/** Whether to correct the spelling of a clause; quoted and excluded ones are taken literally. */
export const mayBeMistyped = ({ kind, text, isExcluded }: Clause): boolean => kind === "word" && !isExcluded && /^\p{L}{4,40}$/u.test(text);
