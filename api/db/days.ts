import { type SQL, sql } from "drizzle-orm";

/** A calendar day (`YYYY-MM-DD`) as SQL. PostgreSQL has no year 0. */
export const toDate = (day: string): SQL => sql`${day.replace(/^0000/, "0001")}::date`;

/** The moment at which the day begins that is `later` days after `day`. */
export const beginOf = (day: string, later: number, timeZone: string): SQL =>
  sql`((${toDate(day)} + ${later}::int)::timestamp at time zone ${timeZone})`;
