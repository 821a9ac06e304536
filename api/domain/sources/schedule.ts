import type { Schedule } from "../../outbound/feed-reading";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Milliseconds between two fetches of a source, unless its server asks for longer waits. */
const usualMs = 30 * minute;
/** The longest wait, whatever the server asks for. */
const longestMs = day;

/** Spreads the requests of sources that were added at the same time: up to a tenth more. */
const withJitter = (ms: number, random: number) => ms * (1 + random / 10);

/** When to fetch a source again that was fetched now. `random` is in [0, 1). */
export function nextFetch(now: Date, schedule: Schedule | null, random = Math.random()): Date {
  const fresh = (schedule?.freshFor ?? 0) * 1000;
  const wait = withJitter(Math.min(Math.max(usualMs, fresh), longestMs), random);
  return outsideSkipped(new Date(now.getTime() + wait), schedule);
}

/** When to try again after the given number of failures in a row. `retryAfter` is what the server asked for, in seconds. */
export function nextAttempt(now: Date, failures: number, retryAfter: number | null, random = Math.random()): Date {
  const wait = usualMs * 2 ** Math.min(Math.max(failures - 1, 0), 10);
  const asked = (retryAfter ?? 0) * 1000;
  return new Date(now.getTime() + withJitter(Math.min(Math.max(wait, asked), longestMs), random));
}

/** The first moment from this one on at which the feed may be fetched; this one if it excludes all of them. */
function outsideSkipped(moment: Date, schedule: Schedule | null): Date {
  const isSkipped = (at: Date) =>
    schedule !== null && (schedule.skipHours.includes(at.getUTCHours()) || schedule.skipDays.includes(at.getUTCDay()));
  for (let at = moment, hours = 0; hours <= 7 * 24; hours += 1) {
    if (!isSkipped(at)) return at;
    at = new Date(Math.floor(at.getTime() / hour + 1) * hour);
  }
  return moment;
}
