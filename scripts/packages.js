// Dependencies are loaded from node_modules or compiled into the build: docs/dependencies.md gives the reasons.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "./project-root.js";

/** @typedef {{ dependencies?: Record<string, string> }} PackageJson */

const dependenciesOf = (/** @type {string} */ folder) =>
  /** @type {PackageJson} */ (JSON.parse(readFileSync(join(projectRoot, folder, "package.json"), "utf8"))).dependencies;

/** Of the product, and of the packages in this repository that are compiled into it. @type {Record<string, string>} */
export const dependencies = Object.fromEntries(
  [".", ...readdirSync(join(projectRoot, "packages")).map((name) => `packages/${name}`)]
    .flatMap((folder) => Object.entries(dependenciesOf(folder) ?? {}))
    .filter(([name]) => !name.startsWith("@folda/")),
);

/** Dependencies that are compiled into `build/`. */
export const bundledPackages = [
  "@escape.tech/graphql-armor-max-aliases",
  "@escape.tech/graphql-armor-max-depth",
  "@escape.tech/graphql-armor-max-directives",
  "@fastify/busboy",
  "@github/combobox-nav",
  "@hapi/tlds",
  "@hono/node-server",
  "@hono/zod-openapi",
  "@sindresorhus/slugify",
  "@zxcvbn-ts/language-de",
  "aws4fetch",
  "cookie",
  "csv-parse",
  "dompurify",
  "drizzle-orm",
  "eta",
  "feedsmith",
  "file-type",
  "graphql-yoga",
  "hono",
  "htmlparser2",
  "iconv-lite",
  "ipaddr.js",
  "jose",
  "jsonrepair",
  "linkedom",
  "lru-cache",
  "rate-limiter-flexible",
  "remix-auth-form",
  "sanitize-html",
  "squire-rte",
  "tough-cookie",
];

/** The other dependencies, which are installed. */
export const installedPackages = Object.keys(dependencies)
  .filter((name) => !bundledPackages.includes(name))
  .sort();
