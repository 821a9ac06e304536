import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

const folder = "api/db/migrations";

test("The migrations match api/db/schema.ts; otherwise `npx drizzle-kit generate --name …` makes the next one", () => {
  const copy = mkdtempSync(join(tmpdir(), "folda-migrations-"));
  try {
    cpSync(folder, copy, { recursive: true });
    const options = ["--dialect", "postgresql", "--schema", "./api/db/schema.ts", "--casing", "snake_case", "--out", copy];
    execFileSync(process.execPath, ["node_modules/drizzle-kit/bin.cjs", "generate", ...options], { stdio: "pipe" });
    expect(readdirSync(copy)).toEqual(readdirSync(folder));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
});
