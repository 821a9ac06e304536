import { dictionary } from "@zxcvbn-ts/language-de";

/** The dictionary's rarer words are mostly foreign ones and names. */
const frequentWords = 50_000;
const shortest = 5;

/** Words that are no parts of compounds: particles, which would make parts of verbs and adjectives, and endings. */
const noParts = `
außer dahin daher danach daneben darauf daraus darin davon davor dazwischen durch einander entgegen fertigt gegen gegenüber heran herauf heraus
herbei herum herunter hervor hinauf hinaus hinein hinter hinunter inter international native nieder rinnen schaft schaften setzung standing
trans überein unter under vorder voraus vorbei vorher weise weisen weiter wieder wider wendigkeit zueinander zurück zusammen zuvor zwischen
`.split(/\s+/);

const excluded: ReadonlySet<string> = new Set([...noParts, ...dictionary.firstnames]);

/** Frequent German words in lower case, from films and Wikipedia: possible parts of compounds. */
export const germanWords: ReadonlySet<string> = new Set(
  [...dictionary.commonWords, ...dictionary.wikipedia.slice(0, frequentWords)].filter(
    (word) => word.length >= shortest && !excluded.has(word) && /^[a-zäöüß]+$/.test(word),
  ),
);
