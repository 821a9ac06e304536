import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Prometheus's own checker. */
const promtool = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync("promtool", args, { encoding: "utf8" });
  return { status, output: stdout + stderr };
};
const isMissing = promtool("--version").status !== 0;
if (isMissing) process.stdout.write("Skipped: the alert rules need promtool. On Debian: apt-get install prometheus\n");

test.skipIf(isMissing)("Prometheus accepts the alert rules", () => {
  expect(promtool("check", "rules", "deploy/alerts.yml")).toMatchObject({ status: 0, output: expect.stringContaining("SUCCESS") });
});

test.skipIf(isMissing)("Each alert fires for its fault only", () => {
  const { status, output } = promtool("test", "rules", "tests/full/deployment/alerts.yml");
  expect([status, output]).toEqual([0, expect.stringContaining("SUCCESS")]);
  const alerts = [...readFileSync("deploy/alerts.yml", "utf8").matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  const tested = readFileSync("tests/full/deployment/alerts.yml", "utf8");
  expect(alerts.filter((name) => !tested.includes(`alertname="${name}"`))).toEqual([]);
});
