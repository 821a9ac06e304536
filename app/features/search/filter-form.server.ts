import { z } from "zod";
import { newForm, type Reading, readForm } from "~/forms/read-form.server";
import type { Translate } from "~/i18n/translate";
import { asDay, dayFieldSchema, isReversed, readFilter } from "~/lists/article-filter.server";
import { listSearch } from "~/lists/list-state";
import { articleFilters, type FilterName, fieldsOfFilter, filterNames, isFilterOf, toParam } from "../../../contract/article-filter";
import * as limits from "../../../contract/limits";
import { filterItems } from "../../../contract/rest/contents";
import { optionalLine } from "../../../contract/rest/shared";
import { toSnakeKey, toWire } from "../../../contract/wire";
import { daysOf, isPeriodName } from "./periods.server";

const fieldSchemas = {
  text: optionalLine(),
  range: dayFieldSchema,
  choice: z.string().optional(),
};

const fieldSchema = (name: FilterName) =>
  isFilterOf(name, "list")
    ? z.array(z.string().max(limits.text)).max(filterItems[name].max).default([])
    : fieldSchemas[articleFilters[name].kind as keyof typeof fieldSchemas];

/** Parameters of the URL that are not filters. */
const others = ["sort_by", "sort_dir", "layout"] as const;

const formSchema = z.object(
  Object.fromEntries([
    ...filterNames.flatMap((name) => fieldsOfFilter(name).map((field): [string, z.ZodType] => [toParam(field), fieldSchema(name)])),
    ...others.map((name) => [name, z.string().optional()]),
  ]),
);

/** Each range with the names of its two fields. */
const ranges = filterNames
  .filter((name) => isFilterOf(name, "range"))
  .map((name) => [name, ...fieldsOfFilter(name).map(toParam)] as [FilterName, string, string]);

const filterFormSchema = ranges.reduce(
  (schema, [, from, until]) =>
    schema.refine((form) => !isReversed(asDay(form[from]), asDay(form[until])), {
      path: [until],
      // Otherwise, zod runs this check only if all other fields are valid.
      when: () => true,
      params: { key: "rangeReversed" },
    }),
  formSchema,
);

type FilterForm = Record<string, unknown>;

/**
 * Reads the posted filter. Unknown choices are ignored; only dates can be invalid. The button of a period, named like its filter, replaces what the
 * two fields hold.
 */
export function readFilterForm(params: URLSearchParams, t: Translate): Reading<FilterForm> {
  const body = new FormData();
  for (const [name, value] of params) body.append(name, value);
  for (const [name, from, until] of ranges) {
    const period = params.get(toSnakeKey(name));
    if (!isPeriodName(period)) continue;
    const days = daysOf(period);
    body.set(from, days[0]);
    body.set(until, days[1]);
  }
  return readForm(body, filterFormSchema, t);
}

/** The URL search of the filtered list, without empty fields. */
export function toListSearch(form: FilterForm): string {
  const pairs = Object.entries(form).flatMap(([name, value]) => {
    const text = [value].flat().join(",");
    return text && (name !== "sort_dir" || form.sort_by) ? [[name, text]] : [];
  });
  const search = new URLSearchParams(pairs).toString();
  return search ? `?${search}` : "";
}

/** The form, filled from the filter of a URL. */
export const filterForm = (params: URLSearchParams) =>
  newForm(filterFormSchema, {
    ...(toWire(readFilter(params).filter) as Record<string, string | string[]>),
    ...Object.fromEntries(others.map((name) => [name, params.get(name) ?? undefined])),
  });

/** The URL search of the underlying list before the form was submitted, which the form carries. Unknown parameters are dropped. */
export function searchBefore(params: URLSearchParams): string {
  const before = params.get("apply");
  if (before === null) return params.size > 0 ? `?${params}` : "";
  const layout = new URLSearchParams(before).get("layout");
  const search = new URLSearchParams(listSearch(before));
  if (layout) search.set("layout", layout);
  return search.size > 0 ? `?${search}` : "";
}
