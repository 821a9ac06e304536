import { findRecipient } from "../../db/auth/recipients";
import { findSentNewsletter } from "../../db/newsletters/newsletters";
import { inTransaction, type Transaction } from "../../db/pool";
import { newsletterFailuresMessage } from "../../mail/messages/newsletter-failures";
import { personName } from "../../mail/names";
import { mailTexts } from "../../mail/texts";
import type { Services } from "../../services";
import { defaultLocale } from "../../texts";
import { pageUrl } from "../page-url";

/** Enqueues the mail about failed recipients when a newsletter is delivered; once per sending. */
export async function tellFailures({ database, jobs, rateLimits }: Services, newsletterId: string): Promise<void> {
  await inTransaction(database, async (tx) => {
    const newsletter = await findSentNewsletter(tx, newsletterId);
    if (!newsletter || !hasFailed(newsletter)) return;
    const { used } = await rateLimits.countIn(tx, "newsletter-failures", newsletterId);
    if (used === 1) await jobs.enqueue(tx, "newsletter-failures-mail", { mailingId: newsletterId });
  });
}

/** Allows another mail about failures, for a newsletter that is sent again. */
export const forgetFailures = ({ rateLimits }: Services, tx: Transaction, newsletterId: string): Promise<void> =>
  rateLimits.reset("newsletter-failures", newsletterId, tx);

/** Mails the publisher how many recipients did not get the newsletter, without their names. */
export async function sendNewsletterFailuresMail(services: Services, newsletterId: string): Promise<void> {
  const { config, database, mail } = services;
  const newsletter = await findSentNewsletter(database.db, newsletterId);
  if (!newsletter || !hasFailed(newsletter)) return;
  const account = await findRecipient(database.db, newsletter.publisherId);
  if (!account) return;
  const locale = account.locale ?? defaultLocale;
  const url = pageUrl(services, "mailings", { product: config.productSlug, folderId: newsletter.folderId }, locale);
  const facts = { name: personName(account), newsletter: newsletter.subject, deliveries: newsletter.deliveries, url };
  const message = newsletterFailuresMessage(facts, mailTexts(locale, config.productName));
  await mail.send({ to: { name: personName(account), address: account.email }, locale, message, theme: account.theme });
}

const hasFailed = ({ deliveries }: NonNullable<Awaited<ReturnType<typeof findSentNewsletter>>>) =>
  deliveries.waiting === 0 && deliveries.refused + deliveries.unknown > 0;
