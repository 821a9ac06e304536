import { and, eq, gt, sql } from "drizzle-orm";
import type { Queryable } from "../pool";
import { rateLimits } from "../schema";

// Known devices are stored in the table of rate limits, so that the same cleanup deletes expired rows.

/** Milliseconds since 1970, by the database's clock. */
const now = sql`(extract(epoch from now()) * 1000)::bigint`;

/** Remembers a device for `seconds`. */
export async function keepDevice(db: Queryable, key: string, seconds: number): Promise<void> {
  const expire = sql`${now} + ${seconds * 1000}`;
  await db.insert(rateLimits).values({ key, points: 0, expire }).onConflictDoUpdate({ target: rateLimits.key, set: { expire } });
}

export async function isKnownDevice(db: Queryable, key: string): Promise<boolean> {
  const found = await db
    .select({ key: rateLimits.key })
    .from(rateLimits)
    .where(and(eq(rateLimits.key, key), gt(rateLimits.expire, now)));
  return found.length === 1;
}
