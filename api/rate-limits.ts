import { createHmac } from "node:crypto";
import { RateLimiterPostgres, type RateLimiterRes } from "rate-limiter-flexible";
import * as limits from "../contract/limits";
import { webviewKeySeconds } from "../contract/rest/webview";
import type { ApiConfig } from "./config";
import { connectionOf, type Database, type Transaction } from "./db/pool";

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

interface RateLimit {
  /** Calls with one key in `duration` seconds, which begin with the first call. */
  points: number;
  duration: number;
  /** From call number `points` on, each call starts a wait before the next one: `first` seconds, then twice as long each time. */
  backoff?: { first: number; longest: number };
}

const guesses = { points: 5, duration: day, backoff: { first: 30, longest: 15 * minute } };

/** Every rate limit of the API. Limits by address are generous, because a whole office can share one. */
const toRules = ({ mail }: ApiConfig) => ({
  // Guessing a password costs 1,540 guesses a day at most from many places at once, and the waits of the right person stay short.
  "sign-in": guesses,
  "sign-in-device": guesses,
  "sign-in-account": { points: 100, duration: day, backoff: { first: 5, longest: minute } },
  "sign-in-address": { points: 100, duration: 15 * minute },
  "own-password": guesses,

  // Each call may send a mail.
  "sign-up": { points: 5, duration: 15 * minute },
  "sign-up-address": { points: 50, duration: 15 * minute },
  "sign-up-mail-again": { points: 3, duration: hour },
  "password-reset": { points: 5, duration: hour },
  "password-reset-address": { points: 50, duration: 15 * minute },
  "email-change": { points: 10, duration: 15 * minute },
  "email-change-address": { points: 100, duration: 15 * minute },
  inquiry: { points: 3, duration: hour },
  "inquiry-address": { points: 10, duration: hour },
  "inquiry-all": { points: 100, duration: hour },

  // Forms for subscribers from outside: confirmation mails per address, and forms by source and folder.
  subscription: { points: 3, duration: hour },
  "subscription-address": { points: 20, duration: hour },
  "subscription-folder": { points: 500, duration: hour },

  // Links of mails and feeds. Feed readers ask every few minutes, and one service may ask for the feeds of many people.
  "email-confirmation": { points: 20, duration: 15 * minute },
  "email-confirmation-address": { points: 100, duration: 15 * minute },
  "invitation-confirmation": { points: 20, duration: 15 * minute },
  "invitation-confirmation-address": { points: 100, duration: 15 * minute },
  feed: { points: 30, duration: 15 * minute },
  "feed-address": { points: 1000, duration: 15 * minute },

  // Programs with an API key: all calls of a key, and those that write; wrong keys by address.
  "api-key": { points: 600, duration: minute },
  "api-key-writes": { points: 60, duration: minute },
  "api-key-address": { points: 100, duration: 15 * minute },

  // Per person: operations that cost time or requests to other servers. An import shows up to twelve pictures; `fetch-links` are all links
  // of a newsletter.
  "fetch-page": { points: 30, duration: minute },
  "fetch-file": { points: 180, duration: minute },
  upload: { points: 100, duration: hour },
  "fetch-links": { points: 10, duration: minute },
  export: { points: 10, duration: minute },
  "bookmark-file": { points: 10, duration: minute },
  "bookmark-upload": { points: 30, duration: hour },
  "subscriber-import": { points: 30, duration: hour },
  logo: { points: 60, duration: minute },
  // A tenth of a second each. Visitors without a known address share one key.
  "password-strength": { points: 120, duration: minute },

  // Counted in the transaction that enqueues the mails. A workspace sends previews to as many outside addresses as ten of its people.
  previews: { points: 30, duration: hour },
  "preview-address": { points: 1, duration: day },
  "preview-addresses": { points: mail.previewAddressesPerDay, duration: day },
  "preview-addresses-workspace": { points: 10 * mail.previewAddressesPerDay, duration: day },
  invitations: { points: mail.invitationsPerDay, duration: day },
  "invitations-by-person": { points: Math.ceil(mail.invitationsPerDay / 2), duration: day },

  // Per workspace, counted in the transaction that files them.
  "source-articles": { points: limits.sourceArticlesPerDay, duration: day },

  // Once. Clocks of two machines may differ by ten minutes, and no delivery lasts for 30 days.
  "webview-key": { points: 1, duration: webviewKeySeconds + 10 * minute },
  "newsletter-failures": { points: 1, duration: 30 * day },
});

export type RateLimitName = keyof ReturnType<typeof toRules>;
export type RateLimits = ReturnType<typeof createRateLimits>;

/** A rate limit is reached; the call must not be carried out. */
export class RateLimitReached extends Error {
  constructor(readonly retryAfterSeconds: number) {
    super();
  }
}

/**
 * The rate limits, counted in the database over all processes. A call counts before it is carried out, in one atomic statement, so that
 * concurrent calls cannot pass together.
 */
export function createRateLimits({ config, database }: { config: ApiConfig; database: Database }) {
  const rules: Record<RateLimitName, RateLimit> = toRules(config);
  /** The last pending call by key. */
  const pending = new Map<string, Promise<number | undefined>>();

  const createLimiter = (keyPrefix: string, points: number, duration: number, tx?: Transaction) =>
    new RateLimiterPostgres({
      ...(tx ? { storeClient: connectionOf(tx), storeType: "client" } : { storeClient: database.pool, storeType: "pool" }),
      tableName: "rate_limits",
      tableCreated: true,
      // The cleanup job does it.
      clearExpiredByTimeout: false,
      keyPrefix,
      points,
      duration,
    });

  /** With a backoff, `gate` is closed during a wait, and `passes` counts the waits, whose length must not depend on rejected calls. */
  function limitersOf(name: RateLimitName, tx?: Transaction) {
    const { points, duration, backoff } = rules[name];
    return {
      calls: createLimiter(name, points, duration, tx),
      passes: createLimiter(`${name}-passes`, 1, duration, tx),
      gate: createLimiter(`${name}-gate`, 1, backoff?.longest ?? duration, tx),
    };
  }

  /** Ids stay as they are; other texts become irreversible pseudonyms. */
  const toKey = (name: RateLimitName, text: string) => (uuidPattern.test(text) ? text : pseudonym(config.sessionSecrets[0], name, text));

  async function count(name: RateLimitName, key: string): Promise<number | undefined> {
    const { points, backoff } = rules[name];
    const { calls, passes, gate } = limitersOf(name);
    try {
      if (!backoff) await calls.consume(key);
      else if ((await calls.penalty(key)).consumedPoints >= points) {
        await gate.consume(key, 1, { customDuration: backoff.first });
        const { consumedPoints: waits } = await passes.penalty(key);
        if (waits > 1) await gate.set(key, 1, Math.min(backoff.first * 2 ** (waits - 1), backoff.longest));
      }
      return undefined;
    } catch (rejection) {
      if (rejection instanceof Error) throw rejection;
      if (backoff) await calls.reward(key);
      return toSeconds(rejection as RateLimiterRes);
    }
  }

  /**
   * Counts a call. Returns the seconds to wait when the limit is reached. Calls of this process with the same key run one after the other, and
   * share that result: hundreds at once cost the database no more than a few. (The library can block a key in memory, but not release it
   * when another process resets it.)
   */
  async function tryConsume(name: RateLimitName, text: string): Promise<number | undefined> {
    const key = toKey(name, text);
    const id = `${name}:${key}`;
    const call = (pending.get(id) ?? Promise.resolve(undefined)).then(
      (wait) => wait ?? count(name, key),
      () => count(name, key),
    );
    pending.set(id, call);
    try {
      return await call;
    } finally {
      if (pending.get(id) === call) pending.delete(id);
    }
  }

  return {
    tryConsume,

    /** Counts a call under each key that is known, in this order, up to the first limit that is reached. Throws `RateLimitReached`. */
    async consume(keys: Partial<Record<RateLimitName, string | undefined>>): Promise<void> {
      for (const [name, key] of Object.entries(keys)) {
        const wait = key === undefined ? undefined : await tryConsume(name as RateLimitName, key);
        if (wait !== undefined) throw new RateLimitReached(wait);
      }
    },

    /** Uncounts one call; the others stay counted. */
    async reward(name: RateLimitName, text: string): Promise<void> {
      const { calls, gate } = limitersOf(name);
      const key = toKey(name, text);
      await calls.reward(key);
      if (rules[name].backoff) await gate.delete(key);
    },

    /** Forgets all calls with a key. */
    async reset(name: RateLimitName, text: string, tx?: Transaction): Promise<void> {
      const { calls, passes, gate } = limitersOf(name, tx);
      for (const limiter of rules[name].backoff ? [calls, passes, gate] : [calls]) await limiter.delete(toKey(name, text));
    },

    /**
     * Counts in a transaction. Other transactions wait to count with this key until it ends; a rollback undoes it. Returns the number of used
     * points, which may exceed `max`, and the seconds until they expire. `duration` replaces that of the limit.
     */
    async countIn(tx: Transaction, name: RateLimitName, text: string, { points = 1, duration = rules[name].duration } = {}) {
      const result = await createLimiter(name, rules[name].points, duration, tx).penalty(toKey(name, text), points);
      return { used: result.consumedPoints, max: rules[name].points, seconds: toSeconds(result) };
    },
  };
}

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const toSeconds = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000));

/** An irreversible pseudonym of a text; different for each `purpose`, so that pseudonyms of the same text cannot be linked. */
export const pseudonym = (secret: string, purpose: string, text: string): string =>
  createHmac("sha256", secret).update(`${purpose}\0${text}`).digest("base64url");
