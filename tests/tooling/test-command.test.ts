import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

const run = (...stages: string[]) => spawnSync(process.execPath, ["scripts/test.js", ...stages], { encoding: "utf8" });

test("Where no tests ran, none are counted", () => {
  const { status, stdout } = run("routes");
  expect(stdout.trim().split("\n").at(-1)).toBe("1 of 1 checks passed");
  expect(status).toBe(0);
});

test("A stage that is not there is named", () => {
  const { status, stderr } = run("routs");
  expect(stderr).toContain("No stage is called routs.");
  expect(status).toBe(2);
});
