import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readEnvironment } from "../../../config/environment";
import { closeWithinMs, lastAnswersMs } from "../../../contract/ending.server";

const unit = readFileSync("deploy/folda.service", "utf8");
const settings = (name: string) => [...unit.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value = ""]) => value);
const variables = Object.fromEntries(
  settings("Environment").flatMap((value) =>
    value.split(" ").map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]),
  ),
);

test("deploy/folda.service starts the same program as the image, with writable directories where needed", () => {
  const dockerfile = readFileSync("Dockerfile", "utf8");
  const [, command = ""] = /^CMD (\[.+\])$/m.exec(dockerfile) ?? [];
  expect(settings("ExecStart")).toEqual([`/usr/bin/${JSON.parse(command).join(" ")}`]);
  for (const name of ["MALLOC_ARENA_MAX", "MALLOC_MMAP_THRESHOLD_", "NODE_OPTIONS", "NODE_ENV"])
    expect(dockerfile).toContain(`${name}=${variables[name]}`);
  expect(settings("ReadWritePaths")).toEqual([readEnvironment(variables).DATA_DIR]);
  expect(settings("StateDirectory").map((name) => `/var/lib/${name}`)).toEqual(settings("ReadWritePaths"));
});

test("it restarts the product after a fault, and gives it enough time to shut down", () => {
  expect(settings("Restart")).toEqual(["on-failure"]);
  const seconds = Number.parseInt(settings("TimeoutStopSec")[0] ?? "", 10);
  const longestDrain = seconds - (lastAnswersMs + closeWithinMs) / 1000;
  expect(readEnvironment({ DRAIN_SECONDS: String(longestDrain) }).DRAIN_SECONDS).toBe(longestDrain);
  expect(() => readEnvironment({ DRAIN_SECONDS: String(longestDrain + 1) })).toThrow("DRAIN_SECONDS");
});

const isThere = spawnSync("systemd-analyze", ["--version"]).status === 0;

test.runIf(isThere)("systemd finds nothing wrong with it", () => {
  const directory = mkdtempSync(join(tmpdir(), "folda-unit-"));
  const path = join(directory, "folda.service");
  const verify = (text: string) => {
    writeFileSync(path, text);
    const { status, stderr } = spawnSync("systemd-analyze", ["verify", path], { encoding: "utf8" });
    return { status, complaints: stderr.split("\n").filter((line) => line.includes("folda.service")) };
  };
  // Node may be installed elsewhere on this machine.
  const here = unit.replace("/usr/bin/node", process.execPath);
  expect(verify(here)).toEqual({ status: 0, complaints: [] });
  expect(verify(here.replace("Restart=on-failure", "Restart=sometimes")).complaints).toHaveLength(1);
  rmSync(directory, { recursive: true, force: true });
});
