// Builds the product: the web application, the worker threads, and the API as a program of its own.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { buildWorkers, bundleForNode } from "./build-workers.js";
import { projectRoot, runNode } from "./run.js";

/** Builds everything into `build/`; throws when a part does not build. */
export async function build() {
  // Not all of build/: tests keep databases to copy in it.
  for (const part of ["client", "server"]) rmSync(join(projectRoot, "build", part), { recursive: true, force: true });
  const remix = join(projectRoot, "node_modules/@remix-run/dev/dist/cli.js");
  const code = await runNode([remix, "vite:build", "--logLevel", "error"], { NODE_ENV: "production" });
  if (code !== 0) throw new Error(`remix vite:build ended with ${code}`);
  await buildWorkers();
  await bundleForNode("api/main.ts", "build/api/main.js");
}
