import { eraseSubscriber, findSubscriberOfUser } from "../../db/newsletters/subscribers";
import {
  deleteUnsubscription,
  findOutsideSubscription,
  findSubscription,
  insertUnsubscription,
  insertUnsubscriptionOf,
  listUnsubscriptions,
} from "../../db/newsletters/unsubscriptions";
import { inTransaction } from "../../db/pool";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { NotFound } from "../errors";
import { requireId } from "../ids";
import { readSignedIds } from "../signed-ids";

/** A subscription of a member, or of a subscriber without an account. */
type Subscription = { folderId: string; userId: string } | { folderId: string; subscriberId: string };

export type Unsubscription = NonNullable<Awaited<ReturnType<typeof findOutsideSubscription>>>;

/** The subscription of an unsubscribe link. Throws `NotFound` if the link is invalid, or the folder or person was deleted. */
export async function requireSubscription(services: Services, token: string): Promise<Unsubscription> {
  return (await require(services, token)).found;
}

/**
 * Subscribes the person of an unsubscribe link, or unsubscribes them, which erases a subscriber. One address is both unsubscribed and erased,
 * if a member has subscribed with it. Idempotent. Throws `NotFound`, also for an erased subscriber who wants to subscribe again.
 */
export async function setSubscribed(services: Services, token: string, subscribed: boolean): Promise<Unsubscription> {
  const { subscription, found } = await require(services, token);
  if ("subscriberId" in subscription) {
    if (!subscribed) return eraseOf(services, subscription, found);
    if (!found.subscribed) throw new NotFound();
    return found;
  }
  await inTransaction(services.database, async (tx) => {
    if (subscribed) {
      await deleteUnsubscription(tx, subscription);
      return;
    }
    await insertUnsubscription(tx, subscription);
    const subscriber = await findSubscriberOfUser(tx, subscription);
    if (subscriber) await eraseSubscriber(tx, { ...subscription, ...subscriber });
  });
  return { ...found, subscribed };
}

async function eraseOf(
  { database }: Services,
  subscription: { folderId: string; subscriberId: string },
  found: Unsubscription,
): Promise<Unsubscription> {
  await inTransaction(database, async (tx) => {
    const erased = await eraseSubscriber(tx, subscription);
    if (erased) await insertUnsubscriptionOf(tx, { ...subscription, ...erased });
  });
  return { ...found, email: null, subscribed: false };
}

export type OptOut = Awaited<ReturnType<typeof listUnsubscriptions>>[number];

/** The visible folders whose newsletters the viewer has unsubscribed from. */
export const listOptOuts = ({ database }: Services, viewer: Viewer): Promise<OptOut[]> => listUnsubscriptions(database.db, viewer);

/** Subscribes the viewer again. Throws `NotFound` if they have not unsubscribed. */
export async function endOptOut({ database }: Services, { userId }: Viewer, folderId: string): Promise<void> {
  const subscription = { folderId: requireId(folderId), userId };
  if (!(await inTransaction(database, (tx) => deleteUnsubscription(tx, subscription)))) throw new NotFound();
}

/** The signature of a link proves that the subscriber existed. Once they are erased, only the folder may still be known. */
async function require(services: Services, token: string): Promise<{ subscription: Subscription; found: Unsubscription }> {
  const { db } = services.database;
  const subscription = readSubscription(services, token);
  if (!subscription) throw new NotFound();
  const found = await ("userId" in subscription ? findSubscription(db, subscription) : findOutsideSubscription(db, subscription));
  if (!found) throw new NotFound();
  return { subscription, found };
}

function readSubscription(services: Services, token: string): Subscription | undefined {
  const [folderId, userId] = readSignedIds(services, "unsubscribe", token) ?? [];
  if (folderId && userId) return { folderId, userId };
  const [ofFolder, subscriberId] = readSignedIds(services, "unsubscribe-subscriber", token) ?? [];
  return ofFolder && subscriberId ? { folderId: ofFolder, subscriberId } : undefined;
}
