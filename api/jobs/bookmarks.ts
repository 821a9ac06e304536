import { runBookmarkImport } from "../domain/bookmarks/import-run";
import type { Services } from "../services";
import type { JobHandlers } from "./handlers";

export const bookmarkJobs = (services: Services): JobHandlers<"bookmark-import"> => ({
  "bookmark-import": ({ importId }, signal) => runBookmarkImport(services, importId, signal),
});
