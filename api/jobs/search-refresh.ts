import { indexAgain, refreshSearch } from "../domain/search/search-refresh";
import type { Services } from "../services";
import type { JobHandlers } from "./handlers";

export const searchRefreshJobs = (services: Services): JobHandlers<"search-refresh" | "article-indexing"> => ({
  "search-refresh": () => refreshSearch(services),
  "article-indexing": ({ articleIds }) => indexAgain(services, articleIds),
});
