import * as limits from "../../../contract/limits";
import { serverHref } from "../../../contract/paths.server";
import newsletterPageDe from "../../../locales/de/newsletterPage.json";
import newsletterPageEn from "../../../locales/en/newsletterPage.json";
import * as store from "../../db/newsletters/subscribers";
import { inTransaction } from "../../db/pool";
import { subscriptionMessage } from "../../mail/messages/subscription";
import { mailTexts } from "../../mail/texts";
import type { Services } from "../../services";
import { createTexts } from "../../texts";
import { NotFound } from "../errors";
import { requireId } from "../ids";
import { pageUrl } from "../page-url";
import { readSignedIds, signIds } from "../signed-ids";

type Form = NonNullable<Awaited<ReturnType<typeof store.findForm>>>;
type OpenSubscription = NonNullable<Awaited<ReturnType<typeof store.findSubscription>>>;

const pageTexts = createTexts({ de: { newsletterPage: newsletterPageDe }, en: { newsletterPage: newsletterPageEn } });

/** The form for subscribers of a folder. Throws `NotFound` if it has none. */
export async function requireForm({ database }: Services, folderId: string): Promise<Form> {
  const form = await store.findForm(database.db, requireId(folderId));
  if (!form) throw new NotFound();
  return form;
}

/**
 * Mails a link that confirms a subscription, unless the address is subscribed already; the result does not reveal it. Throws `NotFound` if the
 * folder has no form, and `RateLimitReached`.
 */
export async function subscribe(
  services: Services,
  folderId: string,
  { email, locale }: { email: string; locale: "de" | "en" },
  { address }: { address: string | undefined },
): Promise<void> {
  const { database, jobs, rateLimits } = services;
  const { folder, client } = await requireForm(services, folderId);
  await rateLimits.consume({
    "subscription-address": address,
    "subscription-folder": folderId,
    subscription: email.toLowerCase(),
  });
  const consent = pageTexts(locale, "newsletterPage:subscribe.consent", { folder: folder.name, client: client.name });
  await inTransaction(database, async (tx) => {
    const subscriberId = await store.insertPending(tx, folderId, { email, locale, consent });
    if (subscriberId !== undefined) await jobs.enqueue(tx, "subscription-mail", { subscriberId });
  });
}

/** Mails the link that confirms a subscription, unless it is confirmed or gone. */
export async function sendSubscriptionMail(services: Services, subscriberId: string): Promise<void> {
  const { config, database, mail } = services;
  const found = await store.findSubscription(database.db, subscriberId);
  if (!found || found.confirmedAt) return;
  const { email, locale, folder, client } = found;
  const url = pageUrl(
    services,
    serverHref("subscriptionConfirmation", { token: signIds(services, "confirm-subscriber", [subscriberId]) }),
    locale,
  );
  const about = { folder: folder.name, client: client.name, url, validDays: limits.subscriptionDays };
  const message = subscriptionMessage(about, mailTexts(locale, config.productName));
  await mail.send({ to: { name: null, address: email }, locale, message, theme: client.theme });
}

/** The subscription of a link, without confirming it. Throws `NotFound` for a link that is invalid or expired. */
export async function requireSubscription(services: Services, token: string): Promise<OpenSubscription> {
  return (await require(services, token)).found;
}

/** Confirms a subscription. Idempotent. Throws as `requireSubscription`. */
export async function confirmSubscription(services: Services, token: string): Promise<void> {
  const { id } = await require(services, token);
  await inTransaction(services.database, (tx) => store.confirmSubscriber(tx, id));
}

async function require(services: Services, token: string): Promise<{ id: string; found: OpenSubscription }> {
  const [id] = readSignedIds(services, "confirm-subscriber", token) ?? [];
  const found = id !== undefined ? await store.findSubscription(services.database.db, id) : undefined;
  if (id === undefined || !found) throw new NotFound();
  return { id, found };
}
