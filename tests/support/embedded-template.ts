import { existsSync, renameSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DataDirectoryInUse } from "../../api/db/embedded/lock";
import { openEmbedded } from "../../api/db/embedded/open";
import { bundleForNode } from "../../scripts/build-workers.js";

const template = resolve(".cache/tests/embedded-template");

/** The bundled worker of the embedded database, made from the sources as they are now. */
export function embeddedWorker(): Promise<string> {
  return bundleForNode("api/db/embedded/worker.ts", ".cache/tests/embedded-database.js");
}

/** A closed, empty database directory to copy, made at first need: a new one costs seconds, a copy tenths. */
export async function embeddedTemplate(workerPath: string): Promise<string> {
  while (!existsSync(join(template, "PG_VERSION"))) {
    const preparing = `${template}.preparing`;
    try {
      const database = await openEmbedded(preparing, { workerPath });
      await database.close();
      if (!existsSync(template)) renameSync(preparing, template);
    } catch (error) {
      // Another test process is making it.
      if (!(error instanceof DataDirectoryInUse)) throw error;
      await sleep(200);
    }
  }
  return template;
}
