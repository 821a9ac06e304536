import { and, eq, gt, sql } from "drizzle-orm";
import type { Queryable } from "../pool";
import { rateLimits } from "../schema";

// Beside the counters that they are exempt from: a row that goes when its time is over, as those do.

/** Milliseconds since 1970, by the database's clock. */
const now = sql`(extract(epoch from now()) * 1000)::bigint`;

/** Keeps in mind for so many seconds that this device is known. */
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
