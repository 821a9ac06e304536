import { type ApiConfig, databaseWorker, migrationsFolder } from "./config";
import { openJobQueue } from "./db/job-queue";
import { applyMigrations } from "./db/migrate";
import { openDatabase, outsideRequests } from "./db/pool";
import { createJobs, jobRules } from "./domain/jobs";
import { openFileStore } from "./files/open-store";
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
  const database = await openDatabase({ dataDir, databaseUrl, workerPath: databaseWorker });
  try {
    await applyMigrations(database, migrationsFolder);
    const queue = await openJobQueue(database, jobRules, (error) =>
      log.warn({ failure: describeFailure(error) }, "jobs are not looked after"),
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
