import { endOfISOWeek } from "date-fns/endOfISOWeek";
import { endOfMonth } from "date-fns/endOfMonth";
import { format } from "date-fns/format";
import { parseISO } from "date-fns/parseISO";
import { startOfISOWeek } from "date-fns/startOfISOWeek";
import { startOfMonth } from "date-fns/startOfMonth";
import { subMonths } from "date-fns/subMonths";
import { subWeeks } from "date-fns/subWeeks";
import { isoDay } from "~/i18n/dates.server";
import { type PeriodName, periodNames } from "./periods";

export const isPeriodName = (name: unknown): name is PeriodName => periodNames.some((one) => one === name);

/** The first and last day (`YYYY-MM-DD`) of a period, seen from `today`. Weeks begin on Monday. */
export function daysOf(period: PeriodName, today = isoDay()): [from: string, until: string] {
  const now = parseISO(today);
  const [lastWeek, lastMonth] = [subWeeks(now, 1), subMonths(now, 1)];
  const ends: Record<PeriodName, [Date, Date]> = {
    today: [now, now],
    thisWeek: [startOfISOWeek(now), endOfISOWeek(now)],
    lastWeek: [startOfISOWeek(lastWeek), endOfISOWeek(lastWeek)],
    thisMonth: [startOfMonth(now), endOfMonth(now)],
    lastMonth: [startOfMonth(lastMonth), endOfMonth(lastMonth)],
  };
  const [from, until] = ends[period];
  return [format(from, "yyyy-MM-dd"), format(until, "yyyy-MM-dd")];
}
