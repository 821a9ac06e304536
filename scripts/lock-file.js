import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";

/** Nobody holds a lock for so long: after a restart of the machine its number can be another process's. */
const longestHeldMs = 15 * 60_000;

/**
 * Takes the lock when nobody has it; a dead process's lock is removed, so that the next try gets it.
 * @param {string} path
 */
export function tryLock(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
  }
  const holder = readIfThere(path);
  if (holder === undefined || isHeld(path, holder)) return false;
  const taken = `${path}.${process.pid}`;
  try {
    renameSync(path, taken);
    // Between reading and renaming another process may have taken the dead one's place.
    if (readIfThere(taken) === holder) rmSync(taken);
    else renameSync(taken, path);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "ENOENT") throw error;
  }
  return false;
}

/** @param {string} path */
export function unlock(path) {
  rmSync(path, { force: true });
}

/**
 * @param {string} path
 * @param {string} holder empty as long as it has not written its number yet
 */
function isHeld(path, holder) {
  const since = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return Date.now() - since < longestHeldMs && (holder === "" || isAlive(Number(holder)));
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}

/**
 * @param {string} path
 * @returns {string | undefined}
 */
export function readIfThere(path) {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "ENOENT") return undefined;
    throw error;
  }
}
