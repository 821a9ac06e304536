import { open } from "node:fs/promises";

/** Writes a new file and syncs it to the disk. Its name is durable only after `syncDirectory`. */
export async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Syncs a directory to the disk: only then does a renamed file survive a power cut. */
export async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
