const format = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin" });

/** The calendar day in Europe/Berlin at that moment, `YYYY-MM-DD`. */
export const berlinDay = (moment = new Date()): string => format.format(moment);
