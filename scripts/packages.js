// Dependencies are loaded from node_modules or compiled into the build: docs/dependencies.md gives the reasons.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { projectRoot } from "./run.js";

/** @typedef {{ dependencies: Record<string, string> }} PackageJson */

/** @type {PackageJson} */
const { dependencies } = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8"));

/** Dependencies that are compiled into `build/`. */
export const bundledPackages = [
  "@escape.tech/graphql-armor-max-aliases",
  "@escape.tech/graphql-armor-max-depth",
  "@escape.tech/graphql-armor-max-directives",
  "@fastify/busboy",
  "@hono/node-server",
  "@hono/zod-openapi",
  "@mozilla/readability",
  "@sindresorhus/slugify",
  "aws4fetch",
  "cookie",
  "dompurify",
  "drizzle-orm",
  "eta",
  "file-type",
  "graphql-yoga",
  "hono",
  "htmlparser2",
  "iconv-lite",
  "ipaddr.js",
  "jose",
  "linkedom",
  "rate-limiter-flexible",
  "remix-auth-form",
  "sanitize-html",
  "squire-rte",
];

/** The other dependencies, which the build leaves outside. */
export const installedPackages = Object.keys(dependencies).filter((name) => !bundledPackages.includes(name));

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
