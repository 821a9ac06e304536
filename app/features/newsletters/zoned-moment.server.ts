const minute = 60_000;
const day = 24 * 60 * minute;

/**
 * A local time, `YYYY-MM-DDTHH:mm` in a time zone, as ISO in UTC; `undefined` if the text is none or the date does not exist. A time that
 * occurs twice means its first occurrence; one that the clock skips means the first minute after the gap.
 */
export function fromZoned(text: string, timeZone: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/.test(text)) return undefined;
  const local = Date.parse(`${text}Z`);
  // JavaScript reads 30 February as 2 March, and 24:00 as the next day.
  if (Number.isNaN(local) || !new Date(local).toISOString().startsWith(text)) return undefined;
  const offsetAt = offsetsOf(timeZone);
  // No zone is a whole day from UTC, so these two are on either side of the moment.
  const before = offsetAt(local - day);
  const after = offsetAt(local + day);
  return new Date(toMoment()).toISOString();

  function toMoment(): number {
    // Where the clock goes back, the offset before it leads to the earlier of two moments: it is tried first.
    if (offsetAt(local - before) === before) return local - before;
    if (offsetAt(local - after) === after) return local - after;
    // In the gap: the clock goes forward between these two, on a whole minute.
    let [early, late] = [local - after, local - before].map((moment) => Math.floor(moment / minute)) as [number, number];
    while (late - early > 1) {
      const middle = Math.floor((early + late) / 2);
      if (offsetAt(middle * minute) === before) early = middle;
      else late = middle;
    }
    return late * minute;
  }
}

/** A moment as a field for date and time shows it. */
export const toZoned = (iso: string, timeZone: string): string => zonedFormat(timeZone)(Date.parse(iso)).slice(0, 16);

function offsetsOf(timeZone: string): (moment: number) => number {
  const format = zonedFormat(timeZone);
  return (moment) => Date.parse(`${format(moment)}Z`) - Math.floor(moment / 1000) * 1000;
}

/** Local time as ISO without an offset, which is how `sv-SE` writes it. */
function zonedFormat(timeZone: string): (moment: number) => string {
  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  return (moment) => format.format(moment).replace(" ", "T");
}
