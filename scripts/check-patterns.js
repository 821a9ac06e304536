// Holds every regular expression of the product against patterns.json, where each stands as one that takes linear time (recheck says
// so) or as one that takes more, with what bounds it. `--judge` judges those that are not there yet; only a person gives a reason.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { check } from "recheck";
import ts from "typescript";
import { projectRoot } from "./run.js";

const judgedFile = join(projectRoot, "scripts/patterns.json");
const linear = "linear";
/** Milliseconds that recheck has for an expression. */
const timeout = 60_000;

/** @type {Record<string, string>} */
const judged = JSON.parse(readFileSync(judgedFile, "utf8"));

/** @typedef {{ place: string, source: string, flags: string }} Found */

const isProduct = (/** @type {string} */ path) =>
  /\.(?:[jt]sx?)$/.test(path) && !/\.(?:test|test-server|examples|d)\.|\.config\./.test(path);

function productFiles() {
  const below = ["api", "app", "config", "contract", "server"].flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`),
  );
  return [...below, ...readdirSync(projectRoot)].filter(isProduct);
}

/**
 * The regular expressions of a file. One that is put together at run time stands for itself as it is written.
 * @param {string} path
 * @returns {Found[]}
 */
function patternsOf(path) {
  const file = ts.createSourceFile(path, readFileSync(join(projectRoot, path), "utf8"), ts.ScriptTarget.Latest, true);
  /** @type {Found[]} */
  const found = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    const place = `${path}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}`;
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/");
      found.push({ place, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    } else if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText(file) === "RegExp") {
      found.push({ place, source: `RegExp(${node.arguments?.[0]?.getText(file).replace(/\s+/g, " ").slice(0, 60)})`, flags: "composed" });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const nameOf = (/** @type {Found} */ { source, flags }) => (flags === "composed" ? source : `/${source}/${flags}`);

const patterns = new Map(
  productFiles()
    .flatMap(patternsOf)
    .map((found) => [nameOf(found), found]),
);
const missing = [...patterns].filter(([name]) => !judged[name]);
/** @type {string[]} */
const problems = Object.keys(judged)
  .filter((name) => !patterns.has(name))
  .map((name) => `scripts/patterns.json holds ${name}, which is nowhere any more`);

if (process.argv.includes("--judge")) {
  const waiting = missing.values();
  const judge = async () => {
    for (const [name, { place, source, flags }] of waiting) {
      const found = flags === "composed" ? undefined : await check(source, flags, { timeout });
      if (found?.status === "safe") judged[name] = linear;
      else
        problems.push(
          `${place}  ${name}: ${found?.status === "vulnerable" ? `${found.complexity.summary}, ${found.attack.pattern}` : "unknown"}`,
        );
    }
  };
  await Promise.all([judge(), judge()]);
  const kept = Object.entries(judged).filter(([name]) => patterns.has(name));
  writeFileSync(judgedFile, `${JSON.stringify(Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1))), null, 2)}\n`);
} else {
  for (const [name, { place }] of missing) problems.push(`${place}  nobody has judged ${name}: node scripts/check-patterns.js --judge`);
}

for (const problem of problems) console.error(problem);
const others = Object.values(judged).filter((verdict) => verdict !== linear).length;
console.log(`${patterns.size} regular expressions, ${others} of them bounded otherwise, ${problems.length} problems`);
if (problems.length > 0) process.exitCode = 1;
