/** Periods that the filter offers, seen from the current day. */
export const periodNames = ["today", "thisWeek", "lastWeek", "thisMonth", "lastMonth"] as const;
export type PeriodName = (typeof periodNames)[number];
