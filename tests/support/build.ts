import { execSync } from "node:child_process";

// Each project loads its setups again.
const run = globalThis as { foldaBuilt?: Set<string> };

/** Builds what has changed of a script of package.json, once per run of vitest; nothing in `npm test`, which has just built everything. */
export function buildOnce(script: "build" | "build:programs" | "build:workers"): void {
  if (process.env.TEST_BUILT) return;
  run.foldaBuilt ??= new Set();
  if (run.foldaBuilt.has("build") || run.foldaBuilt.has(script)) return;
  execSync(`npm run ${script}`, { stdio: "inherit" });
  run.foldaBuilt.add(script);
}

/** Vitest's global setup of suites that start the built product. */
export default () => buildOnce("build");
