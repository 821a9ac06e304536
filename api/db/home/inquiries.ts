import { eq, lt, sql } from "drizzle-orm";
import type { Queryable } from "../pool";
import { inquiries } from "../schema";

const { id, company, name, email, phone, createdAt } = inquiries;
const columns = { id, company, name, email, phone, createdAt, locale: inquiries.locale };

export type Inquiry = NonNullable<Awaited<ReturnType<typeof findInquiry>>>;
type NewInquiry = typeof inquiries.$inferInsert;

export async function findInquiry(db: Queryable, inquiryId: string) {
  const [inquiry] = await db.select(columns).from(inquiries).where(eq(inquiries.id, inquiryId));
  return inquiry;
}

/** The one that was made with this key. */
export async function findInquiryByKey(db: Queryable, key: string): Promise<Inquiry | undefined> {
  const [inquiry] = await db.select(columns).from(inquiries).where(eq(inquiries.idempotencyKey, key));
  return inquiry;
}

/** Keeps it; undefined where the same key was faster. */
export async function insertInquiry(db: Queryable, values: NewInquiry): Promise<Inquiry | undefined> {
  const [inquiry] = await db.insert(inquiries).values(values).onConflictDoNothing({ target: inquiries.idempotencyKey }).returning(columns);
  return inquiry;
}

/** Puts other values in its place; undefined where there is none of this id. */
export async function updateInquiry(db: Queryable, inquiryId: string, values: Partial<NewInquiry>): Promise<Inquiry | undefined> {
  const [inquiry] = await db.update(inquiries).set(values).where(eq(inquiries.id, inquiryId)).returning(columns);
  return inquiry;
}

export async function deleteOldInquiries(db: Queryable, days: number): Promise<void> {
  await db.delete(inquiries).where(lt(inquiries.createdAt, sql`now() - make_interval(days => ${days})`));
}
