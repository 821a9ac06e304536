import { deleteUnsubscription, findSubscription, insertUnsubscription, listUnsubscriptions } from "../../db/newsletters/unsubscriptions";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { NotFound } from "../errors";
import { requireId } from "../ids";
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

export type OptOut = Awaited<ReturnType<typeof listUnsubscriptions>>[number];

/** What the person unsubscribed from, of the folders they see. */
export const listOptOuts = ({ database }: Services, viewer: Viewer): Promise<OptOut[]> => listUnsubscriptions(database.db, viewer);

/** Sends them the newsletters of the folder again. Throws `NotFound` where they did not unsubscribe. */
export async function endOptOut({ database }: Services, { userId }: Viewer, folderId: string): Promise<void> {
  if (!(await deleteUnsubscription(database.db, { folderId: requireId(folderId), userId }))) throw new NotFound();
}

async function require(services: Services, token: string) {
  const subscription = readUnsubscribeToken(services, token);
  const found = subscription && (await findSubscription(services.database.db, subscription));
  if (!found) throw new NotFound();
  return { subscription, found };
}
