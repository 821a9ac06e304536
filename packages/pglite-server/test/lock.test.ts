import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DataDirectoryInUse, lockDirectory, SocketPathTooLong } from "../src/lock";
import { built } from "./built";

let parent: string;
let directory: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "pglite-lock-"));
  directory = join(parent, "database");
});

afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  rmSync(parent, { recursive: true, force: true });
});

/** Starts a process that takes the lock and keeps it; resolves with its output: "locked" or "refused by <pid>". */
async function startOther(): Promise<{ child: ChildProcess; said: string }> {
  const script = `
    const { lockDirectory } = await import(${JSON.stringify(built.lock)});
    try { await lockDirectory(${JSON.stringify(directory)}); console.log("locked"); setInterval(() => {}, 1000); }
    catch (error) { console.log(error.name === "DataDirectoryInUse" ? "refused by " + error.pid : String(error)); }`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  const [said] = await once(child.stdout, "data");
  return { child, said: String(said).trim() };
}

describe("the lock of a database directory", () => {
  test("is refused to a second taker with the pid of the first, until it is released", async () => {
    const lock = await lockDirectory(directory);
    const refusal = await lockDirectory(directory).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DataDirectoryInUse);
    expect(refusal).toMatchObject({ pid: process.pid, directory });

    lock.release();
    const again = await lockDirectory(directory);
    again.release();
    expect(readdirSync(`${directory}.lock`)).toEqual([]);
  });

  test("is refused to another process", async () => {
    const lock = await lockDirectory(directory);
    expect((await startOther()).said).toBe(`refused by ${process.pid}`);
    lock.release();
    expect((await startOther()).said).toBe("locked");
  });

  test("is free again when its process was killed, and what that one left is gone", async () => {
    const { child, said } = await startOther();
    expect(said).toBe("locked");
    await expect(lockDirectory(directory)).rejects.toMatchObject({ pid: child.pid });

    child.kill("SIGKILL");
    await once(child, "exit");
    expect(readdirSync(`${directory}.lock`)).toHaveLength(1);
    const lock = await lockDirectory(directory);
    expect(readdirSync(`${directory}.lock`)).toEqual([expect.stringMatching(`^${process.pid}-`)]);
    lock.release();
  });

  test("stays with a process that hangs", async () => {
    const { child } = await startOther();
    child.kill("SIGSTOP");
    await expect(lockDirectory(directory)).rejects.toMatchObject({ pid: child.pid });
  });

  test("goes to exactly one of eight processes that start at once, also where a killed one left its socket", async () => {
    for (let round = 0; round < 2; round += 1) {
      const starters = await Promise.all(Array.from({ length: 8 }, startOther));
      const winners = starters.filter(({ said }) => said === "locked");
      expect(winners).toHaveLength(1);
      const losers = starters.filter((starter) => !winners.includes(starter));
      for (const { said } of losers) expect(said).toBe(`refused by ${winners[0]?.child.pid}`);

      winners[0]?.child.kill("SIGKILL");
      await once(winners[0]?.child as ChildProcess, "exit");
    }
  });

  test("goes to exactly one of twenty takers in one process", async () => {
    const taken = await Promise.allSettled(Array.from({ length: 20 }, () => lockDirectory(directory)));
    expect(taken.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("says when the path is too long for a socket", async () => {
    const deep = join(parent, "d".repeat(60), "e".repeat(60));
    mkdirSync(deep, { recursive: true });
    const error = await lockDirectory(join(deep, "database")).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(SocketPathTooLong);
    expect(String(error)).toContain("Use a shorter path");
  });
});
