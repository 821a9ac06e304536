/* oxlint-disable regexp/no-super-linear-move, regexp/no-super-linear-backtracking -- bylines are cut to 300 characters */
import { toComparable, toPlainLine } from "./plain-line";

const maxAuthors = 10;
const longestByline = 300;

/** The names of people and agencies in bylines: without "Von", picture credits, addresses, roles and the site's own names. */
export function readAuthorNames(bylines: readonly string[], siteNames: readonly string[]): string[] {
  const own = new Set(siteNames.map(toComparable));
  const names = new Map<string, string>();
  for (const byline of bylines) {
    for (const name of splitByline(byline)) {
      const key = toComparable(name);
      if (!own.has(key) && !names.has(key) && isName(name)) names.set(key, name);
    }
  }
  return [...names.values()].slice(0, maxAuthors);
}

function splitByline(byline: string): string[] {
  const line = (toPlainLine(byline.slice(0, longestByline)) ?? "")
    .replace(
      /\b(?:Fotos?|Bild(?:er)?|Bildquelle|Grafik|Illustration(?:en)?|Video|Photos?|Photograph(?:y|s)?|Images?)\s*(?::|\bby\b|\bvon\b).*$/i,
      "",
    )
    .replace(/\S+@\S+/g, " ")
    .replace(/\(?\b(?:https?:\/\/|www\.)\S+/gi, " ")
    .replace(/\([^)]*\)/g, " ")
    // Text that follows a name on the same line: the day, the time, a label.
    .replace(/\b(?:am|on|vom)?\s*\d{1,2}\.\s?(?:\d{1,2}\.|\p{L}+)\s?\d{2,4}.*$/u, "")
    .replace(/\s+/g, " ")
    .trim();
  const parts = stripLead(line)
    .split(/\s+(?:und|and|&|mit|with|sowie)\s+|\s*[;|•·]\s*|\s*\/\s*|\s+[–—]\s+/i)
    .flatMap(splitAtCommas);
  return parts.map((part) => stripLead(part.replace(/^[\s,:*–-]+|[\s,:*–-]+$/g, ""))).filter((part) => part !== "");
}

function stripLead(text: string): string {
  const bare = text.replace(
    /^(?:ein(?:e)?\s+\p{L}+\s+)?(?:text|autor(?:en|in|innen)?|authors?|written by|geschrieben von|verfasst von|protokoll|interview)\s*:?\s+(?=\p{Lu}|von\b|by\b)/iu,
    "",
  );
  // "von" may belong to the name: von der Leyen, von Matt.
  return bare.replace(/^(?:Von|VON|By|BY|by|von(?=\s+\S+\s+\S))(?:\s*:)?\s+(?!der\b|den\b|dem\b)/, "");
}

function splitAtCommas(text: string): string[] {
  const parts = text.split(/\s*,\s*/).filter((part) => part !== "");
  const [first, second] = parts;
  if (first === undefined || second === undefined) return parts;
  const isSingle = (part: string) => !part.includes(" ");
  const isFamilyName = isSingle(first) || /^(?:von|van|de|zu|vom)\s/.test(first);
  if (parts.length === 2 && isFamilyName && isSingle(second) && isGivenName(second) && /\p{Ll}/u.test(first)) return [`${second} ${first}`];
  // After a full name a single word is a place or a desk.
  return parts.filter((part, index) => index === 0 || !isSingle(part) || isSingle(first)).filter((part) => !isRole(part));
}

function isGivenName(text: string): boolean {
  return /^\p{Lu}[\p{Ll}-]/u.test(text);
}

function isRole(text: string): boolean {
  return /redakteur|redaktor|korrespondent|reporter|chefred|volontär|journalist|editor|correspondent|writer|ressort|büro|leiter(?:in)?\b/i.test(
    text,
  );
}

const placeholders = new Set([
  "admin",
  "administrator",
  "unknown",
  "unbekannt",
  "undefined",
  "null",
  "none",
  "author",
  "autor",
  "anonymous",
  "webmaster",
  "gast",
]);

function isName(text: string): boolean {
  const words = text.split(" ").length;
  return (
    text.length >= 2 &&
    text.length <= 70 &&
    words <= 6 &&
    /\p{L}{2}/u.test(text) &&
    !/\d{3}|[{}<>[\]]/.test(text) &&
    !placeholders.has(toComparable(text))
  );
}
