import { dayText } from "~/i18n/dates.server";
import type { Translate } from "~/i18n/translate";
import type { Upstream } from "~/upstream/client.server";
import {
  type ArticleFilter,
  type FilterName,
  type FilterOf,
  type FilterParam,
  fieldsOfFilter,
  filterNames,
  filterParams,
  hasIds,
  isFilterOf,
  toParam,
} from "../../contract/article-filter";
import type { FilterNote } from "./article-filter.server";
import { listChoices } from "./filter-choices.server";
import type { FilterView } from "./filter-summary";
import { changedSearch } from "./list-state";

interface Shown {
  filter: ArticleFilter;
  notes: FilterNote[];
  /** The page has its own field for the term, which is therefore not shown as a filter. */
  hasBar?: boolean;
}

/** Display names of filter values, by slug, code or id. */
export type FilterNames = Partial<Record<FilterName, ReadonlyMap<string, string>>>;

interface Part {
  name: FilterName;
  label: string;
  text: string;
  /** The remaining values of a parameter with several. */
  others?: string;
}

/** Describes the filter of a list; each part comes with the query string that removes it. */
export async function toFilterView(request: Request, upstream: Upstream, shown: Shown, t: Translate): Promise<FilterView> {
  const { notes, hasBar = false } = shown;
  const filter = hasBar ? { ...shown.filter, term: undefined } : shown.filter;
  const { search } = new URL(request.url);
  const without = (params: FilterParam[], others = "") =>
    changedSearch(search, Object.fromEntries(params.map((param) => [param, others || null])));
  const parts = toFilterParts(filter, await loadFilterNames(upstream, [filter], t), t);
  return {
    parts: parts.map(({ name, label, text, others }) => ({ label, text, without: without(fieldsOfFilter(name).map(toParam), others) })),
    active: parts.filter(({ name }) => !notActive.has(name)).length,
    reset: without(filterParams.filter((param) => !(hasBar && param === "term"))),
    notes: notes.map((note) => t(`filter:notes.${note}`)),
  };
}

/** Not counted as active filters. */
const notActive: ReadonlySet<FilterName> = new Set(["term", "folderIds"]);

/** The display names that these filters need. */
export async function loadFilterNames(upstream: Upstream, filters: readonly ArticleFilter[], t: Translate): Promise<FilterNames> {
  const needed = filterNames.filter((name) => isFilterOf(name, "list")).filter((name) => filters.some((filter) => filter[name]));
  const load = async (name: FilterOf<"list">) =>
    [name, new Map((await listChoices[name](upstream, t)).map(({ value, label }) => [value, label]))] as const;
  return Object.fromEntries(await Promise.all(needed.map(load)));
}

export function toFilterParts(filter: ArticleFilter, names: FilterNames, t: Translate): Part[] {
  return filterNames.flatMap((name) =>
    toParts(filter, name, names, t).map((part) => ({ name, label: t(`filter:parts.${name}`), ...part })),
  );
}

function toParts(filter: ArticleFilter, name: FilterName, names: FilterNames, t: Translate): Pick<Part, "text" | "others">[] {
  if (isFilterOf(name, "range")) return toPart(rangeText(filter[`${name}From`], filter[`${name}Until`], t));
  if (isFilterOf(name, "choice")) return toPart(filter[name] && t(`filter:values.${filter[name]}`));
  if (isFilterOf(name, "text")) return toPart(filter[name]);
  const values = filter[name] ?? [];
  return values.map((value) => ({
    // Hidden folders and subscriptions have no name.
    text: names[name]?.get(value) ?? (hasIds(name) ? t("filter:unknown") : value),
    others: values.filter((other) => other !== value).join(","),
  }));
}

const toPart = (text: string | undefined) => (text ? [{ text }] : []);

function rangeText(from: string | undefined, until: string | undefined, t: Translate): string | undefined {
  if (from && until) return `${dayText(from).text} – ${dayText(until).text}`;
  if (from) return t("filter:from", { day: dayText(from).text });
  return until && t("filter:until", { day: dayText(until).text });
}
