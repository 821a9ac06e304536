import { and, desc, eq, getTableColumns, inArray, lt, min, ne, sql } from "drizzle-orm";
import type { Viewer } from "../../permissions/viewer";
import { type ArticleRow, selectArticles } from "../articles/article-rows";
import { visibleFolders } from "../folders/folders";
import type { Queryable, Transaction } from "../pool";
import { articleExports, articles, attachments, clients, users } from "../schema";
import { isOpenClient } from "../workspace/clients";

export type ExportRow = typeof articleExports.$inferSelect;

export type NewExport = Pick<ExportRow, "title" | "format" | "cover" | "locale" | "articleIds" | "expiresAt" | "idempotencyKey">;

/** The new export; `undefined` if a concurrent request with the same key created it. */
export async function insertExport(tx: Transaction, { clientId, userId }: Viewer, values: NewExport): Promise<ExportRow | undefined> {
  const [row] = await tx
    .insert(articleExports)
    .values({ ...values, clientId, userId })
    .onConflictDoNothing({ target: [articleExports.userId, articleExports.idempotencyKey] })
    .returning();
  return row;
}

/** The viewer's own export, unless it has expired. */
export async function findOwnExport(db: Queryable, { clientId, userId }: Viewer, id: string): Promise<ExportRow | undefined> {
  const [row] = await db
    .select()
    .from(articleExports)
    .where(and(eq(articleExports.id, id), eq(articleExports.userId, userId), eq(articleExports.clientId, clientId), isUnexpired));
  return row;
}

/** The viewer's unexpired exports, newest first, with the number of requested articles instead of their ids. */
export function listOwnExports(db: Queryable, { clientId, userId }: Viewer, limit: number) {
  const { articleIds, ...columns } = getTableColumns(articleExports);
  return db
    .select({ ...columns, articlesCount: sql<number>`jsonb_array_length(${articleIds})` })
    .from(articleExports)
    .where(and(eq(articleExports.userId, userId), eq(articleExports.clientId, clientId), isUnexpired))
    .orderBy(desc(articleExports.createdAt), desc(articleExports.id))
    .limit(limit);
}

export async function findExportByKey(db: Queryable, { userId }: Viewer, storedKey: string): Promise<ExportRow | undefined> {
  const [row] = await db
    .select()
    .from(articleExports)
    .where(and(eq(articleExports.userId, userId), eq(articleExports.idempotencyKey, storedKey), isUnexpired));
  return row;
}

/** An unexpired export of anyone, for its signed link; `undefined` if its workspace is disabled. */
export async function findExport(db: Queryable, id: string): Promise<ExportRow | undefined> {
  const [row] = await db
    .select()
    .from(articleExports)
    .where(and(eq(articleExports.id, id), isUnexpired, isOpenClient(articleExports.clientId)));
  return row;
}

const isUnexpired = sql`${articleExports.expiresAt} > now()`;

/**
 * The number of the viewer's exports in progress, the number that have or will have a file, and the earliest expiry of these. Locks the person's
 * row until the transaction ends, so that concurrent requests count one after the other.
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
    .where(and(eq(articleExports.userId, userId), ne(articleExports.state, "failed"), isUnexpired));
  return counted ?? { underWay: 0, lasting: 0, firstEnd: null };
}

/** Starts or restarts an export; `undefined` if it has finished, failed or expired. */
export async function beginExport(db: Queryable, id: string) {
  const [row] = await db
    .update(articleExports)
    .set({ state: "working", attempts: sql`${articleExports.attempts} + 1`, collected: 0 })
    .where(and(eq(articleExports.id, id), inArray(articleExports.state, ["waiting", "working"]), isUnexpired))
    .returning();
  return row;
}

/** Stores the progress or the result of an export; `false` if it is no longer in progress. */
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

/** The person who requested an export, with the name and branding of their workspace. */
export async function findExporter(db: Queryable, userId: string) {
  const [row] = await db
    .select({
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      client: { name: clients.name, theme: clients.theme, logoKey: clients.logoKey },
    })
    .from(users)
    .innerJoin(clients, eq(clients.id, users.clientId))
    .where(eq(users.id, userId));
  return row;
}

/** Totals of the articles that a person sees and may share. */
export interface ExportableSum {
  count: number;
  /** The folder, if all are in the same one. */
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

/** The number of HTML elements in the bodies of these articles. Unlike their size, it requires reading the bodies. */
export async function countElements(db: Queryable, viewer: Viewer, ids: string[]): Promise<number> {
  const without = (tag: string) => sql`length(replace(${articles.body}, ${tag}, ''))`;
  const [row] = await db
    .select({
      // Every "<", minus every "</".
      elements: sql<number>`coalesce(sum(length(${articles.body}) - ${without("<")} - (length(${articles.body}) - ${without("</")}) / 2), 0)::int`,
    })
    .from(articles)
    .where(isExportable(viewer, ids));
  return row?.elements ?? 0;
}

export type ExportableArticle = ArticleRow & { storageKeys: Map<string, string> };

/** The articles among these that the viewer sees and may share, with the storage keys of their attachments by id. */
export async function listExportable(db: Queryable, viewer: Viewer, ids: string[]): Promise<ExportableArticle[]> {
  const rows = await selectArticles(db, viewer, isExportable(viewer, ids));
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
  const found = new Map(rows.map((row) => [row.id, { ...row, storageKeys: new Map<string, string>() }]));
  for (const { id, articleId, storageKey } of files) found.get(articleId)?.storageKeys.set(id, storageKey);
  return [...found.values()];
}

const isExportable = (viewer: Viewer, ids: string[]) =>
  sql`${articles.clientId} = ${viewer.clientId} and ${articles.id} = any(${sql.param(ids)}::uuid[]) and ${articles.shareable}
    and ${articles.folderId} in (${visibleFolders(viewer)})`;

/** Deletes expired exports; the cleanup job deletes their files. */
export async function deleteExpiredExports(db: Queryable): Promise<void> {
  await db.delete(articleExports).where(lt(articleExports.expiresAt, sql`now()`));
}

/** The keys that exports refer to. */
export async function findExportKeysInUse(db: Queryable, storageKeys: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ key: articleExports.storageKey })
    .from(articleExports)
    .where(inArray(articleExports.storageKey, storageKeys));
  return new Set(rows.flatMap(({ key }) => key ?? []));
}
