import { sql } from "drizzle-orm";
import type { PgSelect } from "drizzle-orm/pg-core";
import * as limits from "../../contract/limits";
import type { Queryable } from "./pool";

/** The number of rows of a list; `isNarrowed` lists are counted up to `limits.exactTotal + 1`. */
export async function countRows(db: Queryable, list: PgSelect, isNarrowed: boolean): Promise<number> {
  const counted = (isNarrowed ? list.limit(limits.exactTotal + 1) : list).as("counted");
  const [row] = await db.select({ count: sql<number>`count(*)` }).from(counted);
  return row?.count ?? 0;
}
