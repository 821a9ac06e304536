import { findRecipient } from "../../db/auth/recipients";
import { findNewsletter } from "../../db/newsletters/newsletters";
import { newsletterReturnedMessage } from "../../mail/messages/newsletter-returned";
import { personName } from "../../mail/names";
import { mailTexts } from "../../mail/texts";
import type { Services } from "../../services";
import { defaultLocale } from "../../texts";
import { pageUrl } from "../page-url";
import { compose } from "./compose";

/** Mails its author that a scheduled newsletter was not sent, because all of its articles were left out. */
export async function sendNewsletterReturnedMail(services: Services, newsletterId: string, userId: string): Promise<void> {
  const { config, database, mail } = services;
  const newsletter = await findNewsletter(database.db, newsletterId);
  if (!newsletter?.isClientOpen || newsletter.status !== "draft") return;
  const account = await findRecipient(database.db, userId);
  if (!account) return;
  const { leftOut } = await compose(services, newsletter);
  const locale = account.locale ?? defaultLocale;
  const url = pageUrl(services, "mailings", { product: config.productSlug, folderId: newsletter.folderId }, locale);
  const name = personName(account);
  const message = newsletterReturnedMessage({ name, newsletter: newsletter.subject, leftOut, url }, mailTexts(locale, config.productName));
  await mail.send({ to: { name, address: account.email }, locale, message, theme: account.theme });
}
