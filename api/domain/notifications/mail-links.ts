import { serverHref } from "../../../contract/paths.server";
import { findRecipient } from "../../db/auth/recipients";
import { findSettings, switchOffMails } from "../../db/notifications/notifications";
import { inTransaction } from "../../db/pool";
import type { Services } from "../../services";
import { NotFound } from "../errors";
import { pageUrl } from "../page-url";
import { readSignedIds, signIds } from "../signed-ids";
import { withDefaults } from "./notifications";

const purpose = "notification-mails";

/** The person of a link, and whether they want mails about any kind of notification. */
export interface NotificationMails {
  email: string;
  isWanted: boolean;
}

/** The address that ends a person's mails about notifications. */
export const notificationMailsUrl = (services: Services, userId: string, locale: "de" | "en"): string =>
  pageUrl(services, serverHref("notificationMails", { token: signIds(services, purpose, [userId]) }), locale);

/** Throws `NotFound` if the link is invalid, the account was closed, or its workspace is disabled. */
export async function getNotificationMails(services: Services, token: string): Promise<NotificationMails> {
  const { db } = services.database;
  const account = await requirePerson(services, token);
  const { modes } = await findSettings(db, account.userId);
  return { email: account.email, isWanted: Object.values(withDefaults(modes)).some((mode) => mode !== "off") };
}

/** Switches off mails about all kinds. Idempotent. Throws `NotFound`. */
export async function endNotificationMails(services: Services, token: string): Promise<NotificationMails> {
  const { userId, email } = await requirePerson(services, token);
  await inTransaction(services.database, (tx) => switchOffMails(tx, userId));
  return { email, isWanted: false };
}

async function requirePerson(services: Services, token: string) {
  const [userId] = readSignedIds(services, purpose, token) ?? [];
  const account = userId === undefined ? undefined : await findRecipient(services.database.db, userId);
  if (!account) throw new NotFound();
  return account;
}
