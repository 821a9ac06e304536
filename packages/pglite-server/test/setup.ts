import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { startPgliteServer } from "../src/index";
import { built } from "./built";

/** Vitest's global setup. Copying the template takes a tenth of the time that creating a data directory takes. */
export default async function setup(): Promise<void> {
  const entries = { worker: "test/worker.ts", server: "src/index.ts", lock: "src/lock.ts" };
  for (const [name, entry] of Object.entries(entries)) {
    await build({
      absWorkingDir: join(import.meta.dirname, ".."),
      entryPoints: [entry],
      outfile: built[name as keyof typeof entries],
      bundle: true,
      platform: "node",
      format: "esm",
      target: "node20",
      packages: "external",
    });
  }
  rmSync(built.template, { recursive: true, force: true });
  // As after an interrupted start.
  mkdirSync(`${built.template}.unfinished`, { recursive: true });
  writeFileSync(join(`${built.template}.unfinished`, "PG_VERSION"), "half");
  const server = await startPgliteServer(built.template, { workerPath: built.worker });
  await server.close();
}
