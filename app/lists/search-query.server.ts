import type { Translate } from "~/i18n/translate";
import type { ArticleFilter } from "../../contract/article-filter";
import { feedQuerySchema } from "../../contract/rest/feeds";
import { toWire } from "../../contract/wire";
import { readFilter } from "./article-filter.server";
import { type FilterNames, toFilterParts } from "./filter-view.server";

/** Reads the search of a URL, as feeds and saved searches store it. Ignores invalid values. */
export function readSearchQuery(params: URLSearchParams): Record<string, string> {
  const known = Object.entries(feedQuerySchema.shape).flatMap(([name, schema]) => {
    const text = params.getAll(name).join(",").trim();
    return text !== "" && schema.safeParse(text).success ? [[name, text]] : [];
  });
  return Object.fromEntries(known);
}

/** The query string of a stored query. */
export const toSearchParams = (query: Record<string, string>): URLSearchParams =>
  new URLSearchParams(toWire(query) as Record<string, string>);

/** The filter of a stored query. */
export const toFilter = (query: Record<string, string>): ArticleFilter => readFilter(toSearchParams(query)).filter;

/** Describes a search the way lists describe their filters; empty without any. */
export const describeFilter = (filter: ArticleFilter, names: FilterNames, t: Translate): string =>
  toFilterParts(filter, names, t)
    .map(({ label, text }) => `${label} ${text}`)
    .join(", ");
