import { createHmac } from "node:crypto";
import { createQuota } from "../db/attempts";
import type { Services } from "../services";
import { TooManyAttempts } from "./errors";

type Needs = Pick<Services, "config" | "database">;

interface Allowance {
  /** So many calls in so many seconds. */
  calls: number;
  seconds: number;
}

/** Who calls: what it is about, and where the call comes from, when a trusted proxy says so. */
export interface RatedCall {
  account: string;
  address: string | undefined;
}

/**
 * Limits how often something can be called, over all processes: by address first, so that a flood from one place uses up
 * nothing of the account's. Throws `TooManyAttempts`; every wait is over after the allowance's seconds.
 */
export function createRateLimit(services: Needs, name: string, allowances: { account: Allowance; address: Allowance }) {
  const countAccount = createCounter(services, name, allowances.account);
  const countAddress = createCounter(services, `${name}-address`, allowances.address);

  return async function limit({ account, address }: RatedCall): Promise<void> {
    const wait = (address && (await countAddress(address))) || (await countAccount(account));
    if (wait) throw new TooManyAttempts(wait);
  };
}

/** Counts calls, over all processes; answers the seconds to wait when there have been too many. */
export function createCounter({ config, database }: Needs, name: string, { calls, seconds }: Allowance) {
  const quota = createQuota(database, { name, failures: calls, seconds });
  return (text: string): Promise<number | undefined> => quota.begin(counterKey(config, name, text));
}

/** What somebody is counted under: nobody reads back from it who it is. */
export const counterKey = (config: Needs["config"], name: string, text: string): string =>
  createHmac("sha256", config.sessionSecret).update(`${name}\0${text}`).digest("base64url");
