import { type SQL, sql } from "drizzle-orm";
import type { FilterName } from "../../../contract/article-filter";

/**
 * The version of search documents and facets. Increase it with every change of either: a job reindexes older articles, which a new filter does
 * not find until then.
 */
export const indexVersion = 4;

/** All filters except term and folders, `place`, which every article has, and `address`. */
type Kind = Exclude<FilterName, "term" | "folderIds"> | "place" | "address";

/**
 * The kinds of facets: a `select` of the values of an article `a`, and the name under which they are stored. Renaming a stored kind requires a
 * new index version.
 */
const kinds: Record<Kind, { stored: string; values: SQL; storedValues?: ReadonlyMap<string, string> }> = {
  place: { stored: "place", values: sql`values ('')` },
  address: { stored: "address", values: sql`values (likely_address(a.source_url))` },
  tags: { stored: "tag", values: sql`select tag_id::text from article_tags where article_id = a.id` },
  countries: { stored: "country", values: sql`select country from article_countries where article_id = a.id` },
  languages: { stored: "language", values: sql`values (split_part(a.language, '-', 1))` },
  sourceName: { stored: "source", values: sql`values (a.source_name)` },
  subscriptions: { stored: "subscription", values: sql`values (a.source_id::text)` },
  priority: { stored: "priority", values: sql`values (a.priority::text)` },
  external: {
    stored: "origin",
    values: sql`values (case when a.source_url is null then 'without' else 'with' end)`,
    storedValues: new Map([
      ["with_source_url", "with"],
      ["without_source_url", "without"],
    ]),
  },
  createdAt: { stored: "filed", values: yearAndMonth(sql`a.created_at at time zone 'UTC'`) },
  publishedAt: { stored: "published", values: yearAndMonth(sql`a.published_at`) },
};

function yearAndMonth(day: SQL): SQL {
  return sql`values (to_char(${day}, 'YYYY')), (to_char(${day}, 'YYYY-MM'))`;
}

/**
 * The facets of a stored article `a`: each value as one number for its workspace and one for its folder, computed by the SQL function `facet`.
 * `folderId` is the folder that it is about to be moved to.
 */
export const facetsOfArticle = (folderId: SQL = sql`a.folder_id`): SQL => sql`(
  select array_agg(distinct facet(place, kind, value)) from (${sql.join(
    Object.values(kinds).map(({ stored, values }) => sql`select ${sql.raw(`'${stored}'`)} as kind, value from (${values}) as one (value)`),
    sql` union all `,
  )}) as found cross join unnest(array[a.client_id, ${folderId}]) as place where value is not null)`;

/** Condition on a row `h`: the article is probably from the page at this address, and certainly if `isSameAddress`, too. */
export const isLikelyFrom = (address: SQL, clientId: string): SQL =>
  sql`h.facets @> array[facet(${clientId}::uuid, ${kinds.address.stored}, likely_address(${address}))]::bigint[]`;

/** Stored values of one kind, of which an article has to have at least one. */
export interface Facet {
  kind: string;
  values: string[];
}

export function toFacet(kind: Kind, values: string[]): Facet {
  const { stored, storedValues } = kinds[kind];
  return { kind: stored, values: values.map((value) => storedValues?.get(value) ?? value) };
}

/** Matches every article of a workspace or folder. */
export const anything = toFacet("place", [""]);

/** The workspace or the folders in which facets are looked up. */
export type Places =
  /** The workspace. */
  | { clientId: string }
  /** Chosen folders, visible or not. */
  | { folderIds: readonly string[] }
  /** A `select` of the ids of folders. */
  | { folders: SQL };

/** Up to this many numbers are constants of the statement, so that the planner knows how frequent they are. */
const maxConstants = 30;

/** Condition on a row `h`: the article has the facet in one of the places. */
export function hasFacet({ kind, values }: Facet, places: Places): SQL {
  const known = "folders" in places ? undefined : "clientId" in places ? [places.clientId] : places.folderIds;
  if (known && known.length * values.length <= maxConstants) {
    const numbers = known.flatMap((place) => values.map((value) => sql`facet(${place}::uuid, ${kind}, ${value})`));
    return sql`h.facets ${numbers.length === 1 ? sql`@>` : sql`&&`} array[${sql.join(numbers, sql`, `)}]::bigint[]`;
  }
  const from = "folders" in places ? places.folders : sql`select unnest(${sql.param(known)}::uuid[])`;
  return sql`h.facets && array(
    select facet(place.id, ${kind}, value) from (${from}) as place (id), unnest(${sql.param(values)}::text[]) as value)`;
}

/** Longer ranges are not looked up by facets: they exclude few articles, and their days are compared anyway. */
const maxYears = 12;

/**
 * The years and months (`2026`, `2026-01`) that cover a range of days (`YYYY-MM-DD`), and possibly some days more at both ends; `undefined` if the
 * range is open or too long.
 */
export function toMonths(from: string | undefined, until: string | undefined): string[] | undefined {
  if (from === undefined || until === undefined) return undefined;
  const [first, last] = [monthOf(from), monthOf(until)];
  const years = Math.floor(last / 12) - Math.floor(first / 12);
  // The database has no year 0 and reads it as year 1.
  if (years > maxYears || last < first || first < 12) return undefined;
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

/** The years and months in UTC that cover a range of days in any time zone. */
export function toMonthsOfMoments(from: string | undefined, until: string | undefined): string[] | undefined {
  return from && until ? toMonths(shifted(from, -1), shifted(until, 1)) : undefined;
}

function shifted(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
