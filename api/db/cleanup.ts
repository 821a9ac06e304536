import { lt, or, sql } from "drizzle-orm";
import type { Queryable } from "./pool";
import { apiKeys, links, rateLimits, sessions } from "./schema";

/** Deletes sessions that are over; their tokens are invalid with or without the row. */
export async function deleteEndedSessions(db: Queryable): Promise<void> {
  await db.delete(sessions).where(or(lt(sessions.expiresAt, sql`now()`), lt(sessions.endedAt, sql`now() - interval '1 day'`)));
}

/** Deletes links a day after they were used or expired. Until then, their page can say so. */
export async function deleteOldLinks(db: Queryable): Promise<void> {
  const yesterday = sql`now() - interval '1 day'`;
  await db.delete(links).where(or(lt(links.expiresAt, yesterday), lt(links.usedAt, yesterday)));
}

/** Deletes API keys a month after they expired. Until then, their owner can see why a program no longer works. */
export async function deleteOldApiKeys(db: Queryable): Promise<void> {
  await db.delete(apiKeys).where(lt(apiKeys.expiresAt, sql`now() - interval '30 days'`));
}

/** Deletes expired counters of rate limits. */
export async function deleteOldRateLimits(db: Queryable): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.expire, Date.now()));
}
