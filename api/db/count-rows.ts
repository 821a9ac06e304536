import { sql } from "drizzle-orm";
import type { PgSelect } from "drizzle-orm/pg-core";
import { limits } from "../../contract/limits";
import type { Queryable } from "./pool";

/** How many rows a list has; of one that is narrowed up to one more than `limits.exactTotal`. */
export async function countRows(db: Queryable, list: PgSelect, isNarrowed: boolean): Promise<number> {
  const counted = (isNarrowed ? list.limit(limits.exactTotal + 1) : list).as("counted");
  const [row] = await db.select({ count: sql<number>`count(*)` }).from(counted);
  return row?.count ?? 0;
}
