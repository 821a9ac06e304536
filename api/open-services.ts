import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type ApiConfig, databaseWorker, migrationsFolder } from "./config";
import { createArticleViews } from "./db/articles/article-views";
import { openJobQueue } from "./db/jobs/job-queue";
import { applyMigrations } from "./db/migrate";
import { openDatabase, outsideRequests } from "./db/pool";
import { createSearchIndex } from "./db/search/search-index";
import { createDeliveries } from "./domain/newsletters/deliver";
import { youngMs } from "./domain/sweep";
import { openFileStore } from "./files/open-store";
import type { FileStore } from "./files/store";
import { createJobs, jobRules } from "./job-types";
import { startWorkers } from "./jobs/workers";
import type { Logger } from "./log";
import { removeUnfinishedMails } from "./mail/outbox";
import { createMail } from "./mail/transport";
import { createRateLimits } from "./rate-limits";
import type { Services } from "./services";

export interface OpenServices {
  services: Services;
  /** Starts working on jobs, until `close`. */
  startWork(options?: Parameters<typeof startWorkers>[2]): void;
  /** Waits for running jobs and statements, and closes everything. */
  close(): Promise<void>;
}

/** Creates `Services` and migrates the database. */
export async function openServices(config: ApiConfig, log: Logger): Promise<OpenServices> {
  const files = await openFileStore(config);
  try {
    return await openWith(config, log, files);
  } catch (error) {
    await files.close();
    throw error;
  }
}

async function openWith(config: ApiConfig, log: Logger, files: FileStore): Promise<OpenServices> {
  const { dataDir, databaseUrl } = config;
  const database = await openDatabase({
    dataDir,
    databaseUrl,
    workerPath: databaseWorker,
    onStall: (connections) => log.warn({ connections }, "database connections discarded: no answer in time"),
  });
  try {
    await removeLeftFiles(dataDir, files, database.engine);
    await applyMigrations(database, migrationsFolder);
    const queue = await openJobQueue(database, jobRules);
    const mail = createMail(config, log);
    tellOperator(config, log);
    const services: Services = {
      config,
      database,
      log,
      files,
      jobs: createJobs(queue),
      mail,
      rateLimits: createRateLimits({ config, database }),
      articleViews: createArticleViews(database),
      searchIndex: createSearchIndex(database.db),
      deliveries: createDeliveries(),
    };
    let workers: ReturnType<typeof startWorkers> | undefined;
    return {
      services,
      startWork(options) {
        workers ??= outsideRequests(() => startWorkers(services, queue, options));
      },
      async close() {
        await workers?.stop();
        mail.close();
        await database.close();
        await files.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * Removes files that killed processes left unfinished. The lock of the embedded database excludes other processes from the directory. With
 * PostgreSQL, several machines may share it, and only processes of this machine are known to be dead.
 */
async function removeLeftFiles(dataDir: string, files: FileStore, engine: Services["database"]["engine"]): Promise<void> {
  const isShared = engine === "postgres";
  await files.deleteUnkept(new Date(Date.now() - (isShared ? youngMs : 0)));
  await removeUnfinishedMails(dataDir, new Date(Date.now() - (isShared ? mailMs : 0)));
  // Earlier versions wrote exports there. One that is being written is started again.
  await rm(join(dataDir, "exports"), { recursive: true, force: true });
}

/** Milliseconds, far more than a mail takes to be written. */
const mailMs = 60_000;

/** What is fine for trying the product, but not for readers of newsletters. */
function tellOperator({ publicUrl, hasImprint }: ApiConfig, log: Logger): void {
  if (/^(localhost|.+\.localhost|127\..+|\[::1\]|0\.0\.0\.0)$/.test(publicUrl.hostname))
    log.info({ publicUrl: publicUrl.origin }, "PUBLIC_URL is local: nobody else can open links in mails");
  if (!hasImprint) log.info("no OPERATOR_NAME: the legal pages have placeholders");
}
