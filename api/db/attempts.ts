import { eq, sql } from "drizzle-orm";
import { RateLimiterPostgres, type RateLimiterRes } from "rate-limiter-flexible";
import type { Database, Transaction } from "./pool";
import { rateLimits } from "./schema";

export interface AttemptRules {
  /** What the keys of this kind of attempt begin with. */
  name: string;
  /** So many failures cost nothing. */
  free: number;
  /** The first wait; it doubles with every further failure. */
  firstWaitSeconds: number;
  longestWaitSeconds: number;
  /** After so long failures are forgotten. */
  forgetAfterSeconds: number;
}

/**
 * Slows down who guesses, over all processes. An attempt counts before it is judged, in one atomic statement, so that
 * guesses sent at once are not judged together.
 */
export function createAttempts(database: Database, rules: AttemptRules) {
  const { name, forgetAfterSeconds } = rules;
  const failures = createLimiter(database, name, rules.free, forgetAfterSeconds);
  /** Counts those that were let through since they have to wait: the waits depend on them, and not on who else knocks at the moment. */
  const passes = createLimiter(database, `${name}-passes`, 1, forgetAfterSeconds);
  /** Lets one attempt through, then nobody until it expires. */
  const gate = createLimiter(database, `${name}-gate`, 1, rules.longestWaitSeconds);

  /** For longer every time. */
  async function closeGate(key: string): Promise<void> {
    const { consumedPoints: times } = await passes.penalty(key);
    const wait = Math.min(rules.firstWaitSeconds * 2 ** (times - 1), rules.longestWaitSeconds);
    if (times > 1) await gate.set(key, 1, wait);
  }

  async function begin(key: string): Promise<number | undefined> {
    const { consumedPoints } = await failures.penalty(key);
    if (consumedPoints < rules.free) return undefined;
    try {
      await gate.consume(key, 1, { customDuration: rules.firstWaitSeconds });
      await closeGate(key);
      return undefined;
    } catch (rejection) {
      const wait = secondsToWait(rejection);
      // What was not judged is no failure: knocking does not make the wait longer.
      await failures.reward(key);
      return wait;
    }
  }

  return {
    /** Counts an attempt; answers the seconds to wait when it must not be judged. */
    begin: inTurn(begin),

    /** One attempt that was begun was no failure; the others stay counted. */
    async takeBack(key: string): Promise<void> {
      await failures.reward(key);
      await gate.delete(key);
    },

    /** The attempt was a right one: nothing is held against this key any more. */
    async succeed(key: string): Promise<void> {
      await failures.delete(key);
      await passes.delete(key);
      await gate.delete(key);
    },
  };
}

/** Lets so many failures of one key through in a span of time, over all processes. */
export function createQuota(database: Database, { name, failures, seconds }: { name: string; failures: number; seconds: number }) {
  const limiter = createLimiter(database, name, failures, seconds);

  async function begin(key: string): Promise<number | undefined> {
    try {
      await limiter.consume(key);
      return undefined;
    } catch (rejection) {
      return secondsToWait(rejection);
    }
  }

  return {
    /** Counts an attempt; answers the seconds to wait when it must not be judged. */
    begin: inTurn(begin),

    /** The attempt was a right one; earlier failures of others behind the same key stay counted. */
    async succeed(key: string): Promise<void> {
      await limiter.reward(key);
    },
  };
}

/**
 * Whether a key is used for the first time, over all processes: of several at once one goes on, when the transaction of the others ends
 * without it. The sweep forgets it after so many seconds.
 */
export async function takeOnce(tx: Transaction, key: string, seconds: number): Promise<boolean> {
  const expire = Date.now() + seconds * 1000;
  const { rowCount } = await tx.insert(rateLimits).values({ key, points: 1, expire }).onConflictDoNothing();
  return rowCount === 1;
}

/** Makes `takeOnce` true again for a key. */
export async function forgetOnce(tx: Transaction, key: string): Promise<void> {
  await tx.delete(rateLimits).where(eq(rateLimits.key, key));
}

/**
 * Adds to a counter that begins again `seconds` after its first use. Until the transaction ends, nobody else counts under this key.
 * Returns the sum, when the counter ends (in milliseconds since 1970), and in how many seconds that is.
 */
export async function countInWindow(
  tx: Transaction,
  key: string,
  points: number,
  seconds: number,
): Promise<{ points: number; ends: number; seconds: number }> {
  const now = Date.now();
  const isOver = sql`${rateLimits.expire} <= ${now}`;
  const [row] = await tx
    .insert(rateLimits)
    .values({ key, points, expire: now + seconds * 1000 })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        points: sql`case when ${isOver} then excluded.points else ${rateLimits.points} + excluded.points end`,
        expire: sql`case when ${isOver} then excluded.expire else ${rateLimits.expire} end`,
      },
    })
    .returning({ points: rateLimits.points, expire: rateLimits.expire });
  const ends = row?.expire ?? now;
  return { points: row?.points ?? points, ends, seconds: Math.max(1, Math.ceil((ends - now) / 1000)) };
}

/** Counts up to so many points of one key in a span of seconds; the sweep removes what is over. */
const createLimiter = (database: Database, keyPrefix: string, points: number, duration: number) =>
  new RateLimiterPostgres({
    storeClient: database.pool,
    storeType: "pool",
    tableName: "rate_limits",
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix,
    points,
    duration,
  });

/**
 * One after the other for each key. Who waits behind one that has to wait gets the same answer without a look at the database, so that
 * hundreds at once cost it no more than a few, and hold nobody else up.
 */
function inTurn(begin: (key: string) => Promise<number | undefined>): typeof begin {
  const last = new Map<string, Promise<number | undefined>>();
  return async (key) => {
    const turn = (last.get(key) ?? Promise.resolve(undefined)).then(
      (wait) => wait ?? begin(key),
      () => begin(key),
    );
    last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (last.get(key) === turn) last.delete(key);
    }
  };
}

/** The limiter rejects with the time that is left, and with an error when it could not count. */
function secondsToWait(rejection: unknown): number {
  if (rejection instanceof Error) throw rejection;
  return Math.max(1, Math.ceil((rejection as RateLimiterRes).msBeforeNext / 1000));
}
