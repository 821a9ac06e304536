import type { ApiConfig } from "./config";
import type { Database } from "./db/pool";
import type { Jobs } from "./domain/jobs";
import type { FileStore } from "./files/store";
import type { Logger } from "./log";
import type { Mail } from "./mail/transport";

/** What every part of the API works with; made once a process, by the front door. */
export interface Services {
  config: ApiConfig;
  database: Database;
  log: Logger;
  files: FileStore;
  jobs: Jobs;
  mail: Mail;
}
