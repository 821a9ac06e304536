import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

/** What is planted where, and the rule that has to find it; without a rule nothing may be found. */
const planted: [what: string, directory: string, name: string, text: string, rule?: string][] = [
  ["fetch in a feature", "app/features/stream", "a.ts", 'export const more = () => fetch("/stream");', "noRestrictedGlobals"],
  ["fetch in the API's domain", "api/domain", "a.ts", 'export const news = () => fetch("http://a.example");', "noRestrictedGlobals"],
  ["process.env outside the configuration", "api/domain", "b.ts", "export const port = process.env.PORT;", "noProcessEnv"],
  ["the environment by import", "api/domain", "c.ts", 'import { env } from "node:process";\nexport const port = env.PORT;', "noProcessEnv"],
  ["console in the product", "api/http", "a.ts", 'console.log("here");', "noConsole"],
  ["any", "contract", "a.ts", "export const read = (value: any) => value;", "noExplicitAny"],
  ["a type imported as a value", "contract", "b.ts", 'import { Role } from "./users";\nexport type Known = Role[];', "useImportType"],
  ["a focused test", "app/ui", "a.test.ts", 'import { test } from "vitest";\ntest.only("a", () => {});', "noFocusedTests"],
  ["a skipped test", "app/ui", "b.test.ts", 'import { test } from "vitest";\ntest.skip("a", () => {});', "noSkippedTests"],
  ["a skipped suite", "tests/api", "a.test.ts", 'import { describe } from "vitest";\ndescribe.skip("a", () => {});', "noSkippedTests"],
  ["a focused flow", "tests/e2e", "a.spec.ts", 'import { test } from "./fixtures";\ntest.only("a", () => {});', "noFocusedTests"],
  [
    "a flow waiting for a quiet network",
    "tests/e2e",
    "b.spec.ts",
    'await page.waitForLoadState("networkidle");',
    "noPlaywrightNetworkidle",
  ],
  ["a picture without words", "app/ui", "a.tsx", 'export const News = () => <img src="/a.png" />;', "useAltText"],
  ["a button of no type", "app/ui", "b.tsx", "export const News = () => <button>{1}</button>;", "useButtonType"],
  [
    "a clickable division",
    "app/ui",
    "c.tsx",
    "export const News = () => <div onClick={() => {}}>{1}</div>;",
    "noStaticElementInteractions",
  ],
  [
    "a hook in a condition",
    "app/ui",
    "d.tsx",
    'import { useState } from "react";\nexport function News({ on }: { on: boolean }) {\n  if (on) useState(1);\n  return null;\n}',
    "useHookAtTopLevel",
  ],
  [
    "fetch in the transport",
    "app/upstream",
    "transport.server.ts",
    'export const send = () => fetch("http://a.example");',
    "noRestrictedGlobals",
  ],
  ["fetch in api/outbound", "api/outbound", "a.ts", 'export const send = () => fetch("http://a.example");', "noRestrictedGlobals"],
  ["process.env in the configuration", "config", "environment.ts", "export const port = process.env.PORT;"],
  ["console in scripts", "scripts", "a.js", 'console.log("here");'],
];

let project: string;
let found: Map<string, string[]>;

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), "folda-linter-"));
  for (const file of ["biome.json", "package.json", ".gitignore"]) cpSync(file, join(project, file));
  for (const [, directory, name, text] of planted) {
    const path = join(project, directory, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const biome = resolve("node_modules/@biomejs/biome/bin/biome");
  const { stdout } = spawnSync(process.execPath, [biome, "lint", "--reporter=github", "--max-diagnostics=none"], {
    cwd: project,
    encoding: "utf8",
  });
  found = new Map();
  for (const [, rule = "", path = ""] of stdout.matchAll(/title=lint\/\w+\/(\w+),file=([^,]+)/g)) {
    const file = path.slice(path.indexOf("folda-linter-")).split("/").slice(1).join("/");
    found.set(file, [...(found.get(file) ?? []), rule]);
  }
});

afterAll(() => rmSync(project, { recursive: true, force: true }));

test.each(planted.filter(([, , , , rule]) => rule))("the linter finds %s", (_what, directory, name, _text, rule) => {
  expect(found.get(`${directory}/${name}`)).toContain(rule);
});

test.each(planted.filter(([, , , , rule]) => !rule))("the linter leaves %s alone", (_what, directory, name) => {
  expect(found.get(`${directory}/${name}`)).toBeUndefined();
});
