import { type SQL, sql } from "drizzle-orm";

/**
 * One of the values, or the only one, of a field that lists are filtered by. `facet` of the migrations makes a number of each, for the
 * workspace and for the folder; the search row of an article holds those of its own (`article_facets`).
 */
export interface Facet {
  kind: "tag" | "country" | "priority" | "source" | "origin" | "filed" | "published" | "place";
  values: string[];
}

/** What every article of a place has. */
export const anything: Facet = { kind: "place", values: [""] };

/** Where facets are asked for. */
export type Places =
  /** The workspace. */
  | { clientId: string }
  /** Folders that were chosen, visible or not. */
  | { folderIds: readonly string[] }
  /** `select` of the ids of folders. */
  | { folders: SQL };

/** Numbers are written into the statement as long as they are few, so that the planner sees what is frequent. */
const fewNumbers = 30;

/** A condition on a row `h`: the article has the facet in one of the places. */
export function hasFacet({ kind, values }: Facet, places: Places): SQL {
  const known = "folders" in places ? undefined : "clientId" in places ? [places.clientId] : places.folderIds;
  if (known && known.length * values.length <= fewNumbers) {
    const numbers = known.flatMap((place) => values.map((value) => sql`facet(${place}::uuid, ${kind}, ${value})`));
    return sql`h.facets ${numbers.length === 1 ? sql`@>` : sql`&&`} array[${sql.join(numbers, sql`, `)}]::bigint[]`;
  }
  const from = "folders" in places ? places.folders : sql`select unnest(${sql.param(known)}::uuid[])`;
  return sql`h.facets && array(
    select facet(place.id, ${kind}, value) from (${from}) as place (id), unnest(${sql.param(values)}::text[]) as value)`;
}

/** Years of a range that numbers are asked for at most: a longer one narrows little, and its days are compared instead. */
const mostYears = 12;

/**
 * The years and months (`2026`, `2026-01`) that hold all days from one to another, with a few days more at both ends; `undefined` when
 * they are too many. Days are `YYYY-MM-DD`.
 */
export function toMonths(from: string | undefined, until: string | undefined): string[] | undefined {
  if (from === undefined || until === undefined) return undefined;
  const [first, last] = [monthOf(from), monthOf(until)];
  const years = Math.floor(last / 12) - Math.floor(first / 12);
  // A year 0, which is read as the first one, is no narrowing either.
  if (years > mostYears || last < first || first < 12) return undefined;
  const found: string[] = [];
  for (let month = first; month <= last; ) {
    const isWhole = month % 12 === 0 && month + 11 <= last;
    const year = String(Math.floor(month / 12)).padStart(4, "0");
    found.push(isWhole ? year : `${year}-${String((month % 12) + 1).padStart(2, "0")}`);
    month += isWhole ? 12 : 1;
  }
  return found;
}

const monthOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;

/** Years and months in UTC that hold all moments of days in any time zone. */
export function toMonthsOfMoments(from: string | undefined, until: string | undefined): string[] | undefined {
  return from && until ? toMonths(shifted(from, -1), shifted(until, 1)) : undefined;
}

function shifted(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
