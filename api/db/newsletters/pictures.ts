import { and, eq, sql } from "drizzle-orm";
import type { Queryable } from "../pool";
import { newsletterPictures } from "../schema";
import { isOpenClient } from "../workspace/clients";

export type PictureRow = typeof newsletterPictures.$inferSelect;
export type NewPicture = typeof newsletterPictures.$inferInsert;

/** The pictures that were drawn for a newsletter, by the files they were drawn from. */
export async function listPictures(db: Queryable, newsletterId: string): Promise<Map<string, PictureRow>> {
  const rows = await db.select().from(newsletterPictures).where(eq(newsletterPictures.newsletterId, newsletterId));
  return new Map(rows.map((row) => [row.sourceKey, row]));
}

/** Stores drawn pictures. One that a concurrent request stored first stays. */
export async function insertPictures(db: Queryable, pictures: NewPicture[]): Promise<void> {
  if (pictures.length > 0) await db.insert(newsletterPictures).values(pictures).onConflictDoNothing();
}

/** The picture with this id, without a permission check, unless its workspace is disabled. */
export async function findPicture(db: Queryable, id: string): Promise<PictureRow | undefined> {
  const [picture] = await db
    .select()
    .from(newsletterPictures)
    .where(and(eq(newsletterPictures.id, id), isOpenClient(sql`${newsletterPictures.clientId}`)));
  return picture;
}

/** The keys that pictures of newsletters and logos of workspaces refer to. */
export async function findPictureKeysInUse(db: Queryable, storageKeys: string[]): Promise<Set<string>> {
  const { rows } = await db.execute<{ key: string }>(sql`
    select storage_key as key from mailing_pictures where storage_key = any(${sql.param(storageKeys)}::text[])
    union select logo_key from clients where logo_key = any(${sql.param(storageKeys)}::text[])`);
  return new Set(rows.map(({ key }) => key));
}
