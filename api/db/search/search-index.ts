import { sql } from "drizzle-orm";
import { withoutDeadline } from "../../deadline";
import type { Queryable } from "../pool";

/** The share of all articles that contain each of the most common stems and facets, from the database's statistics. Missing ones are rare. */
export interface Shares {
  stems: ReadonlyMap<string, number>;
  facets: ReadonlyMap<string, number>;
  /** Of each large workspace, by its id. */
  places: ReadonlyMap<string, number>;
  /** Estimated number of all articles. */
  articles: number;
}

export const noShares: Shares = { stems: new Map(), facets: new Map(), places: new Map(), articles: 0 };

/** The database updates its statistics only now and then. */
const cachedMs = 5 * 60_000;

/** The search index with its statistics. */
export interface SearchIndex {
  db: Queryable;
  /** Cached for a few minutes. */
  findShares(): Promise<Shares>;
}

export function createSearchIndex(db: Queryable): SearchIndex {
  let cached: { until: number; shares: Promise<Shares> } | undefined;
  return {
    db,
    findShares() {
      if (cached && cached.until > Date.now()) return cached.shares;
      // Shared by concurrent requests, so the time limit of the first one does not apply.
      const shares = withoutDeadline(() => loadShares(db));
      cached = { until: Date.now() + cachedMs, shares };
      shares.catch(() => {
        if (cached?.shares === shares) cached = undefined;
      });
      return shares;
    },
  };
}

async function loadShares(db: Queryable): Promise<Shares> {
  const { rows } = await db.execute<{ column: string; value: string; share: number; clientId: string | null; articles: number }>(sql`
    select attname as column, value, share, clients.id as "clientId",
      (select reltuples from pg_class where oid = 'article_search'::regclass) as articles
    from pg_stats cross join unnest(most_common_elems::text::text[], most_common_elem_freqs) as counted (value, share)
    left join clients on attname = 'facets' and value = facet(clients.id, 'place', '')::text
    where schemaname = current_schema() and tablename = 'article_search' and attname in ('document', 'facets') and value is not null`);
  const of = (wanted: string) => new Map(rows.filter(({ column }) => column === wanted).map(({ value, share }) => [value, share]));
  return {
    stems: of("document"),
    facets: of("facets"),
    places: new Map(rows.flatMap(({ clientId, share }) => (clientId === null ? [] : [[clientId, share]]))),
    articles: rows[0]?.articles ?? 0,
  };
}
