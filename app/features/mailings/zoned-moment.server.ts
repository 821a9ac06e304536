/** A moment as people type it, `YYYY-MM-DDTHH:mm` in a time zone, as ISO; `undefined` for what is none. */
export function fromZoned(text: string, timeZone: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/.test(text)) return undefined;
  const asUtc = Date.parse(`${text}Z`);
  if (Number.isNaN(asUtc)) return undefined;
  // The offset at the moment itself, which is known only once the moment is: the second look is right but in the hour that a clock skips.
  const guess = asUtc - offsetAt(asUtc, timeZone);
  return new Date(asUtc - offsetAt(guess, timeZone)).toISOString();
}

/** A moment as a field for date and time shows it. */
export const toZoned = (iso: string, timeZone: string): string => zonedText(Date.parse(iso), timeZone).slice(0, 16);

const offsetAt = (moment: number, timeZone: string) => Date.parse(`${zonedText(moment, timeZone)}Z`) - Math.floor(moment / 1000) * 1000;

/** `sv-SE` writes ISO. */
const zonedText = (moment: number, timeZone: string) =>
  new Intl.DateTimeFormat("sv-SE", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  })
    .format(moment)
    .replace(" ", "T");
