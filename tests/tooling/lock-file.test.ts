import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { tryLock, unlock } from "../../scripts/lock-file.js";

describe("The lock of a build", () => {
  let directory: string;
  let path: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "folda-lock-file-"));
    path = join(directory, ".lock");
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  const leave = (holder: string, minutesAgo = 0) => {
    writeFileSync(path, holder);
    const then = Date.now() / 1000 - minutesAgo * 60;
    utimesSync(path, then, then);
  };
  const deadPid = () => String(spawnSync(process.execPath, ["-e", ""]).pid);

  test("is one process's until it gives it up", () => {
    expect([tryLock(path), tryLock(path)]).toEqual([true, false]);
    expect(readFileSync(path, "utf8")).toBe(String(process.pid));
    unlock(path);
    expect(tryLock(path)).toBe(true);
  });

  test.each([
    ["a process that lives", () => String(process.pid), 0],
    ["a process that has not written its number yet", () => "", 0],
  ])("stays with %s", (_, holder, minutesAgo) => {
    leave(holder(), minutesAgo);
    expect([tryLock(path), tryLock(path)]).toEqual([false, false]);
  });

  test.each([
    ["a process that died", deadPid, 0],
    ["one of before a restart, whose number another process has now", () => String(process.pid), 20],
    ["one that was cut off before it wrote its number", () => "", 20],
  ])("is taken from %s", (_, holder, minutesAgo) => {
    leave(holder(), minutesAgo);
    expect([tryLock(path), tryLock(path)]).toEqual([false, true]);
    expect(readdirSync(directory)).toEqual([".lock"]);
  });
});
