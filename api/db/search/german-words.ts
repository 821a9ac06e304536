import { dictionary } from "@zxcvbn-ts/language-de";

/** Rarer words of the dictionary are mostly foreign words and names. */
const frequentWords = 50_000;
const shortest = 5;

/** Words that are not used as parts: endings, and particles, with which verbs and adjectives would look like compounds. */
const noParts = `
außer dahin daher danach daneben darauf daraus darin davon davor dazwischen durch einander entgegen fertigt gegen gegenüber heran herauf heraus
herbei herum herunter hervor hinauf hinaus hinein hinter hinunter inter international native nieder rinnen schaft schaften setzung standing
trans überein unter under vorder voraus vorbei vorher weise weisen weiter wieder wider wendigkeit zueinander zurück zusammen zuvor zwischen
`.split(/\s+/);

const excluded: ReadonlySet<string> = new Set([...noParts, ...dictionary.firstnames]);

/** Possible parts of compounds: frequent German words from films and Wikipedia, in lower case. */
export const germanWords: ReadonlySet<string> = new Set(
  [...dictionary.commonWords, ...dictionary.wikipedia.slice(0, frequentWords)].filter(
    (word) => word.length >= shortest && !excluded.has(word) && /^[a-zäöüß]+$/.test(word),
  ),
);
