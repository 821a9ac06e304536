import { setImmediate as nextTurn } from "node:timers/promises";
import type { z } from "zod";
import * as limits from "../../../contract/limits";
import { emailSchema } from "../../../contract/rest/shared";
import type { subscriberImportFieldsSchema } from "../../../contract/rest/subscribers";
import * as store from "../../db/newsletters/subscribers";
import { inTransaction } from "../../db/pool";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { NotFound } from "../errors";
import { requireFolderScope } from "../folders/folders";
import { requireId } from "../ids";
import { record } from "../workspace/audit";

export type Subscriber = store.SubscriberRow;

interface SubscriberPage {
  entries: Subscriber[];
  total: number;
  subscribable: boolean;
  activeCount: number;
}

/** A page of a folder's subscribers, newest first, counted from 0. Throws `NotFound` and `NotAllowed`. */
export async function listSubscribers(
  { database: { db } }: Services,
  viewer: Viewer,
  folderId: string,
  { term, page }: { term?: string | undefined; page: number },
): Promise<SubscriberPage> {
  const folder = await requireFolderScope(db, viewer, folderId, "newsletter:manage");
  const limit = limits.subscribersPerPage;
  const entries = await store.listSubscribers(db, folder, term, { limit, offset: page * limit });
  return { entries, total: await store.countSubscribers(db, folder, term), ...(await store.findSubscribable(db, folder)) };
}

/** Puts the form on the public pages of a folder, or takes it off. Throws `NotFound` and `NotAllowed`. */
export async function changeSubscribable({ database }: Services, viewer: Viewer, folderId: string, subscribable: boolean): Promise<void> {
  await inTransaction(database, async (tx) => {
    const folder = await requireFolderScope(tx, viewer, folderId, "newsletter:manage", "key share");
    if (!(await store.updateSubscribable(tx, folder, subscribable))) return;
    await record(tx, viewer, { kind: subscribable ? "subscriptionsOpened" : "subscriptionsClosed", folderId });
  });
}

interface Imported {
  added: number;
  known: number;
  suppressed: number;
  /** No addresses, as given. */
  invalid: string[];
}

/**
 * Adds addresses whose owners have agreed elsewhere, without those that unsubscribed. Importing them again adds nothing. Throws `NotFound`,
 * `NotAllowed` and `RateLimitReached`.
 */
export async function importSubscribers(
  { database, rateLimits }: Services,
  viewer: Viewer,
  folderId: string,
  { addresses, consent }: z.output<typeof subscriberImportFieldsSchema>,
  locale: "de" | "en",
): Promise<Imported> {
  await requireFolderScope(database.db, viewer, folderId, "newsletter:manage");
  await rateLimits.consume({ "subscriber-import": viewer.userId });
  const [valid, invalid]: [string[], string[]] = [[], []];
  for (const [index, address] of addresses.entries()) {
    // Thousands at once would hold up other requests.
    if (index % 500 === 499) await nextTurn();
    (emailSchema.safeParse(address).success ? valid : invalid).push(address);
  }
  return inTransaction(database, async (tx) => {
    const folder = await requireFolderScope(tx, viewer, folderId, "newsletter:manage", "update");
    const result = await store.importSubscribers(tx, viewer, folder, { addresses: valid, locale, consent });
    if (result.added > 0) await record(tx, viewer, { kind: "subscribersImported", folderId, addresses: result.added });
    return { ...result, invalid };
  });
}

/** Erases a subscriber, whose address cannot be imported again. Throws `NotFound` and `NotAllowed`. */
export async function removeSubscriber({ database }: Services, viewer: Viewer, id: string): Promise<void> {
  await inTransaction(database, async (tx) => {
    const folderId = await store.findFolderOf(tx, viewer, requireId(id));
    if (!folderId) throw new NotFound();
    await requireFolderScope(tx, viewer, folderId, "newsletter:manage");
    if (!(await store.eraseSubscriber(tx, { folderId, subscriberId: id }))) throw new NotFound();
    await record(tx, viewer, { kind: "subscriberRemoved", folderId });
  });
}
