import { calendarDay } from "../domain/calendar";

const timeZone = "Europe/Berlin";
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The calendar day that many days before today, `YYYY-MM-DD`. */
export function dayBefore(now: Date, days: number): string {
  return new Date(Date.parse(`${calendarDay(timeZone, now)}T12:00:00Z`) - days * dayMs).toISOString().slice(0, 10);
}

/** The hour at which the working day ends. */
const eveningHour = 20;

/**
 * A moment of a day in Europe/Berlin. Today is compressed into the part of it that has passed, so that nothing is in the future and the
 * order stays.
 */
export function momentOf(now: Date, daysAgo: number, hour: number, minute: number): Date {
  const day = dayBefore(now, daysAgo);
  const offset = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" }).format(new Date(`${day}T12:00:00Z`)).slice(-6);
  const begin = new Date(`${day}T00:00:00${offset}`).getTime();
  const passed = daysAgo === 0 ? (now.getTime() - begin) / (eveningHour * hourMs) : 1;
  return new Date(begin + (hour * hourMs + minute * 60_000) * Math.min(1, Math.max(0, passed)));
}

/** That many hours later. If that is in the future, a moment between `begin` and `now` instead. */
export function hoursAfter(now: Date, begin: Date, hours: number): Date {
  const moment = begin.getTime() + hours * hourMs;
  if (moment < now.getTime()) return new Date(moment);
  return new Date(begin.getTime() + (now.getTime() - begin.getTime()) * (hours / (hours + 1)));
}
