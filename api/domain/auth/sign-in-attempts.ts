import { createAttempts, createQuota } from "../../db/attempts";
import { isKnownDevice, keepDevice } from "../../db/auth/known-devices";
import type { Services } from "../../services";
import { TooManyAttempts } from "../errors";
import { counterKey } from "../rate-limit";

const minute = 60;
const day = 24 * 60 * minute;
const year = 365 * day;

const fromOnePlace = { free: 5, firstWaitSeconds: 30, longestWaitSeconds: 15 * minute, forgetAfterSeconds: day };
const placeRules = { name: "sign-in", ...fromOnePlace };
const deviceRules = { name: "sign-in-device", ...fromOnePlace };
/** From many places at once: 1,540 guesses a day at most, and the waits stay short for whoever is right. */
const accountRules = { name: "sign-in-account", free: 100, firstWaitSeconds: 5, longestWaitSeconds: minute, forgetAfterSeconds: day };
/** Generous, because a whole office can sit behind one address. */
const addressRules = { name: "sign-in-address", failures: 100, seconds: 15 * minute };

/** One try to sign in, before it is judged. */
interface Attempt {
  /** The account's id; what was typed where there is none. */
  account: string;
  /** Where it comes from, when a trusted proxy says so. */
  address: string | undefined;
  /** The secret that this browser keeps for its next sign-in. */
  device: string | undefined;
}

/**
 * Slows down who guesses, without keeping the right person out. A browser that has signed in to this account before is counted by
 * itself, so that nobody else's failures reach it (OWASP: device cookies). All others are counted by account and place, by
 * account over all places, and by place over all accounts. Throws `TooManyAttempts`; what it answers is called when the attempt was right.
 */
export function createSignInAttempts(services: Services) {
  const { config, database } = services;
  const ofDevice = createAttempts(database, deviceRules);
  const ofPlace = createAttempts(database, placeRules);
  const ofAccount = createAttempts(database, accountRules);
  const ofAddress = createQuota(database, addressRules);
  const keyed = (text: string) => counterKey(config, "sign-in", text);

  async function beginOnKnownDevice(device: string): Promise<() => Promise<void>> {
    refuseFor(await ofDevice.begin(device));
    return () => ofDevice.succeed(device);
  }

  async function beginElsewhere({ account, address }: Attempt): Promise<() => Promise<void>> {
    const [ofThisAccount, ofThisPlace] = [keyed(account), keyed(`${account}\0${address ?? ""}`)];
    if (address) refuseFor(await ofAddress.begin(keyed(address)));
    refuseFor(await ofPlace.begin(ofThisPlace));
    const wait = await ofAccount.begin(ofThisAccount);
    if (wait) await ofPlace.takeBack(ofThisPlace);
    refuseFor(wait);
    return async () => {
      await ofPlace.succeed(ofThisPlace);
      // Those of others stay counted: the right person's sign-in gives nobody new guesses.
      await ofAccount.takeBack(ofThisAccount);
      if (address) await ofAddress.succeed(keyed(address));
    };
  }

  return async function begin(attempt: Attempt): Promise<() => Promise<void>> {
    const device = attempt.device && deviceKey(services, attempt.account, attempt.device);
    if (!device) return beginElsewhere(attempt);
    const succeed = (await isKnownDevice(database.db, device)) ? await beginOnKnownDevice(device) : await beginElsewhere(attempt);
    return async () => {
      await succeed();
      await keepDevice(database.db, device, year);
    };
  };
}

/** From here on failures elsewhere do not keep this browser from signing in to the account. */
export async function trustDevice(services: Services, userId: string, device: string | undefined): Promise<void> {
  if (device) await keepDevice(services.database.db, deviceKey(services, userId, device), year);
}

const deviceKey = ({ config }: Services, account: string, device: string) =>
  `known-device:${counterKey(config, "known-device", `${account}\0${device}`)}`;

function refuseFor(seconds: number | undefined): void {
  if (seconds) throw new TooManyAttempts(seconds);
}
