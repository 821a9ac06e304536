import type { Range } from "./excerpt";
import { foldWithPositions } from "./fold-text";
import { readSpaced, readTokens } from "./search-text";
import { foldWord } from "./words";

/** A word of a text that may match a term, in its indexed form, and its range in the text. */
export interface LikelyWord {
  word: string;
  range: Range;
}

/** Finds the words of a text that may match a term, sorted by their start, the longest first. */
export type FindLikely = (text: string) => LikelyWord[];

/** Shorter stems occur by chance inside too many words. */
const shortestInside = 3;

/**
 * Finds candidates for these stems and prefixes: words that start with the same letters or contain all of them, in any spelling ("E-Mail"
 * for "email"). The database decides which of them match. Searching for letters is faster than splitting every text into words.
 */
export function toLikely(stems: readonly string[], beginnings: readonly string[]): FindLikely {
  const folded = { stems: stems.map(foldWord), beginnings: beginnings.map(foldWord) };
  const first = spelt([...folded.stems.map((stem) => stem.slice(0, 3)), ...folded.beginnings]);
  const inside = spelt([...folded.stems, ...folded.beginnings].filter((stem) => stem.length >= shortestInside));
  const isLikely = (word: string) => {
    const letters = foldLetters(word);
    return first.some((start) => letters.startsWith(start)) || inside.some((part) => letters.includes(part));
  };
  const likelyLetters = [...first, ...inside];
  const mayContain = (word: string) => {
    const letters = foldLetters(word);
    return likelyLetters.some((part) => letters.includes(part));
  };
  const hasNumber = [...stems, ...beginnings].some((stem) => /\d/.test(stem));
  return (text) => {
    const { folded: searched, positions } = foldWithPositions(text);
    const letters = foldLetters(searched);
    const ends = new Map<number, number>();
    for (const start of first) collect(letters, start, ends, "at the beginning");
    for (const part of inside) collect(letters, part, ends, "anywhere");
    const words = [...ends].map(([from, until]) => ({ word: searched.slice(from, until), range: [from, until] as Range }));
    const place = ([from, until]: Range): Range => (positions ? [positions[from] ?? 0, endOf(positions, until)] : [from, until]);
    return [...words, ...listSpellings(searched, hasNumber, mayContain).filter(({ word }) => isLikely(word))]
      .map(({ word, range }) => ({ word, range: place(range) }))
      .toSorted((one, other) => one.range[0] - other.range[0] || other.range[1] - one.range[1]);
  };
}

/** The end in the original text of a word that ends at `until` in the folded text. Never splits a character that became several. */
function endOf(positions: Uint32Array, until: number): number {
  let at = until;
  while (at > 0 && at < positions.length - 1 && positions[at] === positions[until - 1]) at += 1;
  return positions[at] ?? 0;
}

/** A sign that may join two words or digits. Unicode classes would take ten times as long. */
const joining = /[!-/:-@[-`{-~\u00b7\u2010-\u2015\u2019\u2022](?=[/-]?[0-9a-z\u00c0-\uffff])/g;
const signs = /[!-/:-@[-`{-~\u00b7\u2010-\u2015\u2019\u2022]+/g;
const digit = /\d/;
const betweenSigns = /[\p{L}\p{N}]+/gu;

/**
 * Other spellings and parts of numbers and of words with signs in them, each with the range of the whole token. Reads only runs of
 * characters that contain a candidate according to `mayContain`, or a digit if `hasNumber`.
 */
function listSpellings(folded: string, hasNumber: boolean, mayContain: (letters: string) => boolean): LikelyWord[] {
  const found: LikelyWord[] = [];
  let done = 0;
  for (const { index } of folded.matchAll(joining)) {
    if (index < done) continue;
    const begin = folded.lastIndexOf(" ", index) + 1;
    const space = folded.indexOf(" ", index);
    done = space < 0 ? folded.length : space;
    const run = folded.slice(begin, done);
    if (!(hasNumber && digit.test(run)) && !mayContain(run.replace(signs, ""))) continue;
    for (const { words, spellings, parts, range } of readTokens(run)) {
      // The caller finds these by their letters.
      const between = new Set(run.slice(...range).match(betweenSigns));
      for (const word of new Set([...words.filter((one) => !between.has(one)), ...spellings, ...parts]))
        found.push({ word, range: [begin + range[0], begin + range[1]] });
    }
  }
  const spaced = hasNumber ? readSpaced(folded) : [];
  return [...found, ...spaced.flatMap(({ spellings, range }) => spellings.map((word) => ({ word, range })))];
}

/** Adds start and end of each word that contains the letters there. */
function collect(text: string, letters: string, ends: Map<number, number>, where: "at the beginning" | "anywhere"): void {
  let next = 0;
  for (let at = text.indexOf(letters); at >= 0; at = text.indexOf(letters, next)) {
    let begin = at;
    while (begin > 0 && isOfWord(text, begin - 1)) begin -= 1;
    next = at + 1;
    while (next < text.length && isOfWord(text, next)) next += 1;
    if (ends.has(begin) || (where === "at the beginning" && at > begin)) continue;
    let end = at + letters.length;
    while (end < text.length && isOfWord(text, end)) end += 1;
    ends.set(begin, end);
  }
}

/** Replaces umlauts in folded text. Keeps all positions; ß stays, because it would become two letters. */
const foldLetters = (folded: string): string => folded.replaceAll("ä", "a").replaceAll("ö", "o").replaceAll("ü", "u");

/** Adds the spellings with "ß" for "ss"; drops duplicates and empty texts. */
const spelt = (all: string[]): string[] => [...new Set(all.flatMap((letters) => [letters, letters.replaceAll("ss", "ß")]))].filter(Boolean);

const ofWord = /[\p{L}\p{N}]/u;

function isOfWord(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90);
  return ofWord.test(text.charAt(index));
}
