import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { vi } from "vitest";
import { createApi } from "../../../api/app";
import { readConfig } from "../../../api/config";
import { createLog } from "../../../api/log";
import { openServices } from "../../../api/open-services";
import { bundleForNode } from "../../../scripts/bundle.js";
import { createWorld } from "../harness";
import { linesOf } from "../served-product";

/** Kills per test. */
export const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 2);

/** Milliseconds between an event and a kill. A fixed list, so that failures can be repeated; nothing that is asserted depends on them. */
const delays = [5, 320, 40, 0, 700, 90, 15, 180];

export const untilKill = (round: number) => sleep(delays[round % delays.length]);

/** The API in this process, on the data of killed ones. Jobs wait for `startWork`. */
export async function openAfterKill(environment: Record<string, string>) {
  const opened = await openServices(readConfig(environment), createLog("silent"));
  const api = createApi(opened.services);
  return { ...opened, world: createWorld(async (request) => api.fetch(request), "http://api.test", opened.close) };
}

/** Starts a program of this folder. It prints "open" and then a line for each committed event. */
export async function startProgram(name: string, environment: Record<string, string>, ...args: string[]) {
  const program = await bundleForNode(`tests/support/crash/${name}.ts`, `.cache/tests/crash-${name}.js`);
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, NODE_ENV: "test", ...environment },
  });
  const closed = once(child, "close");
  const lines = linesOf(child.stdout);
  await vi.waitUntil(
    () => {
      if (child.exitCode !== null) throw new Error(`${name} ended`);
      return lines.length > 0;
    },
    { timeout: 120_000 },
  );
  return {
    lines,
    async kill(): Promise<void> {
      child.kill("SIGKILL");
      await closed;
    },
  };
}
