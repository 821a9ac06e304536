import { z } from "zod";
import {
  type ArticleFilter,
  articleFilters,
  type FilterField,
  type FilterName,
  fieldsOfFilter,
  filterNames,
  toParam,
} from "../../contract/article-filter";
import * as limits from "../../contract/limits";
import { filterItems } from "../../contract/rest/contents";
import { cleanLine, daySchema } from "../../contract/rest/shared";

/** A correction of the URL's filter, mentioned above the list. */
export type FilterNote = "termCut" | "tagsCut" | "rangeReversed";

/** Reads the filter of a URL. Ignores invalid values; cuts excess ones and mentions that in `notes`. */
export function readFilter(params: URLSearchParams): { filter: ArticleFilter; notes: FilterNote[] } {
  const fields = filterNames.flatMap((name) => fieldsOfFilter(name).map((field) => [field, readField(params, name, field)]));
  const filter: ArticleFilter = Object.fromEntries(fields);
  const notes: [FilterNote, boolean][] = [
    ["termCut", cleanLine(params.get("term") ?? "").length > limits.text],
    ["tagsCut", readValues(params, "tags").length > filterItems.tags.max],
    [
      "rangeReversed",
      isReversed(filter.createdAtFrom, filter.createdAtUntil) || isReversed(filter.publishedAtFrom, filter.publishedAtUntil),
    ],
  ];
  return { filter, notes: notes.flatMap(([note, isSo]) => (isSo ? [note] : [])) };
}

function readField(params: URLSearchParams, name: FilterName, field: FilterField): string | string[] | undefined {
  const filter = articleFilters[name];
  const text = params.get(toParam(field)) ?? "";
  if (filter.kind === "text") return cut(cleanLine(text)) || undefined;
  if (filter.kind === "range") return asDay(toIsoDay(text));
  if (filter.kind === "choice") return filter.values.find((value) => value === text);
  const values = readValues(params, name as keyof typeof filterItems).slice(0, filterItems[name as keyof typeof filterItems].max);
  return values.length > 0 ? values : undefined;
}

/** Forms repeat the parameter for each value; links separate values by commas. */
function readValues(params: URLSearchParams, name: keyof typeof filterItems): string[] {
  const texts = params.getAll(toParam(name)).flatMap((text) => text.split(",").map(cleanLine).filter(Boolean));
  return [...new Set(texts)].filter((text) => filterItems[name].item.safeParse(text).success);
}

export const isNarrowed = (filter: ArticleFilter): boolean => Object.values(filter).some((value) => value !== undefined);

/** Converts a typed day to `YYYY-MM-DD`: without a date picker, people type 20.11.2025. */
export function toIsoDay(text: string): string {
  const [, day = "", month = "", year = ""] = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})$/.exec(text.trim()) ?? [];
  if (year === "") return text.trim();
  return `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** An optional day of a form. */
export const dayFieldSchema = z.preprocess((text) => (typeof text === "string" ? toIsoDay(text) || undefined : text), daySchema.optional());

/** The value of a date field; `undefined` if it is not a valid day. */
export const asDay = (value: unknown): string | undefined => daySchema.safeParse(value).data;

/** Whether a period ends before it begins. Both ends are inclusive; an open range is never reversed. */
export const isReversed = (from?: string | null, until?: string | null): boolean => Boolean(from && until && from > until);

const cut = (text: string) => cleanLine(text.slice(0, limits.text));
