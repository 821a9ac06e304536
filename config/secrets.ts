import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const shortestSecret = 32;
const mostSecrets = 5;

/** The newest secret signs, and every one verifies, so that a secret can be replaced without invalidating what an older one signed. */
export type Secrets = readonly [newest: string, ...older: string[]];

/** Secrets in the format of variables and files: one per line, newest first. */
export function parseSecrets(text: string): { secrets: Secrets } | { problem: string } {
  const lines = text.split("\n").map((line) => line.trimEnd());
  const [newest = "", ...older] = lines.filter((line) => line !== "");
  const secrets = [newest, ...older] as const;
  if (secrets.some((secret) => secret.length < shortestSecret))
    return { problem: `each secret must have at least ${shortestSecret} characters` };
  if (secrets.length > mostSecrets) return { problem: `must be at most ${mostSecrets} secrets, one per line` };
  if (new Set(secrets).size < secrets.length) return { problem: "must not contain a secret twice" };
  return { secrets };
}

/** The secret in this file, created if missing. Two processes that start at the same time get the same one. */
export function keptSecret(path: string, make: () => string): string {
  removeLeft(path);
  const found = findSecret(path);
  if (found !== undefined) return found;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, `${make()}\n`, { mode: 0o600, flush: true });
  try {
    // Unlike a rename, a link fails if the other process was faster.
    linkSync(unfinished, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(unfinished, { force: true });
  }
  return readFileSync(path, "utf8").trim();
}

/** Milliseconds, far more than a secret takes to be written. */
const leftMs = 60_000;

/** Removes temporary files of this secret that killed processes left behind. */
function removeLeft(path: string): void {
  const directory = dirname(path);
  if (!existsSync(directory)) return;
  for (const name of readdirSync(directory)) {
    const left = join(directory, name);
    // Followed by a process id, which has seven digits at most: a copy that the operator made, such as `.20261125`, stays.
    const isUnfinished = name.startsWith(`${basename(path)}.`) && /^\d{1,7}$/.test(name.slice(basename(path).length + 1));
    const writtenAt = isUnfinished ? statSync(left, { throwIfNoEntry: false })?.mtimeMs : undefined;
    if (writtenAt !== undefined && writtenAt < Date.now() - leftMs) rmSync(left, { force: true });
  }
}

/** The secret in this file; `undefined` if there is none. */
export function findSecret(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
