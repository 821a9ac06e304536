import { type SQL, sql } from "drizzle-orm";
import { isLikelyFrom } from "../search/facets";

/** Condition: both addresses are certainly the same. */
export const isSameAddress = (one: SQL, other: SQL): SQL => sql`address_form(${one}) = address_form(${other})`;

/**
 * A `select` of the ids of a workspace's articles from probably the same page. Articles that have not been reindexed since migration 0032 are
 * found only if the address is certainly the same.
 */
export const articlesFrom = (clientId: string, address: SQL): SQL => sql`
  select h.article_id from article_search h where ${isLikelyFrom(address, clientId)}
  union select old.id from articles old where old.client_id = ${clientId} and source_key(old.source_url) = source_key(${address})
    and ${isSameAddress(sql`old.source_url`, address)}`;
