// Runs what `npm test` leaves out: `npm run test:full`, or some parts of it by name, such as `npm run test:full -- faults flows`.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";

const vitest = ["node_modules/vitest/vitest.mjs", "run"];
const rules = ["--project", "unit*", "--project", "api*", "--project", "page-reader", "--project", "pglite-server"];

/**
 * Each part with the arguments of Node. A folder of tests/full is a part of the same name.
 * @type {Record<string, { args: string[], environment?: Record<string, string>, node?: string }>}
 */
const parts = {
  flows: {
    args: ["node_modules/@playwright/test/cli.js", "test", "--project", "with-js", "--project", "without-js", "--project", "phone-with-js"],
  },
  ...Object.fromEntries(readdirSync("tests/full").map((folder) => [folder, { args: [...vitest, "--project", `full-${folder}`] }])),
  embedded: { args: [...vitest, ...rules], environment: { TEST_DATABASE: "embedded" } },
  node24: { args: [...vitest, ...rules, "--project", "served", "--project", "app", "--project", "proofs"], node: "24" },
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !parts[name]);
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(", ")}. The parts are ${Object.keys(parts).join(", ")}.`);
  process.exit(1);
}

run("npm", ["run", "build"]);
run(process.execPath, ["scripts/find-browser.js", "--text"]);
const results = (asked.length > 0 ? asked : Object.keys(parts)).map((part) => {
  const { args, environment = {}, node } = /** @type {(typeof parts)[string]} */ (parts[part]);
  const started = performance.now();
  const status = node
    ? run("npm", ["exec", "--yes", `--package=node@${node}`, "--", "node", ...args], environment)
    : run(process.execPath, args, environment);
  return { part, result: status === 0 ? "passed" : "FAILED", minutes: Math.round((performance.now() - started) / 6_000) / 10 };
});
console.table(results);
process.exitCode = results.some(({ result }) => result !== "passed") ? 1 : 0;

/**
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} environment
 */
function run(command, args, environment = {}) {
  return spawnSync(command, args, { stdio: "inherit", env: { ...process.env, ...environment } }).status;
}
