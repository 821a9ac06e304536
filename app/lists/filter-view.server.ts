import { dayText } from "~/i18n/dates.server";
import type { Translate } from "~/i18n/translate";
import type { Upstream } from "~/upstream/client.server";
import { listCountries } from "~/upstream/countries.server";
import { listFolders } from "~/upstream/folders.server";
import { listTags } from "~/upstream/tags.server";
import type { ArticleFilter, FilterNote } from "./article-filter.server";
import type { FilterView } from "./filter-summary";
import { changedSearch, filterNames } from "./list-state";

interface Shown {
  filter: ArticleFilter;
  notes: FilterNote[];
  /** The page has a field for the term, which is no part of the filter then. */
  hasBar?: boolean;
}

/** The names of what filters are made of, by slug, code and id. */
export interface FilterNames {
  tags: ReadonlyMap<string, string>;
  countries: ReadonlyMap<string, string>;
  folder_ids: ReadonlyMap<string, string>;
}

const listNames = ["tags", "countries", "folder_ids"] as const;

/** A part of a filter in words. */
interface Part {
  /** What it narrows, by the parameters of the address. */
  names: string[];
  label: string;
  text: string;
  /** What is left without it, where its parameter may have several values. */
  others?: string;
}

/** The filter of a list in words, each part with the search that goes on without it. */
export async function toFilterView(request: Request, upstream: Upstream, shown: Shown, t: Translate): Promise<FilterView> {
  const { notes, hasBar = false } = shown;
  const filter = hasBar ? { ...shown.filter, term: undefined } : shown.filter;
  const { search } = new URL(request.url);
  const without = (names: string[], others = "") => changedSearch(search, Object.fromEntries(names.map((name) => [name, others || null])));
  const parts = toFilterParts(filter, await loadFilterNames(upstream, [filter]), t);
  return {
    parts: parts.map(({ names, label, text, others }) => ({ label, text, without: without(names, others) })),
    active: parts.filter(({ names }) => names.some((name) => !notActive.has(name))).length,
    reset: without(filterNames.filter((name) => !(hasBar && name === "term"))),
    notes: notes.map((note) => t(`filter:notes.${note}`)),
  };
}

/** A term and folders do not count as active filters. */
const notActive: ReadonlySet<string> = new Set(["term", "folder_ids"]);

/** The names that these filters need; asked for only where there are any. */
export async function loadFilterNames(upstream: Upstream, filters: readonly ArticleFilter[]): Promise<FilterNames> {
  const load = async (isNeeded: (filter: ArticleFilter) => unknown, list: () => Promise<[string, string][]>) =>
    new Map(filters.some(isNeeded) ? await list() : []);
  const [tags, countries, folders] = await Promise.all([
    load(
      (filter) => filter.tags,
      async () => (await listTags(upstream)).map(({ slug, name }) => [slug, name]),
    ),
    load(
      (filter) => filter.countries,
      async () => (await listCountries(upstream)).map(({ code, name }) => [code, name]),
    ),
    load(
      (filter) => filter.folderIds,
      async () => (await listFolders(upstream)).map(({ id, name }) => [id, name]),
    ),
  ]);
  return { tags, countries, folder_ids: folders };
}

/** A filter in words, part by part. */
export function toFilterParts(filter: ArticleFilter, names: FilterNames, t: Translate): Part[] {
  const single = (name: "term" | "source_name" | "priority" | "external", text?: string): Part[] =>
    text ? [{ names: [name], label: t(`filter:parts.${name}`), text }] : [];
  const range = (name: "created_at" | "published_at", from?: string, until?: string): Part[] => {
    const text = rangeText([from, until], t);
    return text ? [{ names: [`${name}_from`, `${name}_until`], label: t(`filter:parts.${name}`), text }] : [];
  };
  const values = { tags: filter.tags, countries: filter.countries, folder_ids: filter.folderIds };
  return [
    ...single("term", filter.term),
    ...listNames.flatMap((name) =>
      (values[name] ?? []).map((value) => ({
        names: [name],
        label: t(`filter:parts.${name}`),
        // What one may not see has no name here.
        text: names[name].get(value) ?? (name === "folder_ids" ? t("filter:unknown") : value),
        others: values[name]?.filter((other) => other !== value).join(","),
      })),
    ),
    ...single("source_name", filter.sourceName),
    ...range("created_at", filter.createdAtFrom, filter.createdAtUntil),
    ...range("published_at", filter.publishedAtFrom, filter.publishedAtUntil),
    ...single("priority", filter.priority && t(`filter:priority.${filter.priority}`)),
    ...single("external", filter.external && t(`filter:external.${filter.external}`)),
  ];
}

function rangeText([from, until]: [from?: string, until?: string], t: Translate): string | undefined {
  if (from && until) return `${dayText(from).text} – ${dayText(until).text}`;
  if (from) return t("filter:from", { day: dayText(from).text });
  return until && t("filter:until", { day: dayText(until).text });
}
