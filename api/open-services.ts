import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type ApiConfig, databaseWorker, migrationsFolder } from "./config";
import { openJobQueue } from "./db/jobs/job-queue";
import { applyMigrations } from "./db/migrate";
import { openDatabase, outsideRequests } from "./db/pool";
import { createJobs, jobRules } from "./domain/jobs";
import { openFileStore } from "./files/open-store";
import type { FileStore } from "./files/store";
import { startWorkers } from "./jobs/workers";
import type { Logger } from "./log";
import { describeFailure } from "./log";
import { createMail } from "./mail/transport";
import type { Services } from "./services";

export interface OpenServices {
  services: Services;
  /** Begins to work on jobs, until it is closed. */
  startWork(options?: Parameters<typeof startWorkers>[2]): void;
  /** Waits for jobs and statements under way, and closes everything. */
  close(): Promise<void>;
}

/** Opens everything the API works with, and brings the database up to date. */
export async function openServices(config: ApiConfig, log: Logger): Promise<OpenServices> {
  const { dataDir, databaseUrl } = config;
  const files = await openFileStore(config);
  const database = await openDatabase({
    dataDir,
    databaseUrl,
    workerPath: databaseWorker,
    onStall: (connections) => log.warn({ connections }, "database connections discarded: no answer in time"),
  });
  try {
    if (database.engine === "embedded") await removeLeftFiles(dataDir, files);
    await applyMigrations(database, migrationsFolder);
    const queue = await openJobQueue(database, jobRules, (error) =>
      log.warn({ failure: describeFailure(error) }, "job queue maintenance failed"),
    );
    const mail = createMail(config, log);
    const services: Services = { config, database, log, files, jobs: createJobs(queue), mail };
    let workers: ReturnType<typeof startWorkers> | undefined;
    return {
      services,
      startWork(options) {
        workers ??= outsideRequests(() => startWorkers(services, queue, options));
      },
      async close() {
        await workers?.stop();
        await queue.close();
        mail.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * Removes what a killed process was writing. Only with the embedded database: its lock says that no other process uses the directory.
 * With PostgreSQL, several may share it, and the hourly sweep judges these files by their age.
 */
async function removeLeftFiles(dataDir: string, files: FileStore): Promise<void> {
  await files.deleteUnkept(new Date());
  await rm(join(dataDir, "exports"), { recursive: true, force: true });
}
