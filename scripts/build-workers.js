// Bundles the worker threads and the process that writes exports: files of their own at run time, outside the bundle that Remix makes.
import { mkdir, rename, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { installedPackages } from "./packages.js";
import { projectRoot } from "./run.js";

/** Compiled CommonJS asks for what Node has by `require`, which modules do not have. */
const requireForCompiled = `import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);`;

const workers = [
  { in: "api/db/embedded/worker.ts", out: "embedded-database" },
  { in: "api/outbound/worker.ts", out: "outbound-worker" },
  { in: "api/exports/worker.ts", out: "export-worker" },
  { in: "api/files/drawing-worker.ts", out: "drawing-worker" },
  { in: "api/html/article-html-worker.ts", out: "article-html-worker" },
  { in: "app/rich-text/marked-text-worker.server.ts", out: "marked-text-worker" },
];

/**
 * Bundles every worker into `build/workers`; throws when one does not build.
 * @param {Set<string>} [modules] gets the paths of all that went into them
 */
export async function buildWorkers(modules) {
  for (const worker of workers) {
    await bundleForNode(worker.in, `build/workers/${worker.out}.js`, modules);
  }
}

/**
 * Bundles one TypeScript entry for Node, without the packages that are installed beside it, and returns the absolute path of the result.
 * @param {string} entry relative to the project
 * @param {string} outfile relative to the project
 * @param {Set<string>} [modules] gets the paths of all that went into it
 */
export async function bundleForNode(entry, outfile, modules) {
  const target = resolve(projectRoot, outfile);
  const result = await build({
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
    metafile: true,
    logLevel: "warning",
    write: false,
  });
  for (const path of Object.keys(result.metafile.inputs)) modules?.add(path);
  await mkdir(dirname(target), { recursive: true });
  for (const file of result.outputFiles) {
    // Renamed into place: test files build at the same time, and none may start half a worker.
    const unfinished = join(dirname(file.path), `.${basename(file.path)}.${process.pid}.${Math.random()}`);
    await writeFile(unfinished, file.contents);
    await rename(unfinished, file.path);
  }
  return target;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildWorkers();
