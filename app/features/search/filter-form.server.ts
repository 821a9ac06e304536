import { z } from "zod";
import { type Reading, readForm } from "~/forms/read-form.server";
import type { Translate } from "~/i18n/translate";
import { asDay, dayFieldSchema, isReversed, readFilter } from "~/lists/article-filter.server";
import { listSearch } from "~/lists/list-state";
import { limits } from "../../../contract/limits";
import { optionalLine } from "../../../contract/rest/shared";

const ends = [
  ["created_at_from", "created_at_until"],
  ["published_at_from", "published_at_until"],
] as const;

const filterFormSchema = ends.reduce(
  (schema, [from, until]) =>
    schema.refine((form) => !isReversed(asDay(form[from]), asDay(form[until])), {
      path: [until],
      // zod would say so only after every other field is right.
      when: () => true,
      params: { key: "rangeReversed" },
    }),
  z.object({
    term: optionalLine(),
    tags: z.array(z.string().max(limits.text)).max(limits.tagsPerArticle).default([]),
    countries: z.array(z.string()).default([]),
    folder_ids: z.array(z.string()).default([]),
    source_name: optionalLine(),
    created_at_from: dayFieldSchema,
    created_at_until: dayFieldSchema,
    published_at_from: dayFieldSchema,
    published_at_until: dayFieldSchema,
    priority: z.string().optional(),
    external: z.string().optional(),
    sort_by: z.string().optional(),
    sort_dir: z.string().optional(),
    layout: z.string().optional(),
  }),
);

type FilterForm = z.output<typeof filterFormSchema>;

/** The filter as it was typed. Choices that nobody was offered count as absent; dates are what people can get wrong. */
export function readFilterForm(params: URLSearchParams, t: Translate): Reading<FilterForm> {
  const body = new FormData();
  for (const [name, value] of params) body.append(name, value);
  return readForm(body, filterFormSchema, t);
}

/** The search of the list that the form asks for, without what was left empty. */
export function toListSearch({ sort_by, sort_dir, layout, ...fields }: FilterForm): string {
  const sort = sort_by ? { sort_by, sort_dir } : {};
  const pairs = Object.entries({ ...fields, ...sort, layout }).flatMap(([name, value]) => {
    const text = Array.isArray(value) ? value.join(",") : value;
    return text ? [[name, text]] : [];
  });
  const search = new URLSearchParams(pairs).toString();
  return search ? `?${search}` : "";
}

/** The form of the filter that an address names, as it is opened. */
export function filterValues(params: URLSearchParams): Record<string, unknown> {
  const { filter } = readFilter(params);
  return {
    term: filter.term,
    tags: filter.tags ?? [],
    countries: filter.countries ?? [],
    folder_ids: filter.folderIds ?? [],
    source_name: filter.sourceName,
    created_at_from: filter.createdAtFrom,
    created_at_until: filter.createdAtUntil,
    published_at_from: filter.publishedAtFrom,
    published_at_until: filter.publishedAtUntil,
    priority: filter.priority,
    external: filter.external,
    sort_by: params.get("sort_by") ?? undefined,
    sort_dir: params.get("sort_dir") ?? undefined,
    layout: params.get("layout") ?? undefined,
  };
}

/** The list below as it was before the form was sent, which it carries along; whatever else stands there is dropped. */
export function searchBefore(params: URLSearchParams): string {
  const before = params.get("apply");
  if (before === null) return params.size > 0 ? `?${params}` : "";
  const layout = new URLSearchParams(before).get("layout");
  const search = new URLSearchParams(listSearch(before));
  if (layout) search.set("layout", layout);
  return search.size > 0 ? `?${search}` : "";
}
