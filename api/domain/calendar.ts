/** The calendar day in a time zone at that moment, `YYYY-MM-DD`. */
export const calendarDay = (timeZone: string, moment = new Date()): string => new Intl.DateTimeFormat("sv-SE", { timeZone }).format(moment);
