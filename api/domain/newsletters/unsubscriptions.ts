import { deleteUnsubscription, findSubscription, insertUnsubscription, listUnsubscriptions } from "../../db/newsletters/unsubscriptions";
import { inTransaction } from "../../db/pool";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { NotFound } from "../errors";
import { requireId } from "../ids";
import { readUnsubscribeToken } from "./unsubscribe-links";

export type Unsubscription = NonNullable<Awaited<ReturnType<typeof findSubscription>>>;

/** The subscription of an unsubscribe link. Throws `NotFound` if the link is invalid, or the folder or person was deleted. */
export async function requireSubscription(services: Services, token: string): Promise<Unsubscription> {
  return (await require(services, token)).found;
}

/** Subscribes the person of an unsubscribe link, or unsubscribes them. Idempotent. Throws `NotFound`. */
export async function setSubscribed(services: Services, token: string, subscribed: boolean): Promise<Unsubscription> {
  const { subscription, found } = await require(services, token);
  await inTransaction(services.database, async (tx) => {
    await (subscribed ? deleteUnsubscription : insertUnsubscription)(tx, subscription);
  });
  return { ...found, subscribed };
}

export type OptOut = Awaited<ReturnType<typeof listUnsubscriptions>>[number];

/** The visible folders whose newsletters the viewer has unsubscribed from. */
export const listOptOuts = ({ database }: Services, viewer: Viewer): Promise<OptOut[]> => listUnsubscriptions(database.db, viewer);

/** Subscribes the viewer again. Throws `NotFound` if they have not unsubscribed. */
export async function endOptOut({ database }: Services, { userId }: Viewer, folderId: string): Promise<void> {
  const subscription = { folderId: requireId(folderId), userId };
  if (!(await inTransaction(database, (tx) => deleteUnsubscription(tx, subscription)))) throw new NotFound();
}

async function require(services: Services, token: string) {
  const subscription = readUnsubscribeToken(services, token);
  const found = subscription && (await findSubscription(services.database.db, subscription));
  if (!found) throw new NotFound();
  return { subscription, found };
}
