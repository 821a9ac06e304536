import { foldText } from "./fold-text";
import { readTokens, spacedPattern, type Token } from "./search-text";

/** A word or phrase of a search term. */
export interface Clause {
  kind: "word" | "phrase";
  text: string;
  /** The words in their indexed form, which have to match next to each other: "U-Bahn" has two. */
  words: string[];
  /** Other spellings of a word: "email" of "E-Mail". */
  spellings: string[];
  /** Articles that contain it are excluded. */
  isExcluded: boolean;
  /** Its last word may be the prefix of one that is still being typed. */
  isBeginning: boolean;
}

/** More than people type; each clause costs the database time. */
const clausesAtMost = 32;
/** A number or date with spaces is one clause. */
const clausePattern = new RegExp(`(-?)(?:"([^"]*)("|$)|((?<![^\\s-])(?:${spacedPattern})(?=[\\s,;.]|$)|[^\\s"]+))`, "giu");
/** More than people type in one clause. */
const wordsAtMost = 32;
/** Phones insert these automatically, and copied texts contain them. */
const typographicQuotes = /[„“”«»]/g;
/** Words only: "10" is not the beginning of "1000". */
const beginning = /^(?=.*\p{L})[\p{L}\p{M}\p{N}]{3,}$/u;
const either = /^(?:or|oder)$/i;

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
    const folded = foldText(text);
    const tokens = readTokens(folded);
    const words = tokens.flatMap((token) => token.words).slice(0, wordsAtMost);
    if (words.length === 0) continue;
    const isLast = index === matches.length - 1 && term.endsWith(whole);
    const isPhrase = phrase !== undefined && (closing === '"' || /\s/.test(phrase.trim()));
    const spellings = isPhrase ? [] : spellingsOfAll(tokens);
    const lastWord = words.at(-1) ?? "";
    const isBeginning = isLast && !isPhrase && minus === "" && beginning.test(lastWord) && folded.endsWith(lastWord);
    alternatives.at(-1)?.push({ kind: isPhrase ? "phrase" : "word", text, words, spellings, isExcluded: minus === "-", isBeginning });
  }
  return alternatives.filter((clauses) => clauses.length > 0);
}

/** The spellings of the clause's only token, and those of numbers and dates with spaces. */
function spellingsOfAll(tokens: Token[]): string[] {
  const withWords = tokens.filter(({ words }) => words.length > 0);
  const spaced = tokens.filter(({ words }) => words.length === 0);
  return [...new Set([...(withWords.length === 1 ? withWords : []), ...spaced].flatMap(({ spellings }) => spellings))];
}

/** Whether to correct the spelling of a clause, which then has one word. Quoted and excluded clauses are literal. */
export const mayBeMistyped = ({ kind, words, isExcluded }: Clause): boolean =>
  kind === "word" && !isExcluded && words.length === 1 && words.every((word) => /^\p{L}{4,40}$/u.test(word));
