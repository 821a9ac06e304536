/** An entry that a combobox suggests. */
export interface Suggestion {
  value: string;
  label: string;
  /** Tells apart entries of the same name, for example an e-mail address. */
  detail?: string;
}

/** The entries that fit the text: whose names begin with it first, then those with a word that does, then those that contain it. */
export function fitting<Entry extends Suggestion>(entries: readonly Entry[], text: string, most: number): Entry[] {
  const typed = toComparable(text);
  if (typed === "") return entries.slice(0, most);
  const ranked: Entry[][] = [[], [], [], []];
  for (const entry of entries) ranked[rank(entry, typed)]?.push(entry);
  return ranked.flat().slice(0, most);
}

/** 0 is best; 4 does not fit. */
function rank({ label, detail = "" }: Suggestion, typed: string): number {
  const name = toComparable(label);
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

/** Without case, accents and superfluous spaces. */
export const toComparable = (text: string): string =>
  text.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll("ß", "ss").replaceAll(/\s+/g, " ").trim().toLowerCase();

/** The entry with exactly this name, otherwise the only one with it apart from case and accents. */
export function named<Entry extends Suggestion>(entries: readonly Entry[], text: string): Entry | undefined {
  const typed = toComparable(text);
  const found = entries.filter(({ label }) => toComparable(label) === typed);
  return found.find(({ label }) => label === text.trim()) ?? (found.length === 1 ? found[0] : undefined);
}

/** The entry at the end of a text with several. */
export const entryOf = (text: string, several: boolean): string => (several ? text.slice(beforeEntry(text)) : text).trim();

/** Where that entry begins. */
export const beforeEntry = (text: string): number => Math.max(text.lastIndexOf(","), text.lastIndexOf(";")) + 1;
