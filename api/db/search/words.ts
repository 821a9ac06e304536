import { inlineNames, tokensOf, unescapeText } from "../../html/tokens";

const longestWord = 40;

/** Whether a word of `toSearchText` belongs to the vocabulary: at least three characters, only letters. */
export const isVocabulary = (word: string): boolean => word.length <= longestWord && /^\p{L}{3,}$/u.test(word);

/** The same as the SQL function `fold_word`. */
export const foldWord = (word: string): string =>
  word.toLowerCase().replaceAll("ß", "ss").replaceAll("ä", "a").replaceAll("ö", "o").replaceAll("ü", "u");

/** The text of sanitised HTML on one line. The HTML may be cut off anywhere. */
export function withoutMarkup(html: string): string {
  let text = "";
  for (const token of tokensOf(html)) {
    if (token.kind === "text") text += unescapeText(token.source);
    else if (!inlineNames.has(token.name)) text += " ";
  }
  return text.replace(/\s+/g, " ").trim();
}

/**
 * Alternative spellings of a German word: ä or ae, ß or ss. After a vowel or a q, "ue" is no umlaut ("neue", "Quelle"). The stemmer itself treats
 * ä and a, ß and ss alike. For English words this does no harm, because spellings are only added.
 */
export function spellingsOf(word: string): string[] {
  const lower = word.toLowerCase();
  const long = lower.replaceAll("ä", "ae").replaceAll("ö", "oe").replaceAll("ü", "ue").replaceAll("ß", "ss");
  const short = lower.replace(/(?<![aeiouq])([aou])e/g, (_, vowel: string) => umlauts[vowel] ?? vowel);
  return [...new Set([long, short])].filter((spelling) => spelling !== lower);
}

const umlauts: Record<string, string> = { a: "ä", o: "ö", u: "ü" };
