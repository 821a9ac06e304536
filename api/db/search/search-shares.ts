import { sql } from "drizzle-orm";
import { withoutDeadline } from "../../deadline";
import type { Queryable } from "../pool";

/** Which share of all articles the most common stems and facets are in, as the database last counted; what is not in it is not common. */
export interface Shares {
  stems: ReadonlyMap<string, number>;
  facets: ReadonlyMap<string, number>;
  /** By the workspace's id. */
  places: ReadonlyMap<string, number>;
  /** How many articles there are in all, as last counted. */
  articles: number;
}

export const noShares: Shares = { stems: new Map(), facets: new Map(), places: new Map(), articles: 0 };

/** The database counts anew now and then; its answer is as good some minutes later. */
const keptMs = 5 * 60_000;
const kept = new WeakMap<Queryable, { until: number; shares: Promise<Shares> }>();

/** The shares, asked for once in some minutes. */
export function findShares(db: Queryable): Promise<Shares> {
  const found = kept.get(db);
  if (found && found.until > Date.now()) return found.shares;
  // Shared: the time limit of the request that happens to ask first is not that of the others.
  const shares = withoutDeadline(() => loadShares(db));
  kept.set(db, { until: Date.now() + keptMs, shares });
  // What failed is asked again.
  shares.catch(() => kept.delete(db));
  return shares;
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
