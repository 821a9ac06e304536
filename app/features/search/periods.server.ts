import { endOfISOWeek } from "date-fns/endOfISOWeek";
import { endOfMonth } from "date-fns/endOfMonth";
import { format } from "date-fns/format";
import { parseISO } from "date-fns/parseISO";
import { startOfISOWeek } from "date-fns/startOfISOWeek";
import { startOfMonth } from "date-fns/startOfMonth";
import { subMonths } from "date-fns/subMonths";
import { subWeeks } from "date-fns/subWeeks";
import { isoDay } from "~/i18n/dates.server";

/** Common periods by name, as ISO intervals of their first and last day, seen from a day (`YYYY-MM-DD`). Weeks begin on Monday. */
export function commonPeriods(today = isoDay()) {
  const now = parseISO(today);
  const [lastWeek, lastMonth] = [subWeeks(now, 1), subMonths(now, 1)];
  const interval = (from: Date, until: Date) => `${format(from, "yyyy-MM-dd")}/${format(until, "yyyy-MM-dd")}`;
  return {
    today: interval(now, now),
    thisWeek: interval(startOfISOWeek(now), endOfISOWeek(now)),
    lastWeek: interval(startOfISOWeek(lastWeek), endOfISOWeek(lastWeek)),
    thisMonth: interval(startOfMonth(now), endOfMonth(now)),
    lastMonth: interval(startOfMonth(lastMonth), endOfMonth(lastMonth)),
  };
}

export type CommonPeriods = ReturnType<typeof commonPeriods>;
