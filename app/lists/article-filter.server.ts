import { z } from "zod";
import type { ArticleQuery } from "~/upstream/articles.server";
import { limits } from "../../contract/limits";
import { contentQuerySchema } from "../../contract/rest/contents";
import { countryCodeSchema } from "../../contract/rest/countries";
import { cleanLine, daySchema, idSchema } from "../../contract/rest/shared";

/** What a list is narrowed by. */
export type ArticleFilter = Omit<ArticleQuery, "shareable" | "sortBy" | "sortDir" | "page" | "perPage">;

/** What of an address was corrected, to be said above the list. */
export type FilterNote = "termCut" | "tagsCut" | "rangeReversed";

/** The filter that an address names. Nonsense counts as absent; what is too much is cut, which `notes` say. */
export function readFilter(params: URLSearchParams): { filter: ArticleFilter; notes: FilterNote[] } {
  const term = cleanLine(params.get("term") ?? "");
  const tags = readList(params, "tags").filter((slug) => slug.length <= limits.text);
  const filter: ArticleFilter = {
    term: cut(term) || undefined,
    tags: orAbsent(tags.slice(0, limits.tagsPerArticle)),
    countries: orAbsent(readList(params, "countries").filter(accepts(countryCodeSchema)).slice(0, limits.chosenPerFilter)),
    folderIds: orAbsent(readList(params, "folder_ids").filter(accepts(idSchema)).slice(0, limits.chosenPerFilter)),
    sourceName: cut(cleanLine(params.get("source_name") ?? "")) || undefined,
    createdAtFrom: readDay(params.get("created_at_from")),
    createdAtUntil: readDay(params.get("created_at_until")),
    publishedAtFrom: readDay(params.get("published_at_from")),
    publishedAtUntil: readDay(params.get("published_at_until")),
    priority: contentQuerySchema.shape.priority.safeParse(params.get("priority")).data,
    external: contentQuerySchema.shape.external.safeParse(params.get("external")).data,
  };
  const notes: [FilterNote, boolean][] = [
    ["termCut", term.length > limits.text],
    ["tagsCut", tags.length > limits.tagsPerArticle],
    [
      "rangeReversed",
      isReversed(filter.createdAtFrom, filter.createdAtUntil) || isReversed(filter.publishedAtFrom, filter.publishedAtUntil),
    ],
  ];
  return { filter, notes: notes.flatMap(([note, isSo]) => (isSo ? [note] : [])) };
}

/** Whether it narrows anything at all. */
export const isNarrowed = (filter: ArticleFilter): boolean => Object.values(filter).some((value) => value !== undefined);

/** The day that somebody typed, as `YYYY-MM-DD`; where browsers have no field for dates people write 20.11.2025. */
export function toIsoDay(text: string): string {
  const [, day = "", month = "", year = ""] = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})$/.exec(text.trim()) ?? [];
  if (year === "") return text.trim();
  return `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** A day of a form, which may stay empty. */
export const dayFieldSchema = z.preprocess((text) => (typeof text === "string" ? toIsoDay(text) || undefined : text), daySchema.optional());

/** What a form has in a field for a day; `undefined` where that is none. */
export const asDay = (value: unknown): string | undefined => daySchema.safeParse(value).data;

/** Both ends belong to a range; one that is open has no order. */
export const isReversed = (from?: string | null, until?: string | null): boolean => Boolean(from && until && from > until);

const readDay = (text: string | null) => asDay(toIsoDay(text ?? ""));

/** Checkboxes repeat the name, links separate the values by commas. */
const readList = (params: URLSearchParams, name: string) => [
  ...new Set(params.getAll(name).flatMap((text) => text.split(",").map(cleanLine).filter(Boolean))),
];

const cut = (text: string) => cleanLine(text.slice(0, limits.text));
const orAbsent = (list: string[]) => (list.length > 0 ? list : undefined);
const accepts = (schema: z.ZodType) => (value: string) => schema.safeParse(value).success;
