import { statfs } from "node:fs/promises";

const megabyte = 1024 * 1024;

/** Bytes of disk space that are kept free. Files keep more free than the database, so that texts can still be saved when files cannot. */
export const reservedBytes = { files: 64 * megabyte, database: 32 * megabyte } as const;

/** Whether the directory's disk has this many free bytes; callers add `reservedBytes`. True if unknown. */
export async function hasDiskSpace(directory: string, bytes: number): Promise<boolean> {
  const disk = await statfs(directory).catch(() => undefined);
  return disk === undefined || disk.bavail * disk.bsize >= bytes;
}

/** Whether a write failed because the disk or a quota is full. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");
