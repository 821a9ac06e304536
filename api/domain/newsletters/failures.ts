import { forgetOnce, takeOnce } from "../../db/attempts";
import { findRecipient } from "../../db/auth/recipients";
import { findSentMailing } from "../../db/newsletters/drafts";
import { inTransaction, type Transaction } from "../../db/pool";
import { newsletterFailuresMessage } from "../../mail/messages/newsletter-failures";
import { personName } from "../../mail/names";
import { mailTexts } from "../../mail/texts";
import type { Services } from "../../services";
import { defaultLocale } from "../../texts";
import { pageUrl } from "../page-url";

/** Longer than any delivery lasts, its retries included. */
const toldForSeconds = 30 * 24 * 60 * 60;
const onceKey = (mailingId: string) => `newsletter-failures:${mailingId}`;

/** Enqueues the mail about refused and uncertain recipients once a newsletter is done, if there are any; once per sending. */
export async function tellFailures({ database, jobs }: Services, mailingId: string): Promise<void> {
  await inTransaction(database, async (tx) => {
    const mailing = await findSentMailing(tx, mailingId);
    if (!mailing || !hasFailed(mailing)) return;
    if (await takeOnce(tx, onceKey(mailingId), toldForSeconds)) await jobs.enqueue(tx, "newsletter-failures-mail", { mailingId });
  });
}

/** Sending again is a new sending, and told separately. */
export const forgetFailures = (tx: Transaction, mailingId: string): Promise<void> => forgetOnce(tx, onceKey(mailingId));

/** Tells the person who sent a newsletter how many did not get it; counts only, no recipients. */
export async function sendNewsletterFailuresMail(services: Services, mailingId: string): Promise<void> {
  const { config, database, mail } = services;
  const mailing = await findSentMailing(database.db, mailingId);
  if (!mailing || !hasFailed(mailing)) return;
  const account = await findRecipient(database.db, mailing.publisherId);
  if (!account) return;
  const locale = account.locale ?? defaultLocale;
  const url = pageUrl(services, `/${config.productSlug}/${mailing.folderId}/mailings`, locale);
  const facts = { name: personName(account), newsletter: mailing.subject, deliveries: mailing.deliveries, url };
  const message = newsletterFailuresMessage(facts, mailTexts(locale, config.productName));
  await mail.send({ to: { name: personName(account), address: account.email }, locale, message, theme: account.theme });
}

const hasFailed = ({ deliveries }: NonNullable<Awaited<ReturnType<typeof findSentMailing>>>) =>
  deliveries.waiting === 0 && deliveries.refused + deliveries.unknown > 0;
