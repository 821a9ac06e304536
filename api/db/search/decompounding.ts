import { compoundParts } from "./compound-parts";

const shortestCompound = 7;
const shortestPart = 3;
/** Linking letters between two parts: "Verkehr-s-weg", "Weiche-n-antrieb". */
const links = ["", "s", "es", "n", "en", "er", "e"];

const knownParts: ReadonlySet<string> = new Set([...compoundParts].map((part) => part.replaceAll("ß", "ss")));

/** Whether a word, in lower case, may be a part of compounds. */
export type IsPart = (word: string) => boolean;

/**
 * The known parts of a German compound, and the compounds of neighbouring parts: "eisenbahnbrückenbau" → "eisenbahn", "brücken", "bau",
 * "eisenbahnbrücken", "brückenbau". Empty if the word is no compound or has an unknown part. Splits into as few parts as possible.
 */
export function splitCompound(word: string, isPart: IsPart = () => false): string[] {
  if (word.length < shortestCompound) return [];
  const best: (string[] | undefined)[] = [[]];
  for (let end = shortestPart; end <= word.length; end += 1) {
    for (let begin = 0; begin <= end - shortestPart; begin += 1) {
      const before = best[begin];
      if (!before || (begin === 0 && end === word.length) || before.length + 1 >= (best[end]?.length ?? Number.POSITIVE_INFINITY)) continue;
      const part = word.slice(begin, end);
      if (isKnown(part, end < word.length, isPart)) best[end] = [...before, part];
    }
  }
  return runsOf(best[word.length] ?? []);
}

/** All runs of neighbouring parts, except the whole word. */
function runsOf(parts: string[]): string[] {
  const found: string[] = [];
  for (let begin = 0; begin < parts.length; begin += 1) {
    for (let end = begin + 1; end <= parts.length; end += 1) {
      if (end - begin < parts.length) found.push(parts.slice(begin, end).join(""));
    }
  }
  return found;
}

/** Prefixes and suffixes of a word that would make it a compound if the workspace knew them. */
export function possibleParts(word: string): string[] {
  if (word.length < shortestCompound || splitCompound(word).length > 0) return [];
  const found: string[] = [];
  for (let cut = shortestLearnedPart; cut <= word.length - shortestPart; cut += 1) {
    found.push(...bases(word.slice(0, cut)).filter((base) => base.length >= shortestLearnedPart));
    if (word.length - cut >= shortestLearnedPart) found.push(word.slice(cut));
  }
  return found;
}

/** Shorter words of articles are too often mere syllables. */
const shortestLearnedPart = 5;

function isKnown(part: string, isFollowed: boolean, isPart: IsPart): boolean {
  const forms = isFollowed ? bases(part) : [part, ...bases(part)];
  return forms.some((form) => knownParts.has(form.replaceAll("ß", "ss")) || (form.length >= shortestLearnedPart && isPart(form)));
}

const bases = (part: string): string[] =>
  links
    .filter((link) => part.endsWith(link) && part.length - link.length >= shortestPart)
    .map((link) => part.slice(0, part.length - link.length));
