import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { readEnvironment } from "../../config/environment";
import { closeWithinMs, lastAnswersMs } from "../../contract/ending.server";

const documents = [
  "README.md",
  "CONTRIBUTING.md",
  ...readdirSync("docs", { encoding: "utf8", recursive: true })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

/** Files that the recipes of CONTRIBUTING invent. */
const madeUp = /folder-(?:history|count)|messages\/welcome/;

/** Documents name tests without their folder, so that moving one changes no document. */
const testFiles = new Set(
  ["api", "app", "config", "contract", "server", "tests"].flatMap((folder) =>
    readdirSync(folder, { encoding: "utf8", recursive: true })
      .filter((path) => /\.(?:test|spec)\.ts$/.test(path))
      .map((path) => basename(path)),
  ),
);

test.each(documents)("%s names only files that exist", (document) => {
  const text = readFileSync(document, "utf8");
  const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path = ""]) => join(dirname(document), path));
  const paths = [...text.matchAll(/`((?:app|api|config|contract|locales|scripts|server|tests|docs)\/[\w./-]+)`/g)].map(
    ([, path = ""]) => path,
  );
  const missing = [...links, ...paths].filter((path) => !madeUp.test(path) && !existsSync(path));
  const tests = [...text.matchAll(/`([\w.-]+\.(?:test|spec)\.ts)`/g)].map(([, name = ""]) => name);
  const missingTests = tests.filter((name) => !madeUp.test(name) && !testFiles.has(name) && !existsSync(name));
  expect([...missing, ...missingTests]).toEqual([]);
});

test("docs/operations.md names every variable of the configuration, and no other", () => {
  const inCode = [...readFileSync("config/environment.ts", "utf8").matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)]
    .map(([, name]) => name)
    .filter((name) => name !== "NODE_ENV");
  const table = readFileSync("docs/operations.md", "utf8").split("## Configuration")[1]?.split("\n## ")[0] ?? "";
  const rows = [...table.matchAll(/^\| (`[^|]+) \|/gm)].map(([, cell = ""]) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name));
  const inDocs = rows.flatMap(([first = "", ...others]) => [
    first,
    ...others.map((name) => (name.startsWith("_") ? first.replace(/_\w+$/, name) : name)),
  ]);
  expect(new Set(inDocs)).toEqual(new Set(inCode));
});

test("docs/operations.md and compose.yaml give a process enough time to shut down", () => {
  const lastSeconds = (lastAnswersMs + closeWithinMs) / 1000;
  expect(readFileSync("docs/operations.md", "utf8")).toContain(`\`DRAIN_SECONDS\` and ${lastSeconds} seconds before it kills it`);
  const waits = Number(/^ +stop_grace_period: (\d+)s$/m.exec(readFileSync("compose.yaml", "utf8"))?.[1]);
  const longestDrain = waits - lastSeconds;
  expect(readEnvironment({ DRAIN_SECONDS: String(longestDrain) }).DRAIN_SECONDS).toBe(longestDrain);
  expect(() => readEnvironment({ DRAIN_SECONDS: String(longestDrain + 1) })).toThrow("DRAIN_SECONDS");
});

test("docs/api.md names every path of the API", () => {
  const routes = readdirSync("api/http", { recursive: true, encoding: "utf8" }).filter((name) => /(?<!\.test)\.ts$/.test(name));
  const inCode = routes.flatMap((name) => pathsIn(readFileSync(`api/http/${name}`, "utf8"), /\bpath(?:: | = )"([^"]+)"/g));
  const inDocs = new Set(pathsIn(readFileSync("docs/api.md", "utf8"), /`(?:[A-Z]+ )?(\/[\w/{}.-]+)/g));
  expect(inCode.length).toBeGreaterThan(0);
  expect(inCode.filter((path) => !inDocs.has(path))).toEqual([]);
});

/** Without the names of parameters, since the same path can have different ones. */
const pathsIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, path = ""]) => path.replace(/\{\w+\}(?:\.svg)?/g, "{}"));
