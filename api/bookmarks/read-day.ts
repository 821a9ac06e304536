/** The years of plausible dates; others are errors of the program that wrote the file. */
const years = { first: 1000, last: 2200 };

/** Returns a function that finds the calendar day of a date in a file, in this time zone; `null` if it is none. */
export function createDayReader(timeZone: string): (added: string) => string | null {
  const days = new Intl.DateTimeFormat("sv-SE", { timeZone });
  const toDay = (moment: Date) => {
    const year = moment.getUTCFullYear();
    return year >= years.first && year <= years.last ? days.format(moment) : null;
  };
  return (added) => {
    const text = added.trim();
    if (/^-?\d{1,17}$/.test(text)) return Number(text) === 0 ? null : toDay(new Date(toMilliseconds(Number(text))));
    if (!/^\d{4}-\d{2}-\d{2}(?:$|[T ])/.test(text)) return null;
    const day = text.slice(0, 10);
    const moment = new Date(text.length === 10 ? `${day}T00:00:00Z` : text.slice(0, 40));
    if (Number.isNaN(moment.getTime())) return null;
    // A day alone has no time zone.
    return text.length > 10 ? toDay(moment) : moment.toISOString().startsWith(day) && toDay(moment) ? day : null;
  };
}

/** Numbers are seconds; larger ones are milliseconds, or microseconds as in old browsers. */
function toMilliseconds(value: number): number {
  if (Math.abs(value) < 1e11) return value * 1000;
  return Math.abs(value) < 1e14 ? value : value / 1000;
}
