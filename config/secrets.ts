import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** The secret in this file, made when there is none; two processes that start at once get the same one. */
export function keptSecret(path: string, make: () => string): string {
  const found = findSecret(path);
  if (found !== undefined) return found;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, `${make()}\n`, { mode: 0o600, flush: true });
  try {
    // A link, unlike a rename, fails when the other process was faster.
    linkSync(unfinished, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(unfinished, { force: true });
  }
  return readFileSync(path, "utf8").trim();
}

/** The secret in this file; `undefined` when there is no file. */
export function findSecret(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
