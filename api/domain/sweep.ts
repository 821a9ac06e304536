import { notificationDays } from "../../contract/rest/notifications";
import { dropViewsBefore } from "../db/articles/article-views";
import { findKeysInUse } from "../db/articles/attachments";
import { deleteEndedSessions, deleteOldApiKeys, deleteOldLinks, deleteOldRateLimits } from "../db/cleanup";
import { unlessLocked } from "../db/exclusive";
import { findExportKeysInUse } from "../db/exports/exports";
import { findPictureKeysInUse } from "../db/newsletters/pictures";
import { deleteUnconfirmed } from "../db/newsletters/subscribers";
import { deleteOldNotifications } from "../db/notifications/notifications";
import { deleteOldEntries } from "../db/sources/entries";
import { findTrashKeysInUse } from "../db/trash/trash";
import { filesLock } from "../db/workspace/client-data";
import type { Services } from "../services";
import { tidyBatches } from "./articles/batches";
import { deleteStaleSignUps } from "./auth/sign-up";
import { tidyBookmarkImports } from "./bookmarks/import-run";
import { calendarDay } from "./calendar";
import { deleteOldExports } from "./exports/exports";
import { deleteOldInquiries } from "./home/inquiries";
import { resumeDeliveries } from "./newsletters/deliver";
import { askForSearchRefresh } from "./search/search-refresh";
import { toStorageKey } from "./stored-files";
import { purgeOldTrash } from "./trash/trash";
import { deleteOldAudit } from "./workspace/audit";

/** Milliseconds. A file is stored before the row that refers to it, so a younger file may still get one. An older unreferenced file never will. */
export const youngMs = 60 * 60 * 1000;
const keysAtOnce = 500;
/** Days for which entries are remembered after their feeds have dropped them. */
const sourceEntryDays = 180;

/**
 * Deletes expired data: ended sessions, old links, API keys and rate limits, unconfirmed accounts and subscribers, readers of earlier days, old demo requests,
 * audit entries, what is too long in the trash, exports, batches, imports of bookmarks, notifications, entries of feeds and failed jobs, and
 * unreferenced files. Also refreshes outdated search documents and resumes deliveries without a job.
 */
export async function sweep(services: Services): Promise<void> {
  const { db } = services.database;
  await deleteEndedSessions(db);
  await deleteOldLinks(db);
  await deleteOldApiKeys(db);
  await deleteOldRateLimits(db);
  await deleteStaleSignUps(services.database);
  await deleteUnconfirmed(db);
  await dropViewsBefore(db, calendarDay(services.config.timeZone));
  await deleteOldInquiries(services);
  await deleteOldAudit(services);
  await purgeOldTrash(services);
  await deleteOldExports(services);
  await tidyBatches(services);
  await deleteOldNotifications(db, notificationDays);
  await deleteOldEntries(db, sourceEntryDays);
  await tidyBookmarkImports(services);
  await services.jobs.tidy();
  await askForSearchRefresh(services);
  await resumeDeliveries(services);
  // Not during the export or deletion of a workspace: these copy or delete files that were referenced when they began.
  await unlessLocked(services.database, filesLock, () => deleteUnreferencedFiles(services));
}

async function deleteUnreferencedFiles({ database, files }: Services): Promise<void> {
  const since = new Date(Date.now() - youngMs);
  await files.deleteUnkept(since);
  let keys: string[] = [];
  const deleteUnreferenced = async () => {
    const originals = [...new Set(keys.map(toStorageKey))];
    const finders = [findKeysInUse, findPictureKeysInUse, findExportKeysInUse, findTrashKeysInUse];
    const inUse = new Set<string>();
    for (const findInUse of finders) for (const key of await findInUse(database.db, originals)) inUse.add(key);
    for (const key of keys) if (!inUse.has(toStorageKey(key))) await files.delete(key);
    keys = [];
  };
  for await (const key of files.list(since)) {
    keys.push(key);
    if (keys.length === keysAtOnce) await deleteUnreferenced();
  }
  await deleteUnreferenced();
}
