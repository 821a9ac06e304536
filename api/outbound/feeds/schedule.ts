import type { Schedule } from "../feed-reading";
import type { ScheduleDraft } from "./draft";

const periods: Record<string, number> = { hourly: 3_600, daily: 86_400, weekly: 604_800, monthly: 2_592_000, yearly: 31_536_000 };
const days = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

/** The schedule declared by the document. The caller adds that of `Cache-Control`. */
export function finishSchedule({ ttlMinutes, updatePeriod, updateFrequency, skipHours = [], skipDays = [] }: ScheduleDraft): Schedule {
  const period = periods[updatePeriod?.trim().toLowerCase() ?? ""] ?? 0;
  const frequency = updateFrequency && updateFrequency >= 1 ? updateFrequency : 1;
  return {
    freshFor: longest((ttlMinutes ?? 0) * 60, period / frequency),
    // RSS 0.91 counts hours from 1 to 24.
    skipHours: distinct(
      skipHours.map((hour) => (hour === 24 ? 0 : hour)).filter((hour) => Number.isInteger(hour) && hour >= 0 && hour < 24),
      24,
    ),
    skipDays: distinct(
      skipDays.map((day) => days.indexOf(day.trim().toLowerCase())).filter((day) => day >= 0),
      7,
    ),
  };
}

/** The longest of these times in whole seconds; `null` if there is none. */
export function longest(...seconds: (number | null)[]): number | null {
  const most = Math.round(Math.max(0, ...seconds.filter((time) => time !== null && Number.isFinite(time)).map(Number)));
  return most > 0 ? most : null;
}

/** A list of all hours or days is ignored as a mistake. */
function distinct(values: number[], all: number): number[] {
  const set = [...new Set(values)].sort((one, other) => one - other);
  return set.length < all ? set : [];
}
