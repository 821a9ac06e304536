/** The dates of a line of text in milliseconds, by what the line says of them. */
export interface LabelledTimes {
  published: number | null;
  modified: number | null;
  /** The first date that is neither. */
  plain: number | null;
}

const longestLine = 160;
const mostDates = 4;

const publishedLabel =
  /\b(?:publi(?:sh|kation|ziert|cation)|posted|created|issued|erschienen|erstellt|eingestellt|online seit)|ver(?:ö|oe)ffentlich/gi;
const modifiedLabel =
  /\b(?:updated?\b|modified|revised|edited|amended|aktualisier|ge(?:ä|ae)ndert|bearbeitet|stand\b|last changed)|\b(?:ü|ue)berarbeitet|(?<!\p{L})(?:ä|ae)nderung/giu;

/**
 * A date as pages write it (ISO, German, English, Unix time) in milliseconds, or null. A time without zone is meant
 * in Europe/Berlin, a day without time is its midnight there. Of several dates it is the one of publishing.
 */
export function readPublishingTime(text: string): number | null {
  const { published, modified, plain } = readLabelledTimes(text);
  return published ?? plain ?? modified;
}

/** The dates in a line such as "Updated on 9 October 2026, published on 3 October 2026". */
export function readLabelledTimes(text: string): LabelledTimes {
  const found: LabelledTimes = { published: null, modified: null, plain: null };
  let rest = text.trim().slice(0, longestLine);
  if (/^\d{10}(?:\d{3})?$/.test(rest)) return { ...found, plain: plausible(Number(rest.padEnd(13, "0"))) };
  for (let dates = 0; dates < mostDates; dates += 1) {
    const day = findDay(rest);
    if (!day) break;
    const label = lastLabel(rest.slice(0, day.start)) ?? "plain";
    rest = rest.slice(day.end);
    found[label] ??= toInstant(day, rest);
  }
  return found;
}

/** What the last label in a text is about. */
export function lastLabel(text: string): "published" | "modified" | undefined {
  const published = endOfLast(publishedLabel, text);
  const modified = endOfLast(modifiedLabel, text);
  if (published === modified) return undefined;
  return published > modified ? "published" : "modified";
}

const endOfLast = (label: RegExp, text: string) => [...text.matchAll(label)].at(-1)?.index ?? -1;

/**
 * The day in the path of an address, such as `/2026/10/03/`, `/2026/oct/03/`, `-2026-10-03.html` or `/20261003-`, but not the number of
 * `/2026/10/3-tipps`.
 */
export function readAddressDay(url: string): number | null {
  const path = /^[a-z]+:\/\/[^/?#]+([^?#]{0,2000})/i.exec(url)?.[1] ?? "";
  const found =
    /[/_-](?<year>(?:19|20)\d{2})(?<separator>[/_-])(?<month>\d{1,2}|[a-z]{3})\k<separator>(?<day>\d{1,2})(?![\da-z]|(?<=\/\d{1,2})[^/.])/i.exec(
      path,
    ) ??
    /[/_-](?<year>(?:19|20)\d{2})(?<month>\d{2})(?<day>\d{2})(?![\da-z])/i.exec(path) ??
    /[/_-](?<day>\d{2})\.(?<month>\d{2})\.(?<year>(?:19|20)\d{2})(?![\da-z])/i.exec(path);
  const day = found?.groups && toDay(found.groups, 0, 0);
  return day ? toInstant(day, "") : null;
}

interface Day {
  year: number;
  month: number;
  day: number;
  start: number;
  end: number;
}

const monthPattern =
  "jan(?:uary|uar)?|jän(?:ner)?|feb(?:ruary|ruar|er)?|mar(?:ch)?|mär(?:z)?|maerz|mrz|apr(?:il)?|may|mai|june?|juni|july?|juli|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?";

const dayPatterns = [
  /(?<!\d)(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})(?!\d)/,
  /^(?<year>(?:1[89]|20)\d{2})(?<month>\d{2})(?<day>\d{2})(?=T?\d{4,6}|$)/,
  /(?<![\d.])(?<day>\d{1,2})\.\s{0,2}(?<month>\d{1,2})\.\s{0,2}(?<year>\d{4}|\d{2})(?!\d)/,
  /(?<!\d)(?<first>\d{1,2})\/(?<second>\d{1,2})\/(?<year>\d{4})(?!\d)/,
  new RegExp(
    `(?<!\\d)(?<day>\\d{1,2})(?:\\.|st|nd|rd|th)?(?:\\sof)?[\\s-]{0,2}(?<month>${monthPattern})\\.?,?[\\s-]{1,2}(?<year>\\d{4})(?!\\d)`,
    "iu",
  ),
  new RegExp(`(?<!\\p{L})(?<month>${monthPattern})\\.?\\s{1,2}(?<day>\\d{1,2})(?:st|nd|rd|th)?,?\\s{1,2}(?<year>\\d{4})(?!\\d)`, "iu"),
];

/** The first day in a text. */
function findDay(text: string): Day | undefined {
  let first: Day | undefined;
  for (const pattern of dayPatterns) {
    const found = pattern.exec(text);
    if (!found?.groups || (first && found.index >= first.start)) continue;
    first = toDay(found.groups, found.index, found.index + found[0].length) ?? first;
  }
  return first;
}

function toDay(groups: Record<string, string | undefined>, start: number, end: number): Day | undefined {
  const { year = "", first, second } = groups;
  let { month = "", day } = groups;
  if (first && second) {
    // 3/10 is the third of October or the tenth of March.
    if (Number(first) <= 12 && Number(second) <= 12 && first !== second) return undefined;
    [day, month] = Number(first) > 12 ? [first, second] : [second, first];
  }
  const monthNumber = /^\d/.test(month) ? Number(month) : monthNamed(month);
  const century = year.length > 2 ? 0 : Number(year) < 70 ? 2000 : 1900;
  // `Date.UTC` takes the years before 100 for those of the 20th century.
  if (!monthNumber || century + Number(year) < 100) return undefined;
  return { year: century + Number(year), month: monthNumber, day: Number(day), start, end };
}

const monthStarts = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const germanMonthStarts = ["jän", "", "mär", "", "mai", "", "", "", "", "okt", "", "dez"];

function monthNamed(name: string): number {
  const start = name.toLowerCase().replace("mrz", "mär").replace("mae", "mär").slice(0, 3);
  return Math.max(monthStarts.indexOf(start), germanMonthStarts.indexOf(start)) + 1;
}

function toInstant({ year, month, day }: Day, rest: string): number | null {
  const midnight = new Date(Date.UTC(year, month - 1, day));
  if (midnight.getUTCDate() !== day || midnight.getUTCMonth() !== month - 1) return null;
  const time = readTime(rest);
  const wall = midnight.getTime() + ((time.hour * 60 + time.minute) * 60 + time.second) * 1000;
  return plausible(time.zoneMinutes === undefined ? wall - berlinOffset(wall - berlinOffset(wall)) : wall - time.zoneMinutes * 60_000);
}

const zonePattern = String.raw`Z\b|(?:UTC|GMT)?[+-]\d{2}(?::?\d{2})?\b|[A-Z]{2,4}\b`;
const clockTime = new RegExp(
  String.raw`^\D{0,14}?(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:[.,]\d+)?)?(?!\d|\.\d)\s?([ap]\.?m\b\.?)?\s?(?:Uhr\s?)?\(?(${zonePattern})?`,
  "i",
);
const fullHour = /^\D{0,14}?(\d{1,2})()()\s?(?:([ap]\.?m\b)|Uhr\b)/i;
const compactTime = /^T?(\d{2})(\d{2})(\d{2})?()\s?(Z|[+-]\d{2}:?\d{2})?$/;

function readTime(rest: string) {
  const found = clockTime.exec(rest) ?? fullHour.exec(rest) ?? compactTime.exec(rest);
  const hour = Number(found?.[1]);
  // 24:00 is 0:00 of the next day.
  if (!found || Number(found[2]) > 59 || hour > (Number(found[2]) === 0 ? 24 : 23))
    return { hour: 0, minute: 0, second: 0, zoneMinutes: undefined };
  const half = found[4]?.toLowerCase().charAt(0);
  const isAfternoon = half === "p" && hour < 12;
  const isMidnight = half === "a" && hour === 12;
  return {
    hour: isAfternoon ? hour + 12 : isMidnight ? 0 : hour,
    minute: Number(found[2]),
    second: Number(found[3] ?? 0),
    zoneMinutes: zoneOf(found[5]),
  };
}

/** Names of time zones in RFC 822, and those that German and European pages use, in hours. */
const zones: Record<string, number> = {
  ...{ Z: 0, UT: 0, UTC: 0, GMT: 0, WET: 0, BST: 1, WEST: 1, CET: 1, MEZ: 1, CEST: 2, MESZ: 2, EET: 2, EEST: 3, MSK: 3 },
  ...{ EST: -5, EDT: -4, CST: -6, CDT: -5, MST: -7, MDT: -6, PST: -8, PDT: -7 },
};

function zoneOf(suffix: string | undefined): number | undefined {
  const offset = /([+-])(\d{2}):?(\d{2})?$/.exec(suffix ?? "");
  if (!offset) {
    const hours = zones[suffix?.toUpperCase() ?? ""];
    return hours === undefined ? undefined : hours * 60;
  }
  const minutes = Number(offset[2]) * 60 + Number(offset[3] ?? 0);
  return offset[1] === "-" ? -minutes : minutes;
}

const berlinClock = new Intl.DateTimeFormat("en-US", {
  timeZone: "Europe/Berlin",
  hourCycle: "h23",
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
  minute: "numeric",
  second: "numeric",
});

function berlinOffset(instant: number): number {
  const part = Object.fromEntries(berlinClock.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  return Date.UTC(part.year ?? 0, (part.month ?? 1) - 1, part.day, part.hour, part.minute, part.second) - Math.floor(instant / 1000) * 1000;
}

const earliest = Date.UTC(1800, 0, 1);
const latest = Date.UTC(2100, 0, 1);
const dayMs = 24 * 60 * 60 * 1000;
/** What systems without a date write, besides the year 1. */
const emptyDates = [Date.UTC(1970, 0, 1), Date.UTC(1900, 0, 1), Date.UTC(1899, 11, 30)];

function plausible(time: number): number | null {
  const isEmpty = emptyDates.some((date) => Math.abs(time - date) <= dayMs);
  return time >= earliest && time < latest && !isEmpty ? time : null;
}
