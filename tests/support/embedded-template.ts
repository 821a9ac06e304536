import { existsSync, renameSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DataDirectoryInUse, startPgliteServer } from "@folda/pglite-server";
import { databaseWorker } from "../../api/config";

const template = resolve(".cache/tests/embedded-template");

/** A closed, empty database directory to copy, created once: that takes seconds, a copy tenths. */
export async function embeddedTemplate(): Promise<string> {
  while (!existsSync(join(template, "PG_VERSION"))) {
    const preparing = `${template}.preparing`;
    try {
      const server = await startPgliteServer(preparing, { workerPath: databaseWorker });
      await server.close();
      if (!existsSync(template)) renameSync(preparing, template);
    } catch (error) {
      // Another test process is creating it.
      if (!(error instanceof DataDirectoryInUse)) throw error;
      await sleep(200);
    }
  }
  return template;
}
