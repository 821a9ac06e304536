import { and, desc, eq, getTableColumns, inArray, lt, min, ne, sql } from "drizzle-orm";
import type { Viewer } from "../../permissions/viewer";
import { type ArticleRow, selectArticles } from "../articles/article-rows";
import { visibleFolders } from "../folders/folders";
import type { Queryable, Transaction } from "../pool";
import { articleExports, articles, attachments, clients, users } from "../schema";
import { isOpenClient } from "../workspace/clients";

export type ExportRow = typeof articleExports.$inferSelect;

export type NewExport = Pick<ExportRow, "title" | "format" | "locale" | "articleIds" | "expiresAt" | "idempotencyKey">;

/** The new export; `undefined` when the same key has made one in the meantime. */
export async function insertExport(tx: Transaction, { clientId, userId }: Viewer, values: NewExport): Promise<ExportRow | undefined> {
  const [row] = await tx
    .insert(articleExports)
    .values({ ...values, clientId, userId })
    .onConflictDoNothing({ target: [articleExports.userId, articleExports.idempotencyKey] })
    .returning();
  return row;
}

/** The person's own export. */
export async function findOwnExport(db: Queryable, { clientId, userId }: Viewer, id: string): Promise<ExportRow | undefined> {
  const [row] = await db
    .select()
    .from(articleExports)
    .where(and(eq(articleExports.id, id), eq(articleExports.userId, userId), eq(articleExports.clientId, clientId), isLasting));
  return row;
}

/** The person's own exports that last, the newest first; of their articles only how many were asked for. */
export function listOwnExports(db: Queryable, { clientId, userId }: Viewer, limit: number) {
  const { articleIds, ...columns } = getTableColumns(articleExports);
  return db
    .select({ ...columns, articlesCount: sql<number>`jsonb_array_length(${articleIds})` })
    .from(articleExports)
    .where(and(eq(articleExports.userId, userId), eq(articleExports.clientId, clientId), isLasting))
    .orderBy(desc(articleExports.createdAt), desc(articleExports.id))
    .limit(limit);
}

export async function findExportByKey(db: Queryable, { userId }: Viewer, storedKey: string): Promise<ExportRow | undefined> {
  const [row] = await db
    .select()
    .from(articleExports)
    .where(and(eq(articleExports.userId, userId), eq(articleExports.idempotencyKey, storedKey), isLasting));
  return row;
}

/** An export for whoever has its address; none of a workspace that is disabled. */
export async function findExport(db: Queryable, id: string): Promise<ExportRow | undefined> {
  const [row] = await db
    .select()
    .from(articleExports)
    .where(and(eq(articleExports.id, id), isLasting, isOpenClient(articleExports.clientId)));
  return row;
}

const isLasting = sql`${articleExports.expiresAt} > now()`;

/**
 * How many the person has under way, how many have or will have a file, and when the first of those ends. Their row stays locked until the
 * transaction ends, so that two requests count one after the other.
 */
export async function countOwnExports(
  tx: Transaction,
  { userId }: Viewer,
): Promise<{ underWay: number; lasting: number; firstEnd: Date | null }> {
  await tx.execute(sql`select 1 from users where id = ${userId} for no key update`);
  const [counted] = await tx
    .select({
      underWay: sql<number>`(count(*) filter (where ${inArray(articleExports.state, ["waiting", "working"])}))::int`,
      lasting: sql<number>`count(*)::int`,
      firstEnd: min(articleExports.expiresAt),
    })
    .from(articleExports)
    .where(and(eq(articleExports.userId, userId), ne(articleExports.state, "failed"), isLasting));
  return counted ?? { underWay: 0, lasting: 0, firstEnd: null };
}

/** Begins it, again where it was begun before; `undefined` when it has come to its end or is gone. */
export async function beginExport(db: Queryable, id: string) {
  const [row] = await db
    .update(articleExports)
    .set({ state: "working", attempts: sql`${articleExports.attempts} + 1`, collected: 0 })
    .where(and(eq(articleExports.id, id), inArray(articleExports.state, ["waiting", "working"]), isLasting))
    .returning();
  return row;
}

/** Writes down how far it is, or how it ended; an export that is gone meanwhile stays gone. */
export async function updateExport(
  db: Queryable,
  id: string,
  values: Partial<Pick<ExportRow, "state" | "collected" | "leftOut" | "storageKey" | "fileSize">>,
): Promise<boolean> {
  const { rowCount } = await db
    .update(articleExports)
    .set(values)
    .where(and(eq(articleExports.id, id), eq(articleExports.state, "working")));
  return rowCount === 1;
}

/** Who asked for it, and where they belong. */
export async function findExporter(db: Queryable, userId: string) {
  const [row] = await db
    .select({ firstName: users.firstName, lastName: users.lastName, email: users.email, clientName: clients.name })
    .from(users)
    .innerJoin(clients, eq(clients.id, users.clientId))
    .where(eq(users.id, userId));
  return row;
}

/** Of these articles, those that the person sees and may pass on. */
export interface ExportableSum {
  count: number;
  /** The folder of them all where there is but one. */
  folderId: string | null;
  /** Bytes of their bodies. */
  bytes: number;
}

export async function sumExportable(db: Queryable, viewer: Viewer, ids: string[]): Promise<ExportableSum> {
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      folderId: sql<string | null>`case when count(distinct ${articles.folderId}) = 1 then min(${articles.folderId}::text) end`,
      bytes: sql<number>`coalesce(sum(octet_length(${articles.body})), 0)::int`,
    })
    .from(articles)
    .where(isExportable(viewer, ids));
  return row ?? { count: 0, folderId: null, bytes: 0 };
}

/** How many elements the bodies of those articles have; unlike their bytes, one has to read them for it. */
export async function countElements(db: Queryable, viewer: Viewer, ids: string[]): Promise<number> {
  const without = (tag: string) => sql`length(replace(${articles.body}, ${tag}, ''))`;
  const [row] = await db
    .select({
      // Each "<" is counted, and each "</" taken off again.
      elements: sql<number>`coalesce(sum(length(${articles.body}) - ${without("<")} - (length(${articles.body}) - ${without("</")}) / 2), 0)::int`,
    })
    .from(articles)
    .where(isExportable(viewer, ids));
  return row?.elements ?? 0;
}

export type ExportableArticle = ArticleRow & { storageKeys: Map<string, string> };

/** Those of these articles that the person sees and may pass on, whole, with the keys of their files by attachment. */
export async function listExportable(db: Queryable, viewer: Viewer, ids: string[]): Promise<ExportableArticle[]> {
  const rows = await selectArticles(db, isExportable(viewer, ids));
  if (rows.length === 0) return [];
  const files = await db
    .select({ id: attachments.id, articleId: attachments.articleId, storageKey: attachments.storageKey })
    .from(attachments)
    .where(
      inArray(
        attachments.articleId,
        rows.map((row) => row.id),
      ),
    );
  const keysOf = (articleId: string) =>
    files.filter((file) => file.articleId === articleId).map((file) => [file.id, file.storageKey] as const);
  return rows.map((row) => ({ ...row, storageKeys: new Map(keysOf(row.id)) }));
}

const isExportable = (viewer: Viewer, ids: string[]) =>
  sql`${articles.clientId} = ${viewer.clientId} and ${articles.id} = any(${sql.param(ids)}::uuid[]) and ${articles.shareable}
    and ${articles.folderId} in (${visibleFolders(viewer)})`;

/** Forgets exports whose time is over; their files go with the next sweep of files. */
export async function deleteExpiredExports(db: Queryable): Promise<void> {
  await db.delete(articleExports).where(lt(articleExports.expiresAt, sql`now()`));
}

/** Which of these keys exports name. */
export async function findExportKeysInUse(db: Queryable, storageKeys: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ key: articleExports.storageKey })
    .from(articleExports)
    .where(inArray(articleExports.storageKey, storageKeys));
  return new Set(rows.flatMap(({ key }) => key ?? []));
}
