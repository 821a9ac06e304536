import { foldText } from "./fold-text";

/** A run of characters without spaces ("U-Bahn-Station", "1.000"), or a number or date with spaces ("10 000"). */
export interface Token {
  /** The words in their indexed form, in order. Empty for numbers and dates with spaces, whose digits and names are tokens, too. */
  words: string[];
  /** Other spellings of the whole token: "E-Mail" has "email". */
  spellings: string[];
  /** Other words that match part of the token: "U-Bahn-Station" has "ubahn". */
  parts: string[];
  /** Start and end in the folded text. */
  range: [from: number, until: number];
}

/** The tokens of a folded text (`foldText`). */
export function readTokens(folded: string): Token[] {
  const tokens = [...folded.matchAll(chunkPattern)].map(
    ({ 0: chunk, 1: joined, index }): Token =>
      joined === undefined ? { words: [chunk], spellings: [], parts: [], range: [index, index + chunk.length] } : readChunk(chunk, index),
  );
  return hasDigit.test(folded) ? [...tokens, ...readSpaced(folded)] : tokens;
}

/** The searchable words of a text in order, and its other spellings and parts, which are indexed without positions. */
export function toSearchText(text: string): { words: string[]; others: string[] } {
  const tokens = readTokens(foldText(text));
  return {
    words: tokens.flatMap(({ words }) => words),
    others: [...new Set(tokens.flatMap(({ spellings, parts }) => [...spellings, ...parts]))],
  };
}

const letters = String.raw`\p{L}\p{M}\p{Nd}\p{Nl}`;
const chunkPattern = new RegExp(`[${letters}]+((?:[^\\s${letters}]{1,2}[${letters}]+)+)?`, "gu");
const hasDigit = /\d/;

const beforeNumber = `(?<![${letters}.,])`;
const afterNumber = String.raw`(?!\d|[.,]\d)`;
const thousands = String.raw`(?<thousands>[1-9]\d{0,2}(?:(?:\.\d{3})+(?:,\d+)?|(?:,\d{3})+(?:\.\d+)?|(?:['’]\d{3})+(?:[.,]\d+)?))`;
const piecePattern = new RegExp(
  [
    String.raw`${beforeNumber}(?<year>\d{4})(?<sign>[-./])(?<month>\d{1,2})\k<sign>(?<day>\d{1,2})${afterNumber}`,
    String.raw`${beforeNumber}(?<first>\d{1,2})(?<between>[-./])(?<second>\d{1,2})\k<between>(?<last>\d{4})${afterNumber}`,
    String.raw`${beforeNumber}(?<shortDay>\d{1,2})\.(?<shortMonth>\d{1,2})\.(?<shortYear>\d{2})${afterNumber}`,
    String.raw`${beforeNumber}${thousands}${afterNumber}(?<unit>\p{L}*)`,
    String.raw`${beforeNumber}(?<whole>\d+)[.,](?<fraction>\d+)${afterNumber}`,
    String.raw`${beforeNumber}(?<version>\d+(?:\.\d+){2,9})${afterNumber}`,
    String.raw`(?<person>\p{L}{2,40})(?<gender>(?:[:*_·•/(]|/-)in(?:nen)?|\(inn\)en)(?![${letters}])`,
    String.raw`(?<people>\p{L}{2,40})[:*_·•]innen(?<compound>\p{L}{3,40})`,
    `[${letters}]+`,
  ].join("|"),
  "gu",
);

/** Longer chains are no compounds. */
const mostJoined = 6;
const longestJoined = 40;
/** A hyphen, which a bracket may follow ("(Fach-)Kräfte"), or an apostrophe. The words around it can also be written as one. */
const joint = /^(?:[-\u2010\u2011]\)?|['\u2018\u2019`\u00b4])$/;

function readChunk(chunk: string, start: number): Token {
  const words: string[] = [];
  const spellings: string[] = [];
  const parts: string[] = [];
  const chains: string[][] = [];
  let end = -1;
  for (const match of chunk.matchAll(piecePattern)) {
    const piece = readPiece(match[0], match.groups ?? {});
    words.push(...piece.words);
    spellings.push(...(piece.spellings ?? []));
    parts.push(...(piece.parts ?? []));
    const between = end < 0 ? "" : chunk.slice(end, match.index);
    const chain = chains.at(-1);
    // "U.S.A."
    if (chain && (joint.test(between) || (between === "." && isLetter(chain.at(-1)) && isLetter(match[0])))) chain.push(...piece.words);
    else chains.push([...piece.words]);
    end = match.index + match[0].length;
  }
  for (const { word, isWholeChain } of chains.flatMap(joinedOf)) {
    if (chains.length === 1 && isWholeChain) spellings.push(word);
    else parts.push(word);
  }
  const range: Token["range"] = [start, start + chunk.length];
  // In "Leser:innen/Autoren", a spelling of one word is not a spelling of the token.
  return chains.length === 1 ? { words, spellings, parts, range } : { words, spellings: [], parts: [...parts, ...spellings], range };
}

const isLetter = (word = ""): boolean => /^\p{L}$/u.test(word);

/** Neighbouring words of a chain, written as one word. */
function joinedOf(chain: string[]): { word: string; isWholeChain: boolean }[] {
  if (chain.length < 2 || chain.length > mostJoined) return [];
  const found: { word: string; isWholeChain: boolean }[] = [];
  for (let begin = 0; begin < chain.length; begin += 1) {
    for (let end = begin + 2; end <= chain.length; end += 1) {
      const word = chain.slice(begin, end).join("");
      if (word.length <= longestJoined && /\p{L}/u.test(word)) found.push({ word, isWholeChain: end - begin === chain.length });
    }
  }
  return found;
}

interface Piece {
  words: string[];
  spellings?: string[];
  parts?: string[];
}

function readPiece(text: string, groups: Record<string, string | undefined>): Piece {
  const { thousands: grouped, unit = "", whole, fraction, person, gender, people, compound } = groups;
  if (grouped !== undefined) return toNumber(plainNumber(grouped), unit);
  if (whole !== undefined) return toNumber(`${withoutZeros(whole)}.${fraction}`);
  if (person !== undefined) return { words: [person], spellings: [person + gender?.replace(/[^a-z]/g, "")] };
  if (people !== undefined && compound !== undefined) return { words: [people, compound], spellings: [`${people}innen${compound}`] };
  return readDate(text, groups) ?? { words: groups.version === undefined ? (text.match(wordPattern) ?? []) : [text] };
}

const wordPattern = new RegExp(`[${letters}]+`, "gu");

/** "25.00" is also spelt "25". */
const toNumber = (number: string, unit = ""): Piece => ({
  words: [number + unit],
  ...(number.endsWith(".00") ? { spellings: [number.slice(0, -".00".length) + unit] } : {}),
});

/** "1.234,50" → "1234.50". The first separator groups thousands; a different one separates decimals. */
function plainNumber(grouped: string): string {
  const [first = ""] = grouped.match(/[.,'’]/) ?? [];
  return grouped.replaceAll(first, "").replace(",", ".");
}

const withoutZeros = (digits: string): string => digits.replace(/^0+(?=\d)/, "");

function readDate(text: string, groups: Record<string, string | undefined>): Piece | undefined {
  const { year, month, day, first, second, last, between, shortDay, shortMonth, shortYear } = groups;
  if (year !== undefined) return toPiece([dateOf(year, month, day)], year);
  if (last !== undefined) {
    const dates = [dateOf(last, second, first), between === "." ? undefined : dateOf(last, first, second)];
    return toPiece(dates, last, between === "." ? [`${Number(first)}.${Number(second)}`, `${Number(first)}.${second}`] : []);
  }
  if (shortYear === undefined) return undefined;
  const date = dateOf(`${Number(shortYear) < 70 ? "20" : "19"}${shortYear}`, shortMonth, shortDay);
  return date === undefined ? undefined : { words: [text], spellings: [date] };
}

/** A date matches in every spelling, and by its year (a part). Ambiguous dates ("10/03/2026") have a spelling for each reading. */
function toPiece(dates: (string | undefined)[], year: string, parts: string[] = []): Piece | undefined {
  const [word, ...spellings] = [...new Set(dates)].filter((date) => date !== undefined);
  return word === undefined ? undefined : { words: [word], spellings, parts: [year, ...new Set(parts)] };
}

/** The indexed form of a date: a word that nobody types and that is not the beginning of a number. `undefined` if the day cannot exist. */
function dateOf(year: string, month: string | undefined, day: string | undefined): string | undefined {
  const [m, d] = [Number(month), Number(day)];
  return m >= 1 && m <= 12 && d >= 1 && d <= 31 ? `zzdate${year}${String(m).padStart(2, "0")}${String(d).padStart(2, "0")}` : undefined;
}

const months = [
  "jan(?:uary|uar)?|jänner",
  "feb(?:ruary|ruar)?",
  "märz?|mar(?:ch)?|maerz|mrz",
  "apr(?:il)?",
  "mai|may",
  "june?|juni",
  "july?|juli",
  "aug(?:ust)?",
  "sep(?:t(?:ember)?)?",
  "o[ck]t(?:ober)?",
  "nov(?:ember)?",
  "de[cz](?:ember)?",
];
const anyMonth = months.join("|");
const monthPatterns = months.map((names) => new RegExp(`^(?:${names})$`));

/** Numbers and dates with spaces: "10 000", "3. Oktober 2026", "October 3, 2026", "3. 10. 2026". */
export const spacedPattern = [
  // Looking ahead first is faster than looking back from every letter.
  `(?=[\\dadfjmnos])(?<![${letters}.,/])(?:`,
  String.raw`(?<grouped>[1-9]\d{0,2}(?:[ \u00a0\u2009\u202f]\d{3})+(?:[.,]\d+)?)`,
  String.raw`|(?<dayFirst>\d{1,2})(?:\.[ \u00a0]?|(?:st|nd|rd|th)?[ \u00a0](?:of[ \u00a0])?|-)(?<named>${anyMonth})(?:\.?,?[ \u00a0]|[.-])(?<yearOfNamed>\d{4})`,
  String.raw`|(?<english>${anyMonth})\.?[ \u00a0](?<dayOfEnglish>\d{1,2})(?:st|nd|rd|th)?,?[ \u00a0](?<yearOfEnglish>\d{4})`,
  String.raw`|(?<spacedDay>\d{1,2})\.[ \u00a0](?<spacedMonth>\d{1,2})\.[ \u00a0](?<spacedYear>\d{4})`,
  String.raw`)(?![${letters}]|[.,]\d)`,
].join("");
const spacedEverywhere = new RegExp(spacedPattern, "gu");

/** The numbers and dates with spaces, without words: their digits and names are tokens of their own. */
export function readSpaced(folded: string): Token[] {
  return [...folded.matchAll(spacedEverywhere)].flatMap(({ 0: text, index, groups = {} }): Token[] => {
    const { grouped, dayFirst, named, yearOfNamed, english, dayOfEnglish, yearOfEnglish, spacedDay, spacedMonth, spacedYear } = groups;
    const year = yearOfNamed ?? yearOfEnglish ?? spacedYear ?? "";
    const name = named ?? english;
    const month = name === undefined ? spacedMonth : String(monthPatterns.findIndex((pattern) => pattern.test(name)) + 1);
    const spelling = grouped?.replace(/\s/g, "").replace(",", ".") ?? dateOf(year, month, dayFirst ?? dayOfEnglish ?? spacedDay);
    return spelling === undefined ? [] : [{ words: [], spellings: [spelling], parts: [], range: [index, index + text.length] }];
  });
}
