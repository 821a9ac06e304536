import type { Semaphore } from "../contract/semaphore.server";
import type { ApiConfig } from "./config";
import type { ArticleViews } from "./db/articles/article-views";
import type { Database } from "./db/pool";
import type { SearchIndex } from "./db/search/search-index";
import type { FileStore } from "./files/store";
import type { Jobs } from "./job-types";
import type { Logger } from "./log";
import type { Mail } from "./mail/transport";
import type { RateLimits } from "./rate-limits";

/** The dependencies and the state of the API, created once per process by `openServices`. */
export interface Services {
  config: ApiConfig;
  database: Database;
  log: Logger;
  files: FileStore;
  jobs: Jobs;
  mail: Mail;
  rateLimits: RateLimits;
  articleViews: ArticleViews;
  searchIndex: SearchIndex;
  /** The runs that deliver newsletters in this process, and how many mails they send at once. */
  deliveries: { runs: Set<string>; withPermit: Semaphore };
}
