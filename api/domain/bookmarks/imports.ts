import * as limits from "../../../contract/limits";
import type { BookmarkOutcome } from "../../../contract/rest/bookmarks";
import { createWorkerPool, PoolBusy, TaskTooLarge } from "../../../contract/worker-pool.server";
import type { BookmarkReading, BookmarkTask } from "../../bookmarks/read-bookmarks";
import { bookmarksWorker } from "../../config";
import * as store from "../../db/bookmarks/imports";
import { inTransaction } from "../../db/pool";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { requireWritableFolder } from "../articles/articles";
import type { Upload } from "../articles/attachments";
import { Busy, InvalidFields, NotFound, RateLimitReached } from "../errors";
import { toFilename } from "../file-names";
import { requireId } from "../ids";

export type ImportChoice = store.BookmarkChoice;

/** An import with the number of its entries by outcome. */
export interface BookmarkImport extends Omit<store.ImportRow, "folders"> {
  total: number;
  processed: number;
  outcomes: { outcome: BookmarkOutcome; count: number }[];
}

export type BookmarkImportDetails = BookmarkImport & Awaited<ReturnType<typeof describe>>;

/** Tags that the preview lists, and imports in a person's list. */
const listed = { tags: 20, imports: 20 };
const atOnce = 3;
/** Seconds after which an import may be finished. */
const busySeconds = 30;

/** A file of the largest size takes a second on an idle machine. */
const readInPool = createWorkerPool<BookmarkTask, BookmarkReading>({ filename: bookmarksWorker });

/**
 * Reads an uploaded file and stores its entries as a draft; nothing is filed. Throws `RateLimitReached`, `Busy`, and `InvalidFields` if the file is
 * too large, empty, no file with bookmarks or has too many entries.
 */
export async function createBookmarkImport(services: Services, viewer: Viewer, upload: Upload): Promise<BookmarkImportDetails> {
  const { config, database, rateLimits } = services;
  const { file, isCut } = upload;
  if (isCut || file.size > limits.bookmarkFile) throw refused("fileTooLarge", { max: limits.bookmarkFile / 1024 / 1024 });
  await rateLimits.consume({ "bookmark-upload": viewer.userId });
  const { format, folders, entries } = await read({ path: file.path, timeZone: config.timeZone, allowHosts: config.importAllowHosts });
  const values = { filename: toFilename(upload.filename), format, folders };
  const { id } = await inTransaction(database, (tx) => store.insertImport(tx, viewer, values, entries));
  return getBookmarkImport(services, viewer, id);
}

async function read(task: BookmarkTask) {
  try {
    const reading = await readInPool(task);
    if (reading.ok) return reading.file;
    if (reading.problem === "tooMany") throw refused("tooManyBookmarks", { max: limits.bookmarksPerImport });
    throw refused(reading.problem === "empty" ? "noBookmarks" : "notBookmarks");
  } catch (error) {
    if (error instanceof TaskTooLarge) throw refused("notBookmarks");
    throw error instanceof PoolBusy ? new Busy() : error;
  }
}

const refused = (key: "fileTooLarge" | "noBookmarks" | "notBookmarks" | "tooManyBookmarks", values?: { max: number }) =>
  new InvalidFields({ file: [{ key, ...(values && { values }) }] });

/** One of the viewer's own imports. Throws `NotFound`. */
export async function getBookmarkImport({ database: { db } }: Services, viewer: Viewer, id: string): Promise<BookmarkImportDetails> {
  const row = await store.findOwnImport(db, viewer, requireId(id));
  if (!row) throw new NotFound();
  const [counted] = await withCounts(db, [row]);
  if (!counted) throw new NotFound();
  return { ...counted, ...(await describe(db, viewer, row)) };
}

/** The viewer's own imports that were started, newest first. */
export const listBookmarkImports = async ({ database: { db } }: Services, viewer: Viewer): Promise<BookmarkImport[]> =>
  withCounts(db, await store.listOwnImports(db, viewer, listed.imports));

async function withCounts<Row extends Omit<store.ImportRow, "folders">>(db: Services["database"]["db"], rows: Row[]) {
  const counts = await store.countOutcomes(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const own = counts.filter(({ importId }) => importId === row.id);
    const outcomes = own.flatMap(({ outcome, count }) => (outcome ? [{ outcome, count }] : []));
    const total = own.reduce((sum, { count }) => sum + count, 0);
    const pending = own.find(({ outcome }) => outcome === null)?.count ?? 0;
    return { ...row, total, processed: total - pending, outcomes };
  });
}

async function describe(db: Services["database"]["db"], viewer: Viewer, { id, folders, startedAt }: store.ImportRow) {
  const known = startedAt === null ? await store.countKnown(db, viewer, id) : { known: 0, repeated: 0 };
  const counts = await store.countByFolder(db, id);
  return {
    ...known,
    foldersCount: counts.length,
    folders: counts
      .slice(0, limits.bookmarkFolders)
      .map(({ folder, count }) => ({ number: folder, path: folders[folder]?.path ?? [], count })),
    tags: await store.sumTags(db, id, listed.tags),
    problems: await store.listUnfiled(db, id, { limit: limits.bookmarksListed }),
  };
}

/**
 * Starts a draft. An import that has been started already stays as it is, so that submitting twice files once. Throws `NotFound`, `InvalidFields` if
 * the viewer may not file into one of the folders or a folder of the file does not exist, and `RateLimitReached` while too many are in progress.
 */
export async function startBookmarkImport(
  services: Services,
  viewer: Viewer,
  id: string,
  choice: ImportChoice,
): Promise<BookmarkImportDetails> {
  const row = await store.findOwnImport(services.database.db, viewer, requireId(id));
  if (!row) throw new NotFound();
  if (row.startedAt === null)
    await inTransaction(services.database, async (tx) => {
      await requireWritableFolder(tx, viewer, choice.folderId);
      if (choice.targets.some(({ number }) => number >= row.folders.length)) throw new InvalidFields({ targets: [{ key: "notAChoice" }] });
      for (const folderId of new Set(choice.targets.map((target) => target.folderId)))
        if (folderId !== null && folderId !== choice.folderId) await requireTarget(tx, viewer, folderId);
      if ((await store.countImportsUnderWay(tx, viewer)) >= atOnce) throw new RateLimitReached(busySeconds);
      if (await store.startImport(tx, viewer, id, choice)) await services.jobs.enqueue(tx, "bookmark-import", { importId: id });
    });
  return getBookmarkImport(services, viewer, id);
}

async function requireTarget(...args: Parameters<typeof requireWritableFolder>): Promise<void> {
  try {
    await requireWritableFolder(...args);
  } catch (error) {
    throw error instanceof InvalidFields ? new InvalidFields({ targets: [{ key: "folderNotWritable" }] }) : error;
  }
}

/** The entries of an own import that were not filed, in batches, in the order of the file. Throws `NotFound`. */
export async function readUnfiled({ database: { db } }: Services, viewer: Viewer, id: string) {
  const row = await store.findOwnImport(db, viewer, requireId(id));
  if (!row) throw new NotFound();
  return unfiled(db, id);
}

async function* unfiled(db: Services["database"]["db"], id: string) {
  const limit = 1_000;
  let after = -1;
  for (;;) {
    const batch = await store.listUnfiled(db, id, { after, limit });
    if (batch.length > 0) yield batch;
    after = batch.at(-1)?.position ?? after;
    if (batch.length < limit) return;
  }
}
