import { toComparable } from "./named";
import type { Suggestion } from "./suggestion";

/** The entries that fit the text: whose names begin with it first, then those with a word that does, then those that contain it. */
export function fitting<Entry extends Suggestion>(entries: readonly Entry[], text: string, most: number): Entry[] {
  const typed = toComparable(text);
  if (typed === "") return entries.slice(0, most);
  const ranked: Entry[][] = [[], [], [], []];
  for (const entry of entries) ranked[rank(entry, typed)]?.push(entry);
  return ranked.flat().slice(0, most);
}

/** 0 is best; 4 does not fit. Umlauts may be typed as two letters. */
function rank({ label, detail = "" }: Suggestion, typed: string): number {
  const plain = rankOf(toComparable(label), detail, typed);
  return plain === 4 && /[äöü]/i.test(label) ? rankOf(toComparable(label.replace(/[äöü]/gi, "$&e")), detail, typed) : plain;
}

function rankOf(name: string, detail: string, typed: string): number {
  if (name.startsWith(typed)) return 0;
  if (begin(name, typed)) return 1;
  if (begin(`${name} ${detail}`, typed)) return 2;
  return name.includes(typed) ? 3 : 4;
}

/** Whether each word that is typed begins a word of the text. */
function begin(text: string, typed: string): boolean {
  const words = wordsOf(text);
  return wordsOf(typed).every((word) => words.some((one) => one.startsWith(word)));
}

export const wordsOf = (text: string): string[] =>
  toComparable(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
