import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { keptSecret, parseSecrets } from "./secrets";

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

describe("Secrets", () => {
  const [first, second, third] = ["a", "b", "c"].map((letter) => letter.repeat(32)) as [string, string, string];

  test.each([
    ["one", first, [first]],
    ["two, the newest first", `${second}\n${first}`, [second, first]],
    ["as Windows writes them, with empty lines", `\r\n${second}  \r\n\r\n${first}\r\n`, [second, first]],
    ["with spaces and commas in them", `a, b ${first}\n c, d ${first}`, [`a, b ${first}`, ` c, d ${first}`]],
  ])("are read: %s", (_, text, secrets) => expect(parseSecrets(text)).toEqual({ secrets }));

  test.each([
    ["", /at least 32/],
    [" \n\t\n", /at least 32/],
    ["short", /at least 32/],
    [`${first}\nshort`, /at least 32/],
    [`${first}\n${second}\n${first}`, /twice/],
    [`${first}\n${first} `, /twice/],
    [[1, 2, 3, 4, 5, 6].map((n) => `${third}${n}`).join("\n"), /at most 5/],
  ])("are refused: %j", (text, problem) => expect(parseSecrets(text)).toEqual({ problem: expect.stringMatching(problem) }));
});
