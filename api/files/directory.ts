import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** Every file below a directory; none if the directory does not exist. */
export async function* filesBelow(directory: string): AsyncIterable<{ name: string; path: string }> {
  for (const entry of (await ifThere(readdir(directory, { withFileTypes: true }))) ?? []) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield { name: entry.name, path };
  }
}

/** Whether the file exists and was last written before `moment`. */
export async function isOlder(path: string, moment: Date): Promise<boolean> {
  const found = await ifThere(stat(path));
  return found !== undefined && found.mtime < moment;
}

/** The result of the call; `undefined` if its file does not exist. */
export async function ifThere<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
