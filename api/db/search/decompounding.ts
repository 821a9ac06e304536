import { compoundParts } from "./compound-parts";
import { germanWords } from "./german-words";
import { foldWord } from "./words";

const shortestCompound = 7;
/** For compounds with words of the dictionary. */
const shortestListed = 8;
/** Splitting takes at least quadratic time. */
const longestCompound = 80;
const shortestPart = 3;
/** Shorter words of articles are too often mere syllables. */
const shortestLearnedPart = 5;
/** For words of the dictionary: shorter ones are too often endings ("Petit-ionen"). */
const shortestLastPart = 6;
/** "Leserinnen" matches "Leser", but not "innen". */
const people = "innen";
const shortestPeople = 9;
/** Linking letters between two parts: "Verkehr-s-weg", "Weiche-n-antrieb". */
const links = ["s", "es", "n", "en", "er", "e"];

/** Whether a word, in lower case, may be a part of compounds. */
export type IsPart = (word: string) => boolean;

/**
 * The known parts of a German compound, and the compounds of neighbouring parts: "eisenbahnbrückenbau" → "eisenbahn", "brücken", "bau",
 * "eisenbahnbrücken", "brückenbau". Empty if the word is no compound or has an unknown part. Splits into as few parts as possible: first with
 * common parts and `isPart`, then also with the words of a dictionary, then after any noun that can only be the first part.
 */
export function splitCompound(word: string, isPart: IsPart = () => false): string[] {
  if (word.length > longestCompound || looksCompound.test(word)) return [];
  if (isForeignPlural(word)) return [word.slice(0, -1), ...splitCompound(word.slice(0, -1), isPart)];
  if (word.length < shortestCompound) return [];
  if (word.length >= shortestPeople && word.endsWith(people)) {
    const person = word.slice(0, -people.length);
    const parts = splitCompound(person, isPart);
    return [person, ...parts, ...parts.filter((part) => person.endsWith(part)).map((part) => part + people)];
  }
  const known = (part: string) => common.has(part) || (part.length >= shortestLearnedPart && isPart(part));
  let parts = split(word, known, known);
  if (parts.length === 0 && word.length >= shortestListed) parts = split(word, isFirst, isLast);
  if (parts.length === 0 && derived.test(word)) parts = split(word, isDerived, isLast);
  return [...new Set([...runsOf(parts), ...parts.flatMap((part) => splitCompound(part, isPart))])];
}

/**
 * Words that only look like compounds: participles ("reiz-ende", but not "Jahresende" or "Energiewende"), verbs with "zu" ("anzug-reifen"),
 * adjectives ("drama-tische"), plurals of "-ung" and other endings, frequent words, and place names.
 */
const looksCompound = new RegExp(
  [
    "(?:[^bnpsw]|taus|reis|leis|weis|preis)(?<!divid)enden?$",
    "(?:zug(?:reif|eh|eb)en|sehen|(?:[ao]|an|is)(?:tisch|nisch|logisch)(?:e[mnrs]?)?|[^r]lungen|eering|(?:na|zi|ra)tor(?:en|s)?)$",
    "^(?:zuge(?!nde)|allesamt|beigetr|bevorzug|erbarm|fotograf|kombination|kommentier|mitteil|priorität|profitier|schriftsteller|spezialist|vereinzel)",
    "^(?:brandenburg|braunschweig|karlsruhe|mannheim|niedersachs|regensburg|salzburg|wiesbaden)",
  ].join("|"),
);

interface Split {
  parts: string[];
  shortest: number;
}

/**
 * Splits a word into as few known parts as possible; among equally many, the split whose shortest part is longest wins. Empty if the word
 * cannot be split. Searches backwards, because most words have no known last part.
 */
function split(word: string, isFirstKnown: IsPart, isLastKnown: IsPart): string[] {
  const best: (Split | undefined)[] = [];
  best[word.length] = { parts: [], shortest: word.length };
  const ends = [word.length];
  for (let begin = word.length - shortestPart; begin >= 0; begin -= 1) {
    for (const end of ends) {
      const [after, last] = [best[end], best[begin]];
      if (!after || end - begin < shortestPart || (begin === 0 && end === word.length)) continue;
      const shortest = Math.min(after.shortest, end - begin);
      const parts = after.parts.length + 1;
      if (last && (parts > last.parts.length || (parts === last.parts.length && shortest <= last.shortest))) continue;
      const part = word.slice(begin, end);
      if (!isAnyKnown(part, end === word.length ? isLastKnown : isFirstKnown)) continue;
      best[begin] = { parts: [part, ...after.parts], shortest };
    }
    if (best[begin]) ends.push(begin);
  }
  return best[0]?.parts ?? [];
}

/** Whether a part is known, with or without linking letters. */
function isAnyKnown(part: string, isKnown: IsPart): boolean {
  if (isKnown(part)) return true;
  for (const link of links) {
    if (part.endsWith(link) && part.length - link.length >= shortestPart && isKnown(part.slice(0, -link.length))) return true;
  }
  return false;
}

/** A part with and without linking letters. */
const bases = (part: string): string[] => [
  part,
  ...links
    .filter((link) => part.endsWith(link) && part.length - link.length >= shortestPart)
    .map((link) => part.slice(0, part.length - link.length)),
];

/** Words that often end names and participles: Deutschland is not a kind of Land. */
const endings: ReadonlySet<string> = new Set(["land", "reich", "burg", "berg", "heim", "dorf", "bach", "ende", "enden"]);

const common: ReadonlySet<string> = new Set([...compoundParts].flatMap((part) => [part, part.replaceAll("ß", "ss")]));
/** Many first parts lose their final e: "Mietpreis". Short ones are listed, because most would be mere syllables: "Red-aktion". */
const withoutE = [...common].filter((part) => part.endsWith("e") && part.length > shortestPart + 1).map((part) => part.slice(0, -1));
const shortWithoutE = ["eil", "elb", "end", "erb", "erd"];
const firstParts: ReadonlySet<string> = new Set([...common, ...withoutE, ...shortWithoutE, ...germanWords]);
const lastParts: ReadonlySet<string> = new Set(
  [...common, ...[...germanWords].filter((word) => word.length >= shortestLastPart)].filter(
    (part) => !bases(part).some((one) => endings.has(one)),
  ),
);

const isFirst: IsPart = (part) => firstParts.has(part) || isCommonPlural(part);
const isLast: IsPart = (part) => lastParts.has(part) || (isCommonPlural(part) && !endings.has(part));

/** Whether a part is a noun by its suffix, with its linking s: "Pünktlichkeit-s-quote". */
const isDerived: IsPart = (part) => part.endsWith("s") && derivedEnd.test(part);
const derivedEnd = /.(?:heit|keit|schaft|tät|ung|tion)s$/;
const derived = /.(?:heit|keit|schaft|tät|ung|tion)s./;

/** Whether a part is the plural of a common one: "Bäder" of "Bad". `isAnyKnown` removes the ending. */
const isCommonPlural = (part: string): boolean => hasUmlaut.test(part) && common.has(part.replace(umlauts, foldWord));

const hasUmlaut = /[äöü]/;
const umlauts = /[äöü]/g;

/** Plurals that the German stemmer does not reduce: "Autos". */
function isForeignPlural(word: string): boolean {
  if (!/[aouy]s$/.test(word)) return false;
  const one = word.slice(0, -1);
  return common.has(one) || germanWords.has(one);
}

/** All runs of neighbouring parts, except the whole word. */
function runsOf(parts: string[]): string[] {
  const found: string[] = [];
  for (let begin = 0; begin < parts.length; begin += 1) {
    for (let end = begin + 1; end <= parts.length; end += 1) {
      const run = parts.slice(begin, end).join("");
      if (end - begin === parts.length || (begin > 0 && parts[begin] === people)) continue;
      found.push(run);
      if (isForeignPlural(run)) found.push(run.slice(0, -1));
    }
  }
  return found;
}

/** Prefixes and suffixes of a word that would make it a compound if the workspace knew them. */
export function possibleParts(word: string): string[] {
  if (word.length < shortestCompound || word.length > longestCompound || split(word, isCommon, isCommon).length > 0) return [];
  const found: string[] = [];
  for (let cut = shortestLearnedPart; cut <= word.length - shortestPart; cut += 1) {
    found.push(...bases(word.slice(0, cut)).filter((base) => base.length >= shortestLearnedPart));
    if (word.length - cut >= shortestLearnedPart) found.push(word.slice(cut));
  }
  return found;
}

const isCommon: IsPart = (part) => common.has(part);
