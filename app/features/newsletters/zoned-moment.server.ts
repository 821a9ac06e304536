const minute = 60_000;
const day = 24 * 60 * minute;

/**
 * Converts a local time (`YYYY-MM-DDTHH:mm`) to ISO in UTC; `undefined` for invalid input. A time that occurs twice means its first
 * occurrence; one that the clock skips means the first minute after the gap.
 */
export function fromZoned(text: string, timeZone: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/.test(text)) return undefined;
  const local = Date.parse(`${text}Z`);
  // JavaScript reads 30 February as 2 March and 24:00 as the next day; reject both.
  if (Number.isNaN(local) || !new Date(local).toISOString().startsWith(text)) return undefined;
  const offsetAt = offsetsOf(timeZone);
  // No UTC offset reaches a full day, so these two offsets are from before and after any change near the moment.
  const before = offsetAt(local - day);
  const after = offsetAt(local + day);
  return new Date(toMoment()).toISOString();

  function toMoment(): number {
    // When the clock is set back, the old offset yields the earlier of the two moments, so try it first.
    if (offsetAt(local - before) === before) return local - before;
    if (offsetAt(local - after) === after) return local - after;
    // In the gap: the clock is set forward between these two moments, at a full minute. Find it by binary search.
    let [early, late] = [local - after, local - before].map((moment) => Math.floor(moment / minute)) as [number, number];
    while (late - early > 1) {
      const middle = Math.floor((early + late) / 2);
      if (offsetAt(middle * minute) === before) early = middle;
      else late = middle;
    }
    return late * minute;
  }
}

/** A moment as the value of a `datetime-local` field. */
export const toZoned = (iso: string, timeZone: string): string => zonedFormat(timeZone)(Date.parse(iso)).slice(0, 16);

function offsetsOf(timeZone: string): (moment: number) => number {
  const format = zonedFormat(timeZone);
  return (moment) => Date.parse(`${format(moment)}Z`) - Math.floor(moment / 1000) * 1000;
}

/** Formats local time as ISO without an offset, which is the format of the `sv-SE` locale. */
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
