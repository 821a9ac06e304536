import { format } from "date-fns/format";
import { parseISO } from "date-fns/parseISO";
import { config } from "~/config.server";
import { perProduct } from "~/product.server";
import type { Locale } from "./locale";

/** A date for display and in machine-readable form. Formatted on the server, so that server and browser render the same text. */
export interface DateText {
  iso: string;
  text: string;
}

// The German order with dots, in both languages.
const formats = perProduct("date-formats", () => {
  const { timeZone } = config;
  return {
    day: new Intl.DateTimeFormat("de-DE", { timeZone, day: "2-digit", month: "2-digit", year: "2-digit" }),
    time: new Intl.DateTimeFormat("de-DE", { timeZone, hour: "2-digit", minute: "2-digit" }),
    isoDay: new Intl.DateTimeFormat("sv-SE", { timeZone }),
  };
});

/** A calendar day `YYYY-MM-DD` as `DD.MM.YY`. */
export const dayText = (day: string): DateText => ({ iso: day, text: format(parseISO(day), "dd.MM.yy") });

/** The day of a moment in the configured time zone, as `DD.MM.YY`. */
export const dayOfMoment = (iso: string): DateText => ({ iso, text: formats().day.format(new Date(iso)) });

/** A moment as `DD.MM.YY, HH:mm`, with „Uhr“ in German. */
export const momentText = (iso: string, locale: Locale): DateText => ({ iso, text: `${dayOfMoment(iso).text}, ${timeText(iso, locale)}` });

/** A moment of the current day as `today` and the time, an earlier one as its day. */
export const recentText = (iso: string, locale: Locale, today: string): DateText =>
  isoDay(Date.parse(iso)) === isoDay() ? { iso, text: `${today}, ${timeText(iso, locale)}` } : dayOfMoment(iso);

const timeText = (iso: string, locale: Locale) => `${formats().time.format(new Date(iso))}${locale === "de" ? " Uhr" : ""}`;

/** The current day, or that of a moment in milliseconds, as `YYYY-MM-DD` in the configured time zone. */
export const isoDay = (milliseconds = Date.now()): string => formats().isoDay.format(new Date(milliseconds));
