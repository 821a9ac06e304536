// Runs all checks in this order, to the end even when one fails. `npm test -- suites` runs only that stage, `npm run check` only those that
// need nothing running. All suites of vitest share one run, so that both cores stay busy.
//
// With `TEST_API_NODE`, the path of another Node, the unit, API and crash suites run on it as well. Each of the two runs has one of the two
// databases then, so that nothing runs twice on the same Node or the same database, but for tests of PostgreSQL alone: both run those.
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { whyNoPostgres } from "./postgres-for-tests.js";
import { projectRoot, runNode } from "./run.js";
import { readPlaywright, readVitest } from "./test-reports.js";

const reports = join(projectRoot, "build/reports");
const bin = (/** @type {string} */ path) => [join(projectRoot, "node_modules", path)];
const typescript = (/** @type {string} */ script) => ["--import", "tsx", `scripts/${script}`];
const otherNode = process.env.TEST_API_NODE;

/** @typedef {{ name: string, args: string[], isStatic?: true, isBasis?: true, report?: "vitest" | "playwright", node?: string, database?: string }} Stage
 * What follows a basis cannot run without it. `node` is the path of another Node to run the stage, `database` the one of both that it has
 * when there are two runs.
 */

/**
 * @param {string} name
 * @param {string[]} projects
 * @param {{ node?: string, database?: string }} where
 * @returns {Stage}
 */
const vitest = (name, projects, where) => ({
  name,
  args: [
    ...bin("vitest/vitest.mjs"),
    "run",
    ...projects.map((project) => `--project=${project}`),
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${join(reports, `${name}.json`)}`,
  ],
  report: "vitest",
  ...where,
});

/** @type {Stage[]} */
const stages = [
  { name: "types", isStatic: true, args: [...bin("typescript/bin/tsc"), "--noEmit"] },
  { name: "lint", isStatic: true, args: [...bin("@biomejs/biome/bin/biome"), "check", "--error-on-warnings"] },
  { name: "source", isStatic: true, args: ["scripts/check-source.js"] },
  { name: "patterns", isStatic: true, args: ["scripts/check-patterns.js"] },
  {
    name: "boundaries",
    isStatic: true,
    args: [
      ...bin("dependency-cruiser/bin/dependency-cruise.mjs"),
      "--config",
      ".dependency-cruiser.cjs",
      "app",
      "api",
      "config",
      "contract",
      "server",
    ],
  },
  { name: "routes", isStatic: true, args: typescript("check-routes.ts") },
  { name: "locales", isStatic: true, args: typescript("check-locales.ts") },
  { name: "unused", isStatic: true, args: [...bin("knip/bin/knip.js"), "--treat-config-hints-as-errors"] },
  { name: "build", isBasis: true, args: ["scripts/build-if-needed.js"] },
  vitest("suites", [], { database: "postgres" }),
  ...(otherNode ? [vitest("other-node", ["unit", "api", "crash"], { node: otherNode, database: "embedded" })] : []),
  { name: "browser", isBasis: true, args: ["scripts/find-browser.js"] },
  { name: "e2e", args: [...bin("@playwright/test/cli.js"), "test"], report: "playwright" },
];

const asked = process.argv.slice(2);
const known = [...stages.map(({ name }) => name), "static"];
const unknown = asked.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`No stage is called ${unknown.join(", ")}. There are: ${known.join(", ")}.`);
  process.exit(2);
}
const wanted = stages.filter(({ name, isStatic }) => asked.length === 0 || asked.includes(name) || (isStatic && asked.includes("static")));
const isNeeded = (/** @type {string} */ basis) =>
  wanted.some(({ name, report }) => (basis === "browser" ? name === "e2e" : report !== undefined));
const chosen = stages.filter((stage) => wanted.includes(stage) || (stage.isBasis && isNeeded(stage.name)));

const hasTests = chosen.some(({ report }) => report);
if (hasTests) rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const environment = { TEST_REPORTS: reports, TEST_DATABASE: process.env.TEST_DATABASE || (await findDatabases()) };

let passed = 0;
let failed = 0;
let checked = 0;
/** @type {string[]} */
const broken = [];
/** Of all stages, told at the end again, where nobody has to look for them. @type {string[]} */
const failures = [];
const begin = performance.now();
let isStopped = false;
const stop = () => {
  isStopped = true;
};
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, stop);

/** @type {Map<Stage, Outcome>} */
const outcomes = new Map();
const waiting = chosen.filter(({ isStatic }) => isStatic).values();
async function runWaiting() {
  for (const stage of waiting) if (!isStopped) outcomes.set(stage, await runStage(stage, true));
}
// Two at a time, as none of them needs what another does.
await Promise.all([runWaiting(), runWaiting()]);
for (const stage of chosen.filter((one) => outcomes.has(one))) tell(stage, /** @type {Outcome} */ (outcomes.get(stage)));
for (const stage of chosen.filter(({ isStatic }) => !isStatic)) {
  if (isStopped) break;
  console.log(heading(stage));
  tell(stage, await runStage(stage));
  if (stage.isBasis && broken.includes(stage.name)) break;
}
console.log(`\n${seconds(begin)} in all`);
console.log(hasTests ? `${passed} passed, ${failed} failed` : `${checked} of ${chosen.length} checks passed`);
for (const failure of failures) console.log(`\n✗ ${failure}`);
if (broken.length > 0) console.log(`\nFailed: ${broken.join(", ")}`);

/** @typedef {{ code: number, took: string, output: string }} Outcome */

/**
 * @param {Stage} stage
 * @returns {Promise<Outcome>}
 */
async function runStage({ args, node, database }, isKept = false) {
  const stageBegin = performance.now();
  let output = "";
  const keep = (/** @type {string} */ text) => {
    output += text;
  };
  const isSplit = otherNode && database && environment.TEST_DATABASE === "both";
  const own = isSplit ? { ...environment, TEST_DATABASE: database, TEST_POSTGRES_ONLY: "1" } : environment;
  const code = await runNode(args, own, isKept ? keep : undefined, node);
  return { code, took: seconds(stageBegin), output };
}

/**
 * @param {Stage} stage
 * @param {Outcome} outcome
 */
function tell(stage, { code, took, output }) {
  if (stage.isStatic) console.log(heading(stage) + (output === "" ? "" : `\n${output.trimEnd()}`));
  const report = readReport(stage);
  passed += report.passed;
  failed += report.failed;
  failures.push(...report.failures);
  console.log(`── ${stage.name}: ${code === 0 ? "ok" : `failed with ${code}`}, ${took}`);
  if (code === 0) {
    checked += 1;
    return;
  }
  broken.push(stage.name);
  // A check that is not a list of tests counts as one.
  if (report.failed === 0) failed += 1;
  process.exitCode = code;
}

/** @param {Stage} stage */
function heading({ name }) {
  return `\n━━ ${name} ${"━".repeat(60 - name.length)}`;
}

/** @param {Stage} stage */
function readReport({ name, report }) {
  const file = join(reports, `${name}.json`);
  if (!report || !existsSync(file)) return { passed: 0, failed: 0, failures: [] };
  const results = JSON.parse(readFileSync(file, "utf8"));
  return report === "vitest" ? readVitest(results, projectRoot) : readPlaywright(results);
}

/** Both databases where PostgreSQL lets tests in, else only the embedded one. */
async function findDatabases() {
  if (!chosen.some(({ report }) => report === "vitest")) return "embedded";
  const reason = await whyNoPostgres();
  if (reason === undefined) return "both";
  console.log(`Only the embedded database is tested; PostgreSQL (TEST_POSTGRES_URL) cannot be used: ${reason}`);
  return "embedded";
}

/** @param {number} since */
function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}
