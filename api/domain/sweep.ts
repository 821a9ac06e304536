import { dropViewsBefore } from "../db/articles/article-views";
import { findKeysInUse } from "../db/articles/attachments";
import { unlessLocked } from "../db/exclusive";
import { findExportKeysInUse } from "../db/exports/exports";
import { findMailingKeysInUse } from "../db/newsletters/drafts";
import { deleteEndedSessions, deleteOldLinks, deleteOldRateLimits } from "../db/sweep";
import { filesLock } from "../db/workspace/client-data";
import type { Services } from "../services";
import { deleteStaleSignUps } from "./auth/sign-up";
import { calendarDay } from "./calendar";
import { deleteOldExports } from "./exports/exports";
import { deleteOldInquiries } from "./home/inquiries";
import { resumeDeliveries } from "./newsletters/deliver";
import { askForSearchRefresh } from "./search/search-refresh";
import { toStorageKey } from "./stored-files";
import { deleteOldAudit } from "./workspace/audit";

/** A file is stored before its attachment is: what is younger may still be under way. Older ones that nobody names, nobody will ever name. */
const youngMs = 60 * 60 * 1000;
const keysAtOnce = 500;

/** Removes what nobody needs any more: ended sessions, old links and counters, accounts nobody confirmed, yesterday's readers, demo requests of half a year ago, old entries of audit logs, exports of yesterday, failed jobs, and files without an attachment; has search documents of an earlier version made anew. */
export async function sweep(services: Services): Promise<void> {
  const { db } = services.database;
  await deleteEndedSessions(db);
  await deleteOldLinks(db);
  await deleteOldRateLimits(db);
  await deleteStaleSignUps(services.database);
  await dropViewsBefore(db, calendarDay(services.config.timeZone));
  await deleteOldInquiries(services);
  await deleteOldAudit(services);
  await deleteOldExports(services);
  await services.jobs.tidy();
  await askForSearchRefresh(services);
  await resumeDeliveries(services);
  // An export copies the files that were named when it began.
  await unlessLocked(services.database, filesLock, () => sweepFiles(services));
}

async function sweepFiles({ database, files }: Services): Promise<void> {
  const since = new Date(Date.now() - youngMs);
  await files.deleteUnkept(since);
  let keys: string[] = [];
  const sweepKeys = async () => {
    const named = [...new Set(keys.map(toStorageKey))];
    const finders = [findKeysInUse, findMailingKeysInUse, findExportKeysInUse];
    const inUse = new Set<string>();
    for (const findInUse of finders) for (const key of await findInUse(database.db, named)) inUse.add(key);
    for (const key of keys) if (!inUse.has(toStorageKey(key))) await files.delete(key);
    keys = [];
  };
  for await (const key of files.list(since)) {
    keys.push(key);
    if (keys.length === keysAtOnce) await sweepKeys();
  }
  await sweepKeys();
}
