import type { Translate } from "~/i18n/translate";
import { readFilter } from "~/lists/article-filter.server";
import { type FilterNames, toFilterParts } from "~/lists/filter-view.server";
import type { Feed } from "~/upstream/feeds.server";
import type { ArticleFilter } from "../../../contract/article-filter";
import { feedQuerySchema } from "../../../contract/rest/feeds";
import { toWire } from "../../../contract/wire";

/** Reads the search of a URL, as a feed stores it. Ignores invalid values. */
export function readFeedQuery(params: URLSearchParams): Record<string, string> {
  const known = Object.entries(feedQuerySchema.shape).flatMap(([name, schema]) => {
    const text = params.getAll(name).join(",").trim();
    return text !== "" && schema.safeParse(text).success ? [[name, text]] : [];
  });
  return Object.fromEntries(known);
}

/** The filter of a feed's query. */
export const toFilter = (query: Feed["query"]): ArticleFilter =>
  readFilter(new URLSearchParams(toWire(query) as Record<string, string>)).filter;

/** Describes a search the way lists describe their filters; empty without any. */
export const describeFilter = (filter: ArticleFilter, names: FilterNames, t: Translate): string =>
  toFilterParts(filter, names, t)
    .map(({ label, text }) => `${label} ${text}`)
    .join(", ");
