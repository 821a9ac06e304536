import { deleteUnsubscription, findSubscription, insertUnsubscription } from "../db/unsubscriptions";
import type { Services } from "../services";
import { NotFound } from "./errors";
import { readUnsubscribeToken } from "./unsubscribe-links";

export type Unsubscription = NonNullable<Awaited<ReturnType<typeof findSubscription>>>;

/** What the link below a newsletter is about; throws `NotFound` for one that is none, or whose folder or person is gone. */
export async function requireSubscription(services: Services, token: string): Promise<Unsubscription> {
  return (await require(services, token)).found;
}

/** Sends whoever has this link no more newsletters of its folder, or again. Doing it once more changes nothing. Throws `NotFound`. */
export async function setSubscribed(services: Services, token: string, subscribed: boolean): Promise<Unsubscription> {
  const { subscription, found } = await require(services, token);
  await (subscribed ? deleteUnsubscription : insertUnsubscription)(services.database.db, subscription);
  return { ...found, subscribed };
}

async function require(services: Services, token: string) {
  const subscription = readUnsubscribeToken(services, token);
  const found = subscription && (await findSubscription(services.database.db, subscription));
  if (!found) throw new NotFound();
  return { subscription, found };
}
