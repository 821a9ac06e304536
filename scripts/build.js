// Builds the product: the web application and its server, the workers, the API as a program of its own, and the operator's command line.
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildWorkers, bundleForNode } from "./build-workers.js";
import { packagesOf, writeNotices } from "./packages.js";
import { projectRoot, runNode } from "./run.js";

/** Builds everything into `build/`; throws when a part does not build. */
export async function build() {
  // Not all of build/: the lock, the reports of checks and the workers of tests that run stand in it too.
  for (const part of ["client", "server"]) rmSync(join(projectRoot, "build", part), { recursive: true, force: true });
  const remix = join(projectRoot, "node_modules/@remix-run/dev/dist/cli.js");
  const code = await runNode([remix, "vite:build", "--logLevel", "error"], { NODE_ENV: "production" });
  if (code !== 0) throw new Error(`remix vite:build ended with ${code}`);
  const ofRemix = ["client", "server"].flatMap((part) =>
    JSON.parse(readFileSync(join(projectRoot, `build/.modules-${part}.json`), "utf8")),
  );
  const modules = new Set(/** @type {string[]} */ (ofRemix));
  await buildWorkers(modules);
  await bundleForNode("server/main.ts", "build/http/main.js", modules);
  await bundleForNode("api/main.ts", "build/api/main.js", modules);
  await bundleForNode("api/operator/main.ts", "build/operator/main.js", modules);
  writeNotices(packagesOf(modules), "build/client/licenses.txt");
}
