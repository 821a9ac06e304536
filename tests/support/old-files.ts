import { readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { sweep } from "../../api/domain/sweep";
import type { OpenWorld } from "./harness";

/** Runs the cleanup as if all files were old; it spares files younger than an hour, which may still be in use. */
export async function sweepAll({ services }: OpenWorld): Promise<void> {
  const old = new Date(Date.now() - 2 * 60 * 60 * 1000);
  for (const entry of readdirSync(join(services.config.dataDir, "files"), { recursive: true, withFileTypes: true }))
    if (entry.isFile()) utimesSync(join(entry.parentPath, entry.name), old, old);
  await sweep(services);
}
