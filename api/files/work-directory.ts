import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rm, utimes } from "node:fs/promises";
import { join } from "node:path";
import { type DirectoryLock, lockDirectory } from "@folda/pglite-server";
import { isDiskFull } from "../../contract/disk-space.server";
import { filesBelow, ifThere, isOlder } from "./directory";

/** The directory in which this process writes unfinished files. The same parent can be shared by several processes, also of other machines. */
export interface WorkDirectory {
  path: string;
  /**
   * Deletes directories of dead processes, and files below the parent that were last written before that moment, for example because they belong to
   * a process that died before the machine was restarted.
   */
  deleteLeft(before: Date): Promise<void>;
  /** Deletes the directory. */
  close(): Promise<void>;
}

const lockSuffix = ".lock";
const hour = 60 * 60 * 1000;
const day = 24 * hour;

/** Creates the directory, whose name and lock tell later processes whether its owner is alive. */
export async function openWorkDirectory(parent: string): Promise<WorkDirectory> {
  await makeDirectory(parent);
  const boot = await findBoot();
  const random = randomBytes(4).toString("hex");
  let path = join(parent, `${boot ?? "unknown"}-${random}`);
  // Before the directory exists: one without a lock belongs to a dead process.
  let lock = boot === undefined ? undefined : await lockDirectory(path).catch(() => undefined);
  if (!lock) path = join(parent, `unknown-${random}`);
  await makeDirectory(path);
  // Tells other machines that the owner is alive.
  const touching = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => {}), hour).unref();

  const isOfThisBoot = (name: string) => boot !== undefined && name.startsWith(`${boot}-`);
  return {
    path,

    async deleteLeft(before) {
      for (const entry of (await ifThere(readdir(parent, { withFileTypes: true }))) ?? []) {
        const at = join(parent, entry.name);
        if (entry.name.endsWith(lockSuffix)) {
          if (!(await isLone(at, before))) continue;
          if (isOfThisBoot(entry.name)) await deleteUnlessOwned(at.slice(0, -lockSuffix.length));
          else await rm(at, { recursive: true, force: true });
        } else if (!entry.isDirectory()) await deleteIfOlder(at, before);
        else if (at === path) await deleteOldFiles(at, before);
        else if (!isOfThisBoot(entry.name)) await deleteOldDirectory(at, before);
        else if (!(await deleteUnlessOwned(at))) await deleteOldFiles(at, before);
      }
    },

    async close() {
      clearInterval(touching);
      await rm(path, { recursive: true, force: true });
      if (lock) await deleteLock(lock);
      lock = undefined;
    },
  };
}

/** Also succeeds on a full disk: the directory is created again with the first file. */
async function makeDirectory(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    if (!isDiskFull(error)) throw error;
  });
}

/**
 * The machine's identity since its last start. Processes with the same one can see whether the other is alive. It is cut, because the paths of
 * sockets are limited. `undefined` on systems other than Linux.
 */
async function findBoot(): Promise<string | undefined> {
  const id = await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => "");
  return /^[0-9a-f-]{36}\s*$/.test(id) ? id.replaceAll("-", "").slice(0, 12) : undefined;
}

/** Deletes the directory of a dead process; `false` if its process is alive, or cannot be asked. */
async function deleteUnlessOwned(directory: string): Promise<boolean> {
  const lock = await lockDirectory(directory).catch(() => undefined);
  if (!lock) return false;
  await rm(directory, { recursive: true, force: true });
  await deleteLock(lock);
  return true;
}

async function deleteLock(lock: DirectoryLock): Promise<void> {
  lock.release();
  await rm(lock.directory, { recursive: true, force: true });
}

/** Whether a lock has no directory, and was created before that moment: its process died early, or found the disk full. */
async function isLone(lockPath: string, before: Date): Promise<boolean> {
  const owned = await ifThere(readdir(lockPath.slice(0, -lockSuffix.length)));
  return owned === undefined && (await isOlder(lockPath, before));
}

/** The directory of a process that cannot be asked: it may be on another machine. */
async function deleteOldDirectory(path: string, before: Date): Promise<void> {
  await deleteOldFiles(path, before);
  if (!(await isOlder(path, new Date(before.getTime() - day)))) return;
  await rm(path, { recursive: true, force: true });
  await rm(`${path}${lockSuffix}`, { recursive: true, force: true });
}

async function deleteOldFiles(directory: string, before: Date): Promise<void> {
  for await (const { path } of filesBelow(directory)) await deleteIfOlder(path, before);
}

async function deleteIfOlder(path: string, before: Date): Promise<void> {
  if (await isOlder(path, before)) await rm(path, { force: true });
}
