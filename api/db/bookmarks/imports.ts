import { and, desc, eq, getTableColumns, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { BookmarkOutcome } from "../../../contract/rest/bookmarks";
import type { ReadBookmark } from "../../bookmarks/bookmark-file";
import type { Viewer } from "../../permissions/viewer";
import { articlesFrom } from "../articles/addresses";
import { visibleFolders } from "../folders/folders";
import type { Queryable, Transaction } from "../pool";
import { type BookmarkChoice, bookmarkImports, bookmarks } from "../schema";

export type { BookmarkChoice } from "../schema";

export type ImportRow = typeof bookmarkImports.$inferSelect;
export type BookmarkRow = typeof bookmarks.$inferSelect;

const rowsAtOnce = 1_000;

/** Drafts per person: a new one replaces the oldest. */
const draftsKept = 5;

export async function insertImport(
  tx: Transaction,
  { clientId, userId }: Viewer,
  values: Pick<ImportRow, "filename" | "format" | "folders">,
  entries: readonly ReadBookmark[],
): Promise<ImportRow> {
  const [row] = await tx
    .insert(bookmarkImports)
    .values({ ...values, clientId, userId })
    .returning();
  if (!row) throw new Error("no row was inserted");
  await tx.execute(sql`
    delete from bookmark_imports where id in (
      select id from bookmark_imports where user_id = ${userId} and started_at is null order by created_at desc, id offset ${draftsKept})`);
  for (let start = 0; start < entries.length; start += rowsAtOnce) {
    const chunk = entries.slice(start, start + rowsAtOnce);
    await tx.insert(bookmarks).values(chunk.map((entry, index) => ({ ...entry, importId: row.id, position: start + index })));
  }
  return row;
}

const isOwn = ({ clientId, userId }: Viewer, ...more: SQL[]) =>
  and(eq(bookmarkImports.userId, userId), eq(bookmarkImports.clientId, clientId), ...more);

export async function findOwnImport(db: Queryable, viewer: Viewer, id: string): Promise<ImportRow | undefined> {
  const [row] = await db
    .select()
    .from(bookmarkImports)
    .where(isOwn(viewer, eq(bookmarkImports.id, id)));
  return row;
}

/** The viewer's imports that were started, newest first, without their folders. */
export function listOwnImports(db: Queryable, viewer: Viewer, limit: number) {
  const { folders: _, ...columns } = getTableColumns(bookmarkImports);
  return db
    .select(columns)
    .from(bookmarkImports)
    .where(isOwn(viewer, isNotNull(bookmarkImports.startedAt)))
    .orderBy(desc(bookmarkImports.createdAt), desc(bookmarkImports.id))
    .limit(limit);
}

/** Starts a draft; `false` if it has been started already. */
export async function startImport(tx: Transaction, viewer: Viewer, id: string, choice: BookmarkChoice): Promise<boolean> {
  const now = new Date();
  const { rowCount } = await tx
    .update(bookmarkImports)
    .set({ choice, startedAt: now, updatedAt: now })
    .where(isOwn(viewer, eq(bookmarkImports.id, id), isNull(bookmarkImports.startedAt)));
  return rowCount === 1;
}

/** The number of the viewer's imports in progress. Locks the person's row, so that concurrent requests count one after the other. */
export async function countImportsUnderWay(tx: Transaction, viewer: Viewer): Promise<number> {
  await tx.execute(sql`select 1 from users where id = ${viewer.userId} for no key update`);
  return tx.$count(bookmarkImports, isOwn(viewer, isUnderWay));
}

const isUnderWay = sql`(${bookmarkImports.startedAt} is not null and ${bookmarkImports.finishedAt} is null)`;

/** An import in progress, locked until the transaction ends. */
export async function lockImport(tx: Transaction, id: string): Promise<ImportRow | undefined> {
  const [row] = await tx
    .select()
    .from(bookmarkImports)
    .where(and(eq(bookmarkImports.id, id), isUnderWay))
    .for("update");
  return row;
}

/** The next bookmarks without an outcome, in the order of the file. */
export const listPending = (tx: Transaction, importId: string, limit: number): Promise<BookmarkRow[]> =>
  tx
    .select()
    .from(bookmarks)
    .where(and(eq(bookmarks.importId, importId), isNull(bookmarks.outcome)))
    .orderBy(bookmarks.position)
    .limit(limit);

/** Stores outcomes by position, as progress of the import. */
export async function storeOutcomes(tx: Transaction, importId: string, outcomes: ReadonlyMap<number, BookmarkOutcome>): Promise<void> {
  await tx.execute(sql`
    update bookmarks set outcome = done.outcome
    from unnest(${sql.param([...outcomes.keys()])}::int[], ${sql.param([...outcomes.values()])}::text[]) as done (position, outcome)
    where import_id = ${importId} and bookmarks.position = done.position`);
  await tx.update(bookmarkImports).set({ updatedAt: new Date() }).where(eq(bookmarkImports.id, importId));
}

/** Ends an import; those of its bookmarks that have no outcome get this one. */
export async function finishImport(tx: Transaction, importId: string, rest: BookmarkOutcome): Promise<void> {
  const now = new Date();
  await tx
    .update(bookmarks)
    .set({ outcome: rest })
    .where(and(eq(bookmarks.importId, importId), isNull(bookmarks.outcome)));
  await tx.update(bookmarkImports).set({ finishedAt: now, updatedAt: now }).where(eq(bookmarkImports.id, importId));
}

/**
 * The addresses among these that are filed in folders that the viewer sees, and their keys: two spellings of an address have one key. Waits for
 * other imports of the workspace, so that two at once do not file an address twice.
 */
export async function findFiled(tx: Transaction, viewer: Viewer, urls: readonly string[]) {
  await tx.execute(sql`select 1 from clients where id = ${viewer.clientId} for no key update`);
  const { rows } = await tx.execute<{ url: string; key: string; isFiled: boolean }>(sql`
    select url, key, ${isFiledIn(viewer)} as "isFiled" from (
      select url, address_form(url) as key from unnest(${sql.param(urls)}::text[]) as given (url)) as given`);
  return new Map(rows.map(({ url, key, isFiled }) => [url, { key, isFiled }]));
}

const isFiledIn = (viewer: Viewer) => sql`exists (
  select 1 from (${articlesFrom(viewer.clientId, sql`url`)}) as found (id) join articles a using (id)
  where address_form(a.source_url) = key and a.folder_id in (${visibleFolders(viewer)}))`;

/** How many of the readable bookmarks are filed where the viewer sees it, and how many others occur earlier in the file. */
export async function countKnown(db: Queryable, viewer: Viewer, importId: string): Promise<{ known: number; repeated: number }> {
  const { rows } = await db.execute<{ known: number; repeated: number }>(sql`
    with entry as materialized (
      select url, key, row_number() over (partition by key order by position) > 1 as is_repeated from (
        select position, url, address_form(url) as key from bookmarks where import_id = ${importId} and url is not null) as given),
    checked as materialized (select is_repeated, ${isFiledIn(viewer)} as is_filed from entry)
    select (count(*) filter (where is_filed))::int as known, (count(*) filter (where is_repeated and not is_filed))::int as repeated from checked`);
  return rows[0] ?? { known: 0, repeated: 0 };
}

/** The number of bookmarks of each import by outcome; `null` for those that have none yet. */
export async function countOutcomes(db: Queryable, importIds: readonly string[]) {
  const { rows } = await db.execute<{ importId: string; outcome: BookmarkOutcome | null; count: number }>(sql`
    select import_id as "importId", outcome, count(*)::int as count from bookmarks
    where import_id = any(${sql.param(importIds)}::uuid[]) group by import_id, outcome`);
  return rows;
}

/** The number of readable bookmarks by folder, most first. */
export async function countByFolder(db: Queryable, importId: string): Promise<{ folder: number; count: number }[]> {
  const { rows } = await db.execute<{ folder: number; count: number }>(sql`
    select folder, count(*)::int as count from bookmarks where import_id = ${importId} and url is not null
    group by folder order by count(*) desc, folder`);
  return rows;
}

/** The tags of the readable bookmarks: the most frequent ones, their number, and how many bookmarks have none. */
export async function sumTags(db: Queryable, importId: string, limit: number) {
  const { rows } = await db.execute<{ names: string[]; count: number; untagged: number }>(sql`
    with used as materialized (
      select min(name) as name, count(*) as uses from bookmarks cross join jsonb_array_elements_text(tags) as name
      where import_id = ${importId} and url is not null group by lower(name))
    select array(select name from used order by uses desc, name limit ${limit}) as names, (select count(*)::int from used) as count,
      (select count(*)::int from bookmarks where import_id = ${importId} and url is not null and tags = '[]') as untagged`);
  return rows[0] ?? { names: [], count: 0, untagged: 0 };
}

/** Bookmarks that were not filed, in the order of the file, after a position. */
export const listUnfiled = (db: Queryable, importId: string, { after = -1, limit }: { after?: number; limit: number }) =>
  db
    .select({
      position: bookmarks.position,
      line: bookmarks.line,
      title: bookmarks.title,
      url: bookmarks.url,
      outcome: sql<BookmarkOutcome>`${bookmarks.outcome}`,
    })
    .from(bookmarks)
    .where(and(eq(bookmarks.importId, importId), sql`${bookmarks.outcome} <> 'filed'`, sql`${bookmarks.position} > ${after}`))
    .orderBy(bookmarks.position)
    .limit(limit);

/** Unfinished imports without progress since this moment. */
export const listStalledImports = (db: Queryable, since: Date) =>
  db
    .select({ id: bookmarkImports.id, updatedAt: bookmarkImports.updatedAt })
    .from(bookmarkImports)
    .where(and(isUnderWay, lt(bookmarkImports.updatedAt, since)));

/** Deletes drafts and finished imports that were last changed before this moment. */
export async function deleteOldImports(db: Queryable, before: Date): Promise<void> {
  await db.delete(bookmarkImports).where(and(sql`not ${isUnderWay}`, lt(bookmarkImports.updatedAt, before)));
}
