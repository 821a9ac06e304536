/* oxlint-disable regexp/no-super-linear-move, regexp/no-super-linear-backtracking -- bylines are cut to 300 characters */
import { toComparable, toPlainLine } from "./plain-line";

const maxAuthors = 10;
const longestByline = 300;

/** The names of people and agencies in bylines: without "Von", picture credits, addresses, roles, desks and the site's own names. */
export function readAuthorNames(bylines: readonly string[], siteNames: readonly string[]): string[] {
  const own = new Set(siteNames.map(toComparable));
  const names = new Map<string, string>();
  for (const byline of bylines) {
    for (const name of splitByline(byline)) {
      const key = toComparable(name).replace(academicTitles, "");
      if (!own.has(toComparable(name)) && !names.has(key) && isName(name)) names.set(key, name);
    }
  }
  return [...names.values()].slice(0, maxAuthors);
}

/** Whether a line has the words of a sentence, unlike names with their roles, places and dates. */
export function hasSentenceWords(line: string): boolean {
  const words = line.match(/(?<![\p{L}\p{N}@./])\p{Ll}[\p{L}’']*/gu) ?? [];
  return words.some((word) => !wordsOfBylines.has(word) && !isRole(word));
}

const particles =
  "von van vom zu zum zur der den dem de del della di da do dos das du des la le los las y e ter ten al el bin ibn af av auf".split(" ");
const agencies = "dpa afp ap reuters epd kna sid apa ots rtr sda lby lbn lhe lni lno lnw lrs lsw lth dapd ddp red".split(" ");
const academicWords = "dr prof med phil rer nat pol jur h c ing dipl mag univ".split(" ");
const wordsOfBylines = new Set([
  ...particles,
  ...academicWords,
  ...agencies,
  ..."und and mit with sowie by von für for from aus in im at am on um uhr geschrieben verfasst eingestellt berichtet berichten reporting editing unser unsere unserer unserem".split(
    " ",
  ),
  ..."our st nd rd th pm min lesezeit minuten minutes read".split(" "),
]);

const academicTitles = new RegExp(`^(?:(?:${academicWords.join("|")}) )+`);

function splitByline(byline: string): string[] {
  const line = (toPlainLine(byline.slice(0, longestByline)) ?? "")
    // As in feeds.
    .replace(/^\S+@\S+\s+\(([^()]+)\)$/, "$1")
    .replace(/(?<!\p{L})(text)\s*(?:und|and|&|\+|\/)\s*(?:fotos?|bilder|photos?|grafik|video)(?=\s*(?::|von\b|by\b))/iu, "$1")
    .replace(/^\(?Reporting by\s([^;()]+).*$/i, "$1")
    .replace(/^Aus\s(?:\p{Lu}[\p{L}-]+\s){1,3}berichte[nt]\s/u, "")
    .replace(
      /(?<!\p{L})(?:Fotos?|Bild(?:er)?|Bildquelle|Grafik|Illustration(?:en)?|Video|Photos?|Photograph(?:y|s)?|Images?|Übersetzt|Übersetzung|Translated)\s*(?::|\bby\b|\bvon\b).*?(?=[,;|]\s*Text:|$)/iu,
      "",
    )
    .replace(/\S+@\S+/g, " ")
    .replace(/\(?\b(?:https?:\/\/|www\.)\S+/gi, " ")
    .replace(/\([^)]*\)/g, " ")
    // Text that follows a name on the same line: the day, the time, a label.
    .replace(/(?<!\p{L})(?:am|on|vom)?\s*\d{1,2}\.\s?(?:\d{1,2}\.|\p{L}+)\s?\d{2,4}.*$/u, "")
    .replace(/(?<![\p{L}\p{N}])(?:on\s)?(?:\p{L}{3,9}\.?\s\d{1,2}(?:st|nd|rd|th)?|\d{1,2}(?:st|nd|rd|th)?\s\p{L}{3,9}\.?),?\s\d{4}.*$/u, "")
    .replace(/(?<!\p{L})(?:Published|Posted|Updated|Last updated|Veröffentlicht|Aktualisiert|Stand|Lesezeit)(?!\p{L}|:?\sby\b).*$/u, "")
    .replace(/\s(?:(?:on|am|at|um)\s.*|u\.\s?a\.|et al\.?)$/, "")
    .replace(/\s(?:in|aus)\s\p{Lu}[\p{L}-]+/gu, "")
    .replace(/\s+/g, " ")
    .trim();
  const isUpperCase = !/\p{Ll}/u.test(line);
  return stripLead(line)
    .split(/\s*[;|•·]\s*|\s*\/\s*|\sMitarbeit:\s/)
    .flatMap((part, _index, parts) => splitAtDash(part).flatMap((piece) => splitAtWords(piece, isUpperCase, parts.length > 1)))
    .map((part) => stripLead(part.replace(/^[\s,:*–-]+|[\s,:*–-]+$/g, "")))
    .filter((part) => part !== "");
}

/** A dash separates a name from its place, on either side. */
function splitAtDash(text: string): string[] {
  const [first = "", ...others] = text.split(/\s+[–—-]\s+/);
  if (others.length === 0) return [first];
  const isPlace = !first.includes(" ") && !isAgency(first) && others[0]?.includes(" ");
  return isPlace ? others.slice(0, 1) : [first, ...others.filter(isAgency)];
}

const isAgency = (text: string) => agencies.includes(text.toLowerCase()) || /^\p{Lu}{2,3}$/u.test(text);

function splitAtWords(text: string, isUpperCase: boolean, isInList: boolean): string[] {
  // "Von und zu" is part of a name, and so is "Mit" with a capital.
  const words = /(?:(?<!\b(?:von|VON))\s+(?:und|and|sowie)|\s+(?:&|mit|with))\s+(?!zu\b|zur\b|ZU\b)/;
  return text.split(isUpperCase ? new RegExp(words, "i") : words).flatMap((part) => splitAtCommas(part, isInList));
}

const genre =
  "analyse|analysis|bericht|column|comment|essay|gastbeitrag|gastkommentar|glosse|interview|kolumne|kommentar|leitartikel|meinung|opinion|portr(?:ä|ai)t|protokoll|report(?:age)?|rezension|review|story|words";
const lead = new RegExp(
  `^(?:(?:ein(?:e)?|an?)\\s+)?(?:(?:\\p{L}+\\s+)?(?:text|autor(?:en|in|innen)?|authors?|(?:written|posted|published|submitted) by|(?:geschrieben|verfasst|aufgezeichnet|notiert|eingestellt|gepostet|erstellt) von|${genre})\\s*:?\\s+)(?=\\p{Lu}|von\\b|by\\b)`,
  "iu",
);
const ownStaff =
  /^(?:unser(?:e[rmn]?)?|our)\s+(?:\p{L}+-)?(?:\p{L}*(?:redakteur|korrespondent|reporter|mitarbeiter|autor|volontär)(?:in|innen|en)?|correspondent|reporter|writer)\s+/iu;
const roleBefore =
  /^(?:\p{L}*(?:redakteur|korrespondent|reporter|volontär|redaktionsmitglied)(?:in)?|(?:(?:senior|chief|staff|political|business|sports?)\s+)?(?:correspondent|reporter|editor|writer))\s+(?=\p{Lu}\S*\s+\S)/iu;
const material = /^(?:Material|Informationen|Agenturmaterial|Inhalten|material|reporting|files)(?:\s+(?:von|der|des|from|by))?(?:\s+|$)/u;

function stripLead(text: string): string {
  const bare = text.replace(lead, "");
  // "von" may belong to the name: von der Leyen, von Matt, "von Bülow, Karl".
  return bare
    .replace(/^(?:Von|VON|By|BY|by|von(?=\s+[^\s,]+\s+\S))(?:\s*:)?\s+(?!der\b|den\b|dem\b|und\b)/, "")
    .replace(ownStaff, "")
    .replace(roleBefore, "")
    .replace(material, "");
}

function splitAtCommas(text: string, isInList: boolean): string[] {
  const parts = text.split(/\s*,\s*/).filter((part) => part !== "");
  const [first, second] = parts;
  if (first === undefined || second === undefined) return parts;
  const given = second.replace(/ (?:von|van|de|zu|vom)(?: (?:der|den|dem))?$/, "");
  const isInverted = parts.length === 2 && isFamilyName(first) && (isGivenName(given) || (isInList && given.split(" ").every(isGivenName)));
  if (isInverted) return [`${second} ${first}`];
  if (parts.length > 2 && parts.length % 2 === 0 && parts.every((part, index) => (index % 2 ? isGivenName(part) : isFamilyName(part))))
    return parts.flatMap((part, index) => (index % 2 ? [] : [`${parts[index + 1]} ${part}`]));
  // After a full name a single word is a place or a desk.
  const hasFullName = parts.some((part) => !isSingle(part));
  return parts.filter((part) => !isRole(part) && (!isSingle(part) || !hasFullName || (part === first && isAgency(part))));
}

const isSingle = (part: string) => !part.includes(" ");

function isFamilyName(text: string): boolean {
  return (isSingle(text) || /^(?:von|van|de|zu|vom)\s/.test(text)) && !isAgency(text);
}

function isGivenName(text: string): boolean {
  return /^(?:Dr\.\s+|Prof\.\s+)*\p{Lu}[\p{L}-]{2,}(?:\s\p{Lu}\.)?$|\p{Lu}\p{Ll}$|^\p{Lu}\.$/u.test(text);
}

function isRole(text: string): boolean {
  return /redakteur|redaktor|korrespondent|reporter|chefred|volontär|journalist|editor|correspondent|writer|ressort|büro|studio|leiter(?:in)?\b/i.test(
    text,
  );
}

const placeholders = new Set([
  ..."admin administrator root unknown unbekannt undefined null none author autor autorin autoren authors anonymous anonym webmaster gast".split(
    " ",
  ),
  ..."guest gastautor user test red agenturen agencies agentur team staff presse pressestelle von by redaktor redakteur editor editors reporter".split(
    " ",
  ),
  ..."super user|staff reporter|staff writer|staff writers|staff and agencies|news agencies|guest author|our correspondent|web desk".split(
    "|",
  ),
]);
const roleAtEnd = /(?:redakteur|redaktor|reporter|korrespondent|journalist|volontär)(?:in)?$|\b(?:correspondent|editor|writer|reporter)$/iu;
const desk =
  /redaktion(?:en|steam)?(?!\p{L})|^(?:presse|medien)(?:stelle|amt|büro|referat|abteilung)(?!\p{L})|^(?:press|media) office\b|\b(?:news ?desk|news ?room|editorial|editors)\b|\b(?:team|staff|desk)$/iu;

function isName(text: string): boolean {
  const words = text.replace(/ und zu /i, " zu ").split(" ");
  const unusual = words.filter(
    (word) => /^\p{Ll}/u.test(word) && !particles.includes(word) && !academicWords.includes(word.replace(/\..*$/, "")),
  ).length;
  return (
    text.length >= 2 &&
    text.length <= 70 &&
    words.length <= 8 &&
    (unusual === 0 || words.length <= 2) &&
    /\p{L}{2}/u.test(text) &&
    !/^@|\d{3}|[{}<>[\]]/.test(text) &&
    !placeholders.has(toComparable(text)) &&
    !desk.test(text) &&
    !roleAtEnd.test(text)
  );
}
