import { runBatch } from "../domain/articles/batches";
import type { Services } from "../services";
import type { JobHandlers } from "./handlers";

export const batchJobs = (services: Services): JobHandlers<"article-batch"> => ({
  "article-batch": ({ batchId }, signal) => runBatch(services, batchId, signal),
});
