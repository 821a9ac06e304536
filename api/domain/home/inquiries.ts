import type { z } from "zod";
import type { inquiryBodySchema } from "../../../contract/rest/inquiries";
import * as store from "../../db/home/inquiries";
import { inTransaction, type Transaction } from "../../db/pool";
import { inquiryMessage } from "../../mail/messages/inquiry";
import { mailTexts } from "../../mail/texts";
import type { Services } from "../../services";
import { NotFound, TooManyAttempts } from "../errors";
import { makeOnce, toStoredKey } from "../idempotency";
import { requireId } from "../ids";
import { createCounter } from "../rate-limit";

export type Inquiry = store.Inquiry;
type InquiryInput = z.output<typeof inquiryBodySchema>["inquiry"];

interface InquiryVisitor {
  address: string | undefined;
  locale: "de" | "en";
  key: string | null;
}

const hour = 60 * 60;
/** Nobody asks oftener; a robot does. The last holds where nobody knows where a call comes from: a mailbox bears a hundred. */
const ofEmail = { calls: 3, seconds: hour };
const ofAddress = { calls: 10, seconds: hour };
const ofAll = { calls: 100, seconds: hour };
/** So long somebody who has the id may correct it. */
const correctableMs = 24 * hour * 1000;
/** As the data protection statement says. */
const keptDays = 180;

/** What visitors ask for by the form of the home page. Both throw `TooManyAttempts`. */
export function createInquiries(services: Services) {
  const { database, jobs } = services;
  const countAddress = createCounter(services, "inquiry-address", ofAddress);
  const countAll = createCounter(services, "inquiry-all", ofAll);
  const countEmail = createCounter(services, "inquiry", ofEmail);

  /** All before one: of a flood nobody then asks the database who each of them is. */
  async function limit(email: string, address: string | undefined): Promise<void> {
    const wait = (address && (await countAddress(address))) || (await countAll("")) || (await countEmail(email.toLowerCase()));
    if (wait) throw new TooManyAttempts(wait);
  }

  /** The mail's job is committed with what it is about. */
  const keep = (write: (tx: Transaction) => Promise<Inquiry | undefined>) =>
    inTransaction(database, async (tx) => {
      const inquiry = await write(tx);
      if (inquiry) await jobs.enqueue(tx, "inquiry-mail", { inquiryId: inquiry.id });
      return inquiry;
    });

  return {
    /** Keeps it and has the operator told. The same key with the same fields is the same one. */
    async create(input: InquiryInput, { address, locale, key }: InquiryVisitor): Promise<Inquiry> {
      const storedKey = toStoredKey(key, input);
      const make = async () => {
        await limit(input.email, address);
        return keep((tx) => store.insertInquiry(tx, { ...input, locale, idempotencyKey: storedKey }));
      };
      const inquiry = await makeOnce(storedKey, (known) => store.findInquiryByKey(database.db, known), make);
      if (!inquiry) throw new NotFound();
      return inquiry;
    },

    /** Corrects one within a day; whoever has the id may. Throws `NotFound`. */
    async update(id: string, input: InquiryInput, { address }: Pick<InquiryVisitor, "address">): Promise<Inquiry> {
      const before = await store.findInquiry(database.db, requireId(id));
      if (!before || before.createdAt.getTime() < Date.now() - correctableMs) throw new NotFound();
      await limit(input.email, address);
      const inquiry = await keep((tx) => store.updateInquiry(tx, before.id, input));
      if (!inquiry) throw new NotFound();
      return inquiry;
    },
  };
}

/** Mails what was asked to whom the configuration names; nobody named, it is only kept, and the log says so. */
export async function sendInquiryMail({ config, database, log, mail }: Services, inquiryId: string): Promise<void> {
  const inquiry = await store.findInquiry(database.db, inquiryId);
  if (!inquiry) return;
  if (config.inquiriesEmail === undefined) {
    log.warn({ inquiry: inquiry.id }, "a demo request is kept, and nobody is told: INQUIRIES_EMAIL and OPERATOR_EMAIL are not set");
    return;
  }
  const { locale } = inquiry;
  const message = inquiryMessage(inquiry, mailTexts(locale, config.productName));
  await mail.send({ to: { name: null, address: config.inquiriesEmail }, locale, message });
}

/** Forgets what was asked half a year ago. */
export const deleteOldInquiries = ({ database }: Services): Promise<void> => store.deleteOldInquiries(database.db, keptDays);
