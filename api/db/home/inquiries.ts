import { and, eq, lt, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "../pool";
import { inquiries } from "../schema";

const { id, company, name, email, phone, createdAt } = inquiries;
const columns = { id, company, name, email, phone, createdAt, locale: inquiries.locale };

export type Inquiry = NonNullable<Awaited<ReturnType<typeof findInquiry>>>;
type NewInquiry = typeof inquiries.$inferInsert;

export async function findInquiry(db: Queryable, inquiryId: string) {
  const [inquiry] = await db.select(columns).from(inquiries).where(eq(inquiries.id, inquiryId));
  return inquiry;
}

/** Whether it was created within these hours, by the clock that set `createdAt`. */
export async function isRecent(db: Queryable, inquiryId: string, hours: number): Promise<boolean> {
  const isYoung = sql`${createdAt} > clock_timestamp() - make_interval(hours => ${hours})`;
  return (await db.$count(inquiries, and(eq(inquiries.id, inquiryId), isYoung))) > 0;
}

/** The inquiry that was created with this key. */
export async function findInquiryByKey(db: Queryable, key: string): Promise<Inquiry | undefined> {
  const [inquiry] = await db.select(columns).from(inquiries).where(eq(inquiries.idempotencyKey, key));
  return inquiry;
}

/** Stores an inquiry; `undefined` if a concurrent request with the same key created it. */
export async function insertInquiry(tx: Transaction, values: NewInquiry): Promise<Inquiry | undefined> {
  const [inquiry] = await tx.insert(inquiries).values(values).onConflictDoNothing({ target: inquiries.idempotencyKey }).returning(columns);
  return inquiry;
}

/** The changed inquiry; `undefined` if there is none with this id. */
export async function updateInquiry(tx: Transaction, inquiryId: string, values: Partial<NewInquiry>): Promise<Inquiry | undefined> {
  const [inquiry] = await tx.update(inquiries).set(values).where(eq(inquiries.id, inquiryId)).returning(columns);
  return inquiry;
}

export async function deleteOldInquiries(db: Queryable, days: number): Promise<void> {
  await db.delete(inquiries).where(lt(inquiries.createdAt, sql`now() - make_interval(days => ${days})`));
}
