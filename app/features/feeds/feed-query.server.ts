import type { Translate } from "~/i18n/translate";
import { type ArticleFilter, readFilter } from "~/lists/article-filter.server";
import { type FilterNames, toFilterParts } from "~/lists/filter-view.server";
import type { Feed } from "~/upstream/feeds.server";
import { feedQuerySchema } from "../../../contract/rest/feeds";
import { toWire } from "../../../contract/wire";

/** What an address says of a search, as a feed keeps it; a value that is nonsense narrows nothing. */
export function readFeedQuery(params: URLSearchParams): Record<string, string> {
  const known = Object.entries(feedQuerySchema.shape).flatMap(([name, schema]) => {
    const text = params.getAll(name).join(",").trim();
    return text !== "" && schema.safeParse(text).success ? [[name, text]] : [];
  });
  return Object.fromEntries(known);
}

/** What a feed's query narrows it to. */
export const toFilter = (query: Feed["query"]): ArticleFilter =>
  readFilter(new URLSearchParams(toWire(query) as Record<string, string>)).filter;

/** A search in words, as lists say their filters; nothing where everything is found. */
export const describeFilter = (filter: ArticleFilter, names: FilterNames, t: Translate): string =>
  toFilterParts(filter, names, t)
    .map(({ label, text }) => `${label} ${text}`)
    .join(", ");
