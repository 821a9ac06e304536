import { runExport } from "../domain/exports/exports";
import type { Services } from "../services";
import type { JobHandlers } from "./handlers";

export const exportJobs = (services: Services): JobHandlers<"export"> => ({
  export: ({ exportId }, signal) => runExport(services, exportId, signal),
});
