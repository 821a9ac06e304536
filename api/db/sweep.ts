import { lt, or, sql } from "drizzle-orm";
import type { Queryable } from "./pool";
import { links, rateLimits, sessions } from "./schema";

/** Removes sessions that are over: their tokens are worth nothing with or without the row. */
export async function deleteEndedSessions(db: Queryable): Promise<void> {
  await db.delete(sessions).where(or(lt(sessions.expiresAt, sql`now()`), lt(sessions.endedAt, sql`now() - interval '1 day'`)));
}

/** Removes links a day after they were used or expired: until then whoever opens one again is told the truth about it. */
export async function deleteOldLinks(db: Queryable): Promise<void> {
  const yesterday = sql`now() - interval '1 day'`;
  await db.delete(links).where(or(lt(links.expiresAt, yesterday), lt(links.usedAt, yesterday)));
}

/** Removes the counters of attempts that are forgotten. */
export async function deleteOldRateLimits(db: Queryable): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.expire, Date.now()));
}
