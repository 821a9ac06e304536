import { type SQL, sql } from "drizzle-orm";

/** A calendar day, `YYYY-MM-DD`; PostgreSQL knows no year 0. */
export const toDate = (day: string): SQL => sql`${day.replace(/^0000/, "0001")}::date`;

/** The moment at which a day begins, some days later. */
export const beginOf = (day: string, later: number, timeZone: string): SQL =>
  sql`((${toDate(day)} + ${later}::int)::timestamp at time zone ${timeZone})`;
