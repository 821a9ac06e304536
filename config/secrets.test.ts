import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { keptSecret } from "./secrets";

test("removes what a killed process has left of a secret, but nothing that may still be written", () => {
  const directory = mkdtempSync(join(tmpdir(), "folda-secrets-"));
  const path = join(directory, "session-secret");
  const old = new Date(Date.now() - 120_000);
  const names = ["session-secret.4711", "session-secret.4712", "session-secret.txt", "session-secret.20261125", "other.4711"];
  for (const name of names) {
    writeFileSync(join(directory, name), "x");
    if (name !== "session-secret.4712") utimesSync(join(directory, name), old, old);
  }
  expect(keptSecret(path, () => "new")).toBe("new");
  expect(keptSecret(path, () => "newer")).toBe("new");
  expect(names.map((name) => existsSync(join(directory, name)))).toEqual([false, true, true, true, true]);
  rmSync(directory, { recursive: true });
});
