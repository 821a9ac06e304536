// Bundles the programs and workers that are not part of the Remix bundle: `node scripts/bundle.js workers` or `programs`.
import { mkdir, rename, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { installedPackages } from "./packages.js";
import { projectRoot } from "./project-root.js";

/** Defines `require`, which compiled CommonJS expects and ES modules lack. */
const requireForCompiled = `import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);`;

/** Outputs below `build/` by entry: worker threads and child processes, and programs that people start. */
const bundles = {
  workers: {
    "api/db/embedded-worker.ts": "workers/embedded-database.js",
    "api/outbound/fetcher-worker.ts": "workers/fetcher-worker.js",
    "api/outbound/reader-worker.ts": "workers/reader-worker.js",
    "api/outbound/feeds/worker.ts": "workers/feed-worker.js",
    "api/bookmarks/worker.ts": "workers/bookmarks-worker.js",
    "api/exports/worker.ts": "workers/export-worker.js",
    "api/files/drawing-worker.ts": "workers/drawing-worker.js",
    "api/html/article-html-worker.ts": "workers/article-html-worker.js",
    "app/rich-text/lightweight-markup-worker.server.ts": "workers/lightweight-markup-worker.js",
  },
  programs: {
    "server/main.ts": "http/main.js",
    "api/main.ts": "api/main.js",
    "api/operator/main.ts": "operator/main.js",
  },
};

/** @param {keyof typeof bundles} kind */
async function bundleAll(kind) {
  for (const [entry, outfile] of Object.entries(bundles[kind])) await bundleForNode(entry, `build/${outfile}`);
}

/**
 * Bundles a TypeScript entry for Node without the installed packages. Returns the absolute path of the result; throws when the build fails.
 * @param {string} entry relative to the project
 * @param {string} outfile relative to the project
 */
export async function bundleForNode(entry, outfile) {
  const { outputFiles } = await build({
    absWorkingDir: projectRoot,
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    external: installedPackages,
    banner: { js: requireForCompiled },
    sourcemap: true,
    logLevel: "warning",
    write: false,
  });
  await mkdir(dirname(resolve(projectRoot, outfile)), { recursive: true });
  for (const { path, contents } of outputFiles) {
    // Renamed into place, so that a process which starts meanwhile never reads half a file.
    const unfinished = join(dirname(path), `.${basename(path)}.${process.pid}`);
    await writeFile(unfinished, contents);
    await rename(unfinished, path);
  }
  return resolve(projectRoot, outfile);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const kind = process.argv[2];
  if (kind !== "workers" && kind !== "programs") throw new Error("usage: node scripts/bundle.js workers|programs");
  await bundleAll(kind);
}
