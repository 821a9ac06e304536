import type { z } from "zod";
import type { inquiryBodySchema } from "../../../contract/rest/inquiries";
import * as store from "../../db/home/inquiries";
import { inTransaction, type Transaction } from "../../db/pool";
import { inquiryMessage } from "../../mail/messages/inquiry";
import { mailTexts } from "../../mail/texts";
import type { Services } from "../../services";
import { NotFound } from "../errors";
import { makeOnce, toStoredKey } from "../idempotency";
import { requireId } from "../ids";

export type Inquiry = store.Inquiry;
type InquiryInput = z.output<typeof inquiryBodySchema>["inquiry"];

interface InquiryVisitor {
  address: string | undefined;
  locale: "de" | "en";
  key: string | null;
}

/** How long an inquiry can be corrected by its id. */
const correctableHours = 24;
/** As stated in the data protection statement. */
const keptDays = 180;

/** Stores an inquiry and notifies the operator. The same key with the same fields is the same inquiry. Throws `RateLimitReached`. */
export async function createInquiry(services: Services, input: InquiryInput, { address, locale, key }: InquiryVisitor): Promise<Inquiry> {
  const storedKey = toStoredKey(key, input);
  const make = async () => {
    await limit(services, input, address);
    return storeInquiry(services, (tx) => store.insertInquiry(tx, { ...input, locale, idempotencyKey: storedKey }));
  };
  const inquiry = await makeOnce(storedKey, (known) => store.findInquiryByKey(services.database.db, known), make);
  if (!inquiry) throw new NotFound();
  return inquiry;
}

/** Corrects an inquiry within a day, for anyone who knows its id. Throws `NotFound` and `RateLimitReached`. */
export async function updateInquiry(
  services: Services,
  id: string,
  input: InquiryInput,
  { address }: Pick<InquiryVisitor, "address">,
): Promise<Inquiry> {
  const inquiryId = requireId(id);
  if (!(await store.isRecent(services.database.db, inquiryId, correctableHours))) throw new NotFound();
  await limit(services, input, address);
  const inquiry = await storeInquiry(services, (tx) => store.updateInquiry(tx, inquiryId, input));
  if (!inquiry) throw new NotFound();
  return inquiry;
}

/** The limit for all comes before the one by e-mail address, so that a flood costs no query for the latter. */
const limit = ({ rateLimits }: Services, { email }: InquiryInput, address: string | undefined): Promise<void> =>
  rateLimits.consume({ "inquiry-address": address, "inquiry-all": "", inquiry: email.toLowerCase() });

/** Its mail is enqueued in the same transaction. */
const storeInquiry = ({ database, jobs }: Services, write: (tx: Transaction) => Promise<Inquiry | undefined>) =>
  inTransaction(database, async (tx) => {
    const inquiry = await write(tx);
    if (inquiry) await jobs.enqueue(tx, "inquiry-mail", { inquiryId: inquiry.id });
    return inquiry;
  });

/** Mails an inquiry to the configured address; without one it is only stored, with a warning in the log. */
export async function sendInquiryMail({ config, database, log, mail }: Services, inquiryId: string): Promise<void> {
  const inquiry = await store.findInquiry(database.db, inquiryId);
  if (!inquiry) return;
  if (config.inquiriesEmail === undefined) {
    log.warn({ inquiry: inquiry.id }, "demo request stored but not mailed: neither INQUIRIES_EMAIL nor OPERATOR_EMAIL is set");
    return;
  }
  const { locale } = inquiry;
  const message = inquiryMessage(inquiry, mailTexts(locale, config.productName));
  await mail.send({ to: { name: null, address: config.inquiriesEmail }, locale, message });
}

/** Deletes inquiries after half a year. */
export const deleteOldInquiries = ({ database }: Services): Promise<void> => store.deleteOldInquiries(database.db, keptDays);
