import { type SQL, sql } from "drizzle-orm";

/** A calendar day (`YYYY-MM-DD`) as SQL. PostgreSQL has no year 0. */
export const toDate = (day: string): SQL => sql`${day.replace(/^0000/, "0001")}::date`;

/** The moment at which the day begins that is `later` days after `day`. */
export const beginOf = (day: string, later: number, timeZone: string): SQL =>
  sql`((${toDate(day)} + ${later}::int)::timestamp at time zone ${timeZone})`;

/** The time zone of a person `u`, who may not have chosen one. */
export const zoneOf = (fallback: string): SQL => sql`coalesce(u.time_zone, ${fallback}::text)`;

interface Hour {
  timeZone: SQL;
  hour: SQL;
  /** A condition on the beginning of the day, the local timestamp `day`. */
  onDay?: SQL;
  after?: SQL;
}

/**
 * The next moment at which a clock in the time zone shows the full hour, on one of the next eight days. On days on which clocks change, an hour that is
 * left out becomes the next one, and one that is repeated counts once.
 */
export const nextHour = ({ timeZone, hour, onDay = sql`true`, after = sql`now()` }: Hour): SQL => sql`(
  select min(moment) from generate_series(0, 8) n
    cross join lateral (select date_trunc('day', ${after} at time zone ${timeZone}) + make_interval(days => n) as day) days
    cross join lateral (select (day + make_interval(hours => ${hour})) at time zone ${timeZone} as moment) moments
  where moment > ${after} and ${onDay})`;
