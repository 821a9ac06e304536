import { open } from "node:fs/promises";

/** Makes a new file that is on the disk when this resolves; its name is once `syncDirectory` has run too. */
export async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Puts the names of a directory's files on the disk: a renamed file survives a power cut only then. */
export async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
