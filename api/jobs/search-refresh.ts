import { refreshSearch } from "../domain/search-refresh";
import type { Services } from "../services";
import type { JobHandlers } from "./handlers";

export const searchRefreshJobs = (services: Services): JobHandlers<"search-refresh"> => ({
  "search-refresh": () => refreshSearch(services),
});
