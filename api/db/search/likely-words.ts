import type { Range } from "./excerpt";
import { foldWord } from "./words";

/** Finds the words of a text that may match a term, in order. */
export type FindLikely = (text: string) => Range[];

/** Shorter stems occur by chance inside too many words. */
const shortestInside = 3;

/**
 * Finds candidates for these stems and prefixes: words that start with the same letters, or contain all of them. The database decides which of
 * them match. Searching for letters is faster than splitting every text into words.
 */
export function toLikely(stems: readonly string[], beginnings: readonly string[]): FindLikely {
  const folded = { stems: stems.map(foldWord), beginnings: beginnings.map(foldWord) };
  const first = spelt([...folded.stems.map((stem) => stem.slice(0, 3)), ...folded.beginnings]);
  const inside = spelt([...folded.stems, ...folded.beginnings].filter((stem) => stem.length >= shortestInside));
  return (text) => {
    const searched = foldLetters(text);
    const ends = new Map<number, number>();
    for (const letters of first) collect(searched, letters, ends, (begin, at) => begin === at);
    for (const letters of inside) collect(searched, letters, ends, (begin, at) => begin < at);
    return [...ends].toSorted(([one], [other]) => one - other);
  };
}

/** Adds start and end of each word that contains the letters where `isThere` allows it. */
function collect(text: string, letters: string, ends: Map<number, number>, isThere: (begin: number, at: number) => boolean): void {
  for (let at = text.indexOf(letters); at >= 0; at = text.indexOf(letters, at + 1)) {
    let begin = at;
    while (begin > 0 && isOfWord(text, begin - 1)) begin -= 1;
    if (ends.has(begin) || !isThere(begin, at)) continue;
    let end = at + letters.length;
    while (end < text.length && isOfWord(text, end)) end += 1;
    ends.set(begin, end);
  }
}

/** Lower case without umlauts. Keeps the position of every letter, so ß stays: it would become two letters. */
function foldLetters(text: string): string {
  const lower = text.toLowerCase();
  // Some capitals, such as "İ", become more than one code unit in lower case.
  const inPlace = lower.length === text.length ? lower : Array.from(text, lowerInPlace).join("");
  return inPlace.replaceAll("ä", "a").replaceAll("ö", "o").replaceAll("ü", "u");
}

function lowerInPlace(letter: string): string {
  const lower = letter.toLowerCase();
  return lower.length === letter.length ? lower : letter;
}

/** All spellings with "ss" and with "ß"; without duplicates and empty ones. */
const spelt = (all: string[]): string[] => [...new Set(all.flatMap((letters) => [letters, letters.replaceAll("ss", "ß")]))].filter(Boolean);

const ofWord = /[\p{L}\p{N}]/u;

function isOfWord(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90);
  return ofWord.test(text.charAt(index));
}
