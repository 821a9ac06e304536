/**
 * A date as pages write it (ISO, German, English, Unix time) in milliseconds, or null. A time without zone is meant
 * in Europe/Berlin, a day without time is its midnight there.
 */
export function readPublishingTime(text: string): number | null {
  const trimmed = text.trim().slice(0, 120);
  if (/^\d{13}$/.test(trimmed)) return plausible(Number(trimmed));
  if (/^\d{10}$/.test(trimmed)) return plausible(Number(trimmed) * 1000);
  const day = readDay(trimmed);
  if (!day) return null;
  const time = readTime(trimmed.slice(day.end));
  const wall = Date.UTC(day.year, day.month - 1, day.day, time.hour, time.minute, time.second);
  if (new Date(wall).getUTCDate() !== day.day || new Date(wall).getUTCMonth() !== day.month - 1) return null;
  return plausible(time.zoneMinutes === undefined ? wall - berlinOffset(wall - berlinOffset(wall)) : wall - time.zoneMinutes * 60_000);
}

interface Day {
  year: number;
  month: number;
  day: number;
  end: number;
}

function readDay(text: string): Day | undefined {
  const found =
    match(/(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})/, text) ??
    match(/^(?<year>(?:19|20)\d{2})(?<month>\d{2})(?<day>\d{2})(?=T?\d{4,6}|$)/, text) ??
    match(/(?<day>\d{1,2})\.\s*(?<month>\d{1,2})\.\s*(?<year>\d{4}|\d{2}(?!\d))/, text) ??
    match(/(?<day>\d{1,2})\.?\s+(?<name>\p{L}{3,9})\.?,?\s+(?<year>\d{4})/u, text) ??
    match(/(?<name>\p{L}{3,9})\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})/u, text);
  if (!found) return undefined;
  const { year = "", month, name, day } = found.groups;
  const monthNumber = month ? Number(month) : monthNamed(name ?? "");
  if (monthNumber === undefined) return undefined;
  return { year: year.length === 2 ? 2000 + Number(year) : Number(year), month: monthNumber, day: Number(day), end: found.end };
}

function match(pattern: RegExp, text: string) {
  const found = pattern.exec(text);
  return found?.groups ? { groups: found.groups as Record<string, string | undefined>, end: found.index + found[0].length } : undefined;
}

const monthStarts = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const germanMonthStarts = ["jän", "", "mär", "", "mai", "", "", "", "", "okt", "", "dez"];

function monthNamed(name: string): number | undefined {
  const start = name.toLowerCase().replace("mrz", "mär").slice(0, 3);
  const at = Math.max(monthStarts.indexOf(start), germanMonthStarts.indexOf(start));
  return at < 0 ? undefined : at + 1;
}

function readTime(rest: string) {
  const found =
    /^\D{0,14}?(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:[.,]\d+)?)?\s*(am\b|pm\b|Z\b|UTC|GMT|[+-]\d{2}(?::?\d{2})?\b)?/i.exec(rest) ??
    /^T?(\d{2})(\d{2})(\d{2})?\s*(Z|[+-]\d{2}:?\d{2})?$/.exec(rest);
  if (!found) return { hour: 0, minute: 0, second: 0, zoneMinutes: undefined };
  const suffix = found[4]?.toLowerCase();
  const hour = Number(found[1]);
  const isAfternoon = suffix === "pm" && hour < 12;
  const isMidnight = suffix === "am" && hour === 12;
  return {
    hour: isAfternoon ? hour + 12 : isMidnight ? 0 : hour,
    minute: Number(found[2]),
    second: Number(found[3] ?? 0),
    zoneMinutes: zoneOf(suffix),
  };
}

function zoneOf(suffix: string | undefined): number | undefined {
  if (suffix === undefined || suffix === "am" || suffix === "pm") return undefined;
  const offset = /^([+-])(\d{2}):?(\d{2})?$/.exec(suffix);
  if (!offset) return 0;
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
  return Date.UTC(part.year ?? 0, (part.month ?? 1) - 1, part.day, part.hour, part.minute, part.second) - instant;
}

const earliest = Date.UTC(1990, 0, 1);
const latest = Date.UTC(2100, 0, 1);

// Systems without a date write 1970 or the year 1.
function plausible(time: number): number | null {
  return time >= earliest && time < latest ? time : null;
}
