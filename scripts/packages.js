// The packages that the product uses are installed beside it or compiled into it: docs/dependencies.md says which and why.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { projectRoot } from "./run.js";

/** @typedef {{ dependencies: Record<string, string>, devDependencies: Record<string, string> }} PackageJson */

/** @type {PackageJson} */
const { dependencies } = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8"));

/** Left outside of what is built; every other package that is imported is compiled in. */
export const installedPackages = Object.keys(dependencies);

/**
 * The directories of the packages that modules belong to, sorted.
 * @param {Iterable<string>} modules paths, absolute or relative to the project
 */
export function packagesOf(modules) {
  const folders = [...modules].flatMap((path) => /^\0?(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []);
  return [...new Set(folders.map((folder) => resolve(projectRoot, folder)))].sort();
}

/**
 * Writes the notices that the licences of these packages ask for wherever their code goes.
 * @param {string[]} folders of packages
 * @param {string} outfile relative to the project
 */
export function writeNotices(folders, outfile) {
  const notices = folders.map((folder) => {
    const { name, version, license = "no licence named" } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file));
    return [`${name} ${version} (${license})`, ...files.map((file) => readFileSync(join(folder, file), "utf8").trim())].join("\n\n");
  });
  const head = "This product contains code of these packages, under their licences.";
  writeFileSync(join(projectRoot, outfile), `${[head, ...notices].join(`\n\n${"-".repeat(80)}\n\n`)}\n`);
}
