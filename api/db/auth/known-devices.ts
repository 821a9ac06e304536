import { and, gt, inArray, sql } from "drizzle-orm";
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

/** Whether a device is remembered under one of these keys. */
export async function isKnownDevice(db: Queryable, keys: string[]): Promise<boolean> {
  const found = await db
    .select({ key: rateLimits.key })
    .from(rateLimits)
    .where(and(inArray(rateLimits.key, keys), gt(rateLimits.expire, now)));
  return found.length > 0;
}
