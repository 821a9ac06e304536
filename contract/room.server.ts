import { statfs } from "node:fs/promises";

const megabyte = 1024 * 1024;

/** Bytes of a disk that are left alone: files leave more than the database needs, so that texts are still taken when files no longer are. */
export const reserved = { files: 64 * megabyte, database: 32 * megabyte } as const;

/** Whether so many bytes may be written below a directory, and what is reserved stays free. One that nobody can tell of has room. */
export async function hasRoom(directory: string, bytes: number): Promise<boolean> {
  const disk = await statfs(directory).catch(() => undefined);
  return disk === undefined || disk.bavail * disk.bsize >= bytes;
}

/** Whether a write failed because the disk, or somebody's share of it, is full. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");
