interface Words {
  includedWords: readonly string[];
  excludedWords: readonly string[];
}

/**
 * Whether an entry with this text is to be filed: it contains one of the included words, if there are any, and none of the excluded ones. A word
 * is found at the beginning of words, so "Bahn" also finds "Bahnhof". Case does not matter.
 */
export function isWanted(text: string, { includedWords, excludedWords }: Words): boolean {
  const comparable = toComparable(text);
  const contains = (word: string) => comparable.includes(toComparable(word));
  return (includedWords.length === 0 || includedWords.some(contains)) && !excludedWords.some(contains);
}

/** The words in lower case, each preceded by a space. */
const toComparable = (text: string) =>
  ` ${text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()}`;
