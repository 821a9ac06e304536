import { type SnakeKey, toSnakeKey } from "./wire";

type Filter =
  | { kind: "text" }
  /** Values separated by commas. An article must match one of them, or for tags all of them. */
  | { kind: "list" }
  /** The first and last day of a period, both inclusive and optional. */
  | { kind: "range" }
  | { kind: "choice"; values: readonly string[] };

/** The filters of article lists, in the order of the form. Reading, validating and displaying them follow from this table. */
export const articleFilters = {
  term: { kind: "text" },
  tags: { kind: "list" },
  publishedAt: { kind: "range" },
  createdAt: { kind: "range" },
  sourceName: { kind: "text" },
  subscriptions: { kind: "list" },
  folderIds: { kind: "list" },
  countries: { kind: "list" },
  languages: { kind: "list" },
  priority: { kind: "choice", values: ["normal", "high"] },
  external: { kind: "choice", values: ["with_source_url", "without_source_url"] },
} as const satisfies Record<string, Filter>;

export const articleSorts = ["created_at", "published_at", "comments_count", "views"] as const;

type Filters = typeof articleFilters;
export type FilterName = keyof Filters;
export type FilterOf<Kind extends Filter["kind"]> = { [N in FilterName]: Filters[N]["kind"] extends Kind ? N : never }[FilterName];

/** A range has two fields, every other filter one. */
type FieldOf<N extends FilterName> = N extends FilterOf<"range"> ? `${N}From` | `${N}Until` : N;
type ValueOf<N extends FilterName> =
  N extends FilterOf<"list"> ? string[] : Filters[N] extends { values: readonly (infer V)[] } ? V : string;

/** A filter as its fields. Days are `YYYY-MM-DD`; tags are slugs, countries and languages codes, folders and subscriptions (sources) ids. */
export type ArticleFilter = { [N in FilterName as FieldOf<N>]?: ValueOf<N> };
export type FilterField = keyof ArticleFilter;

/** The name of a field in URLs, forms and the API. */
export type FilterParam = SnakeKey<FilterField>;
export const toParam = (field: FilterField) => toSnakeKey(field) as FilterParam;

export const filterNames = Object.keys(articleFilters) as FilterName[];

export const isFilterOf = <Kind extends Filter["kind"]>(name: FilterName, kind: Kind): name is FilterOf<Kind> =>
  articleFilters[name].kind === kind;

/** Whether the values of a list filter are ids, which mean nothing to people. */
export const hasIds = (name: FilterName): name is "folderIds" | "subscriptions" => name === "folderIds" || name === "subscriptions";

export const fieldsOfFilter = (name: FilterName) => (isFilterOf(name, "range") ? [`${name}From`, `${name}Until`] : [name]) as FilterField[];

export const filterParams = filterNames.flatMap(fieldsOfFilter).map(toParam);
