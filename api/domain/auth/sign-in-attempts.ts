import { isKnownDevice, keepDevice } from "../../db/auth/known-devices";
import { pseudonym } from "../../rate-limits";
import type { Services } from "../../services";
import { RateLimitReached } from "../errors";

const year = 365 * 24 * 60 * 60;

/** A sign-in whose credentials have not been checked yet. */
interface Attempt {
  /** The account's id, or the typed address if there is no such account. */
  account: string;
  /** The client's address, if a trusted proxy reports it. */
  address: string | undefined;
  /** The secret that this browser keeps for its next sign-in. */
  device: string | undefined;
}

/**
 * Slows down guessing without locking out the right person. A browser that has signed in to this account before has its own limit, so
 * that failures elsewhere do not affect it (OWASP: device cookies). All others are limited by account and address, by account over all
 * addresses, and by address over all accounts. Throws `RateLimitReached`; the returned function is called after success.
 */
export async function beginSignIn(services: Services, attempt: Attempt): Promise<() => Promise<void>> {
  const { database, rateLimits } = services;
  if (!attempt.device) return beginElsewhere(services, attempt);
  const devices = deviceKeys(services, attempt.account, attempt.device);
  const [device] = devices;
  const isKnown = await isKnownDevice(database.db, devices);
  if (isKnown) await rateLimits.consume({ "sign-in-device": device });
  const succeed = isKnown ? () => rateLimits.reset("sign-in-device", device) : await beginElsewhere(services, attempt);
  return async () => {
    await succeed();
    await keepDevice(database.db, device, year);
  };
}

async function beginElsewhere({ rateLimits }: Services, { account, address }: Attempt): Promise<() => Promise<void>> {
  const pair = `${account}\0${address ?? ""}`;
  await rateLimits.consume({ "sign-in-address": address, "sign-in": pair });
  const wait = await rateLimits.tryConsume("sign-in-account", account);
  if (wait !== undefined) {
    await rateLimits.reward("sign-in", pair);
    throw new RateLimitReached(wait);
  }
  return async () => {
    await rateLimits.reset("sign-in", pair);
    // Failures at other addresses stay counted: the right person's sign-in gives an attacker no new guesses.
    await rateLimits.reward("sign-in-account", account);
    if (address) await rateLimits.reward("sign-in-address", address);
  };
}

/** From now on, failures elsewhere do not keep this browser from signing in to the account. */
export async function trustDevice(services: Services, userId: string, device: string | undefined): Promise<void> {
  if (device) await keepDevice(services.database.db, deviceKeys(services, userId, device)[0], year);
}

/** By each secret, newest first. */
function deviceKeys({ config }: Services, account: string, device: string): [newest: string, ...older: string[]] {
  const toKey = (secret: string) => `known-device:${pseudonym(secret, "known-device", `${account}\0${device}`)}`;
  const [newest, ...older] = config.sessionSecrets;
  return [toKey(newest), ...older.map(toKey)];
}
