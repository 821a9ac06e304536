import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Prometheus's own checker; Debian has it in the package `prometheus`. */
function promtool(...args: string[]) {
  const { status, stdout, stderr, error } = spawnSync("promtool", args, { encoding: "utf8" });
  if (error) throw new Error("promtool is missing: install it (Debian: apt-get install prometheus)", { cause: error });
  return { status, output: stdout + stderr };
}

test("Prometheus accepts the alert rules", () => {
  expect(promtool("check", "rules", "deploy/alerts.yml")).toMatchObject({ status: 0, output: expect.stringContaining("SUCCESS") });
});

test("Each alert fires for its fault only", () => {
  const { status, output } = promtool("test", "rules", "tests/tooling/alerts.yml");
  expect([status, output]).toEqual([0, expect.stringContaining("SUCCESS")]);
  const alerts = [...readFileSync("deploy/alerts.yml", "utf8").matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  const tested = readFileSync("tests/tooling/alerts.yml", "utf8");
  expect(alerts.filter((name) => !tested.includes(`alertname="${name}"`))).toEqual([]);
});
