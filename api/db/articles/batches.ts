import { and, eq, getTableColumns, lt, type SQL, sql } from "drizzle-orm";
import type { Viewer } from "../../permissions/viewer";
import type { Queryable, Transaction } from "../pool";
import { batches } from "../schema";

export type { BatchRefusal } from "../schema";

export type BatchRow = typeof batches.$inferSelect;

const { articleIds: _, ...columns } = getTableColumns(batches);
const total = sql<number>`jsonb_array_length(${batches.articleIds})`;
const isUnfinished = sql`${batches.processed} < ${total}`;

/** A batch with the number of its articles instead of their ids. */
export type ListedBatch = Awaited<ReturnType<typeof listBatches>>[number];

const listBatches = (db: Queryable, where: SQL | undefined) =>
  db
    .select({ ...columns, total })
    .from(batches)
    .where(where);

/** The new batch; `undefined` if a concurrent request with the same key of the same person created it. */
export async function insertBatch(
  tx: Transaction,
  { clientId, userId }: Viewer,
  values: Pick<BatchRow, "change" | "articleIds" | "idempotencyKey">,
): Promise<BatchRow | undefined> {
  const [row] = await tx
    .insert(batches)
    .values({ ...values, clientId, userId })
    .onConflictDoNothing({ target: [batches.userId, batches.idempotencyKey] })
    .returning();
  return row;
}

export async function findOwnBatch(db: Queryable, { clientId, userId }: Viewer, id: string): Promise<ListedBatch | undefined> {
  const [row] = await listBatches(db, and(eq(batches.id, id), eq(batches.userId, userId), eq(batches.clientId, clientId)));
  return row;
}

export async function findBatchByKey(db: Queryable, { userId }: Viewer, storedKey: string): Promise<{ id: string } | undefined> {
  const [row] = await db
    .select({ id: batches.id })
    .from(batches)
    .where(and(eq(batches.userId, userId), eq(batches.idempotencyKey, storedKey)));
  return row;
}

/** An unfinished batch, locked until the transaction ends. */
export async function lockBatch(tx: Transaction, id: string): Promise<BatchRow | undefined> {
  const [row] = await tx
    .select()
    .from(batches)
    .where(and(eq(batches.id, id), isUnfinished))
    .for("update");
  return row;
}

/** Adds to the number of processed articles, and to the refused ones. */
export async function noteProgress(tx: Transaction, id: string, processed: number, refused: BatchRow["refused"]): Promise<void> {
  await tx
    .update(batches)
    .set({
      processed: sql`${batches.processed} + ${processed}`,
      refused: sql`${batches.refused} || ${JSON.stringify(refused)}::jsonb`,
      updatedAt: new Date(),
    })
    .where(eq(batches.id, id));
}

/** The number of the viewer's unfinished batches. Locks the person's row, so that concurrent requests count one after the other. */
export async function countUnfinished(tx: Transaction, { userId }: Viewer): Promise<number> {
  await tx.execute(sql`select 1 from users where id = ${userId} for no key update`);
  return tx.$count(batches, and(eq(batches.userId, userId), isUnfinished));
}

/** Unfinished batches without progress since this moment. */
export const listStalled = (db: Queryable, since: Date) => listBatches(db, and(isUnfinished, lt(batches.updatedAt, since)));

/** Deletes finished batches that were last updated before this moment. */
export async function deleteFinished(db: Queryable, before: Date): Promise<void> {
  await db.delete(batches).where(and(sql`not ${isUnfinished}`, lt(batches.updatedAt, before)));
}
