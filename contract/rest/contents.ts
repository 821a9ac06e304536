import { z } from "zod";
import {
  type ArticleFilter,
  articleFilters,
  articleSorts,
  type FilterField,
  type FilterName,
  type FilterOf,
  fieldsOfFilter,
  filterNames,
  toParam,
} from "../article-filter";
import * as limits from "../limits";
import type { SnakeKey } from "../wire";
import { attachmentSchema } from "./attachments";
import { countryCodeSchema, countrySchema } from "./countries";
import { folderSchema } from "./folders";
import {
  cleanLine,
  cleanText,
  daySchema,
  entriesSchema,
  idSchema,
  metaSchema,
  optionalLine,
  requiredLine,
  termSchema,
  timestampSchema,
} from "./shared";
import { optionalSourceUrlSchema, sourceUrlSchema } from "./source-url";
import { tagSchema } from "./tags";
import { teamReferenceSchema } from "./teams";
import { personSchema } from "./users";

export const prioritySchema = z.enum(["normal", "high"]);

/** BCP 47. */
export const languageSchema = z
  .string()
  .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/)
  .max(limits.language);

/** Start and end in UTF-16 code units of the text, sorted and without overlaps. */
const rangesSchema = z.array(z.tuple([z.int().min(0), z.int().min(1)]));

/** The matches of the search term. */
const hitsSchema = z.object({
  title: rangesSchema,
  /** The part of the text with the most matches, without markup. */
  excerpt: z.string(),
  excerpt_ranges: rangesSchema,
});

const publishedAtSchema = daySchema.refine((day) => day >= "1000-01-01", { params: { key: "notDate" } });

/**
 * The fields of an article that are written and shown under the same name. The form, copying, comparing and the wire are derived from them.
 */
const fields = {
  source_url: { written: optionalSourceUrlSchema, shown: z.string().nullable() },
  title: { written: requiredLine(), shown: z.string() },
  author: { written: optionalLine(), shown: z.string().nullable() },
  published_at: { written: publishedAtSchema, shown: daySchema },
  folder_id: { written: idSchema, shown: idSchema },
  priority: { written: prioritySchema.default("normal"), shown: prioritySchema },
  shareable: { written: z.boolean().default(true), shown: z.boolean() },
  external: { written: z.boolean().default(true), shown: z.boolean() },
  /** BCP 47; `null` if unknown. */
  language: { written: languageSchema.nullable().default(null), shown: z.string().nullable() },
};

const shapeOf = <Side extends "written" | "shown">(side: Side) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field[side]])) as {
    [Name in keyof typeof fields]: (typeof fields)[Name][Side];
  };

/** An article as lists show it. */
export const contentSummarySchema = z
  .object({
    id: idSchema,
    ...shapeOf("shown"),
    /** The beginning of the text, without markup. */
    teaser_text: z.string(),
    source: z.object({ name: z.string().nullable(), url: z.string().nullable() }),
    /** The subscribed source that filed it; `null` if there is none any more, or if the requesting user may not see its folder. */
    subscription: z.object({ id: idSchema, title: z.string() }).nullable(),
    created_at: timestampSchema,
    views: z.int().min(0),
    comments_count: z.int().min(0),
    folder: folderSchema.pick({ id: true, name: true, purpose: true }),
    team: teamReferenceSchema,
    tags: z.array(tagSchema),
    /** The first attachment that is a picture. */
    picture: attachmentSchema.nullable(),
    user: personSchema,
    /** The permissions of the requesting user. */
    permissions: z.object({ update: z.boolean(), destroy: z.boolean() }),
    /** Only in lists with a term. */
    hits: hitsSchema.optional(),
  })
  .meta({ id: "ContentSummary" });

export const contentSchema = contentSummarySchema
  .extend({
    /** Sanitised HTML. */
    body: z.string(),
    countries: z.array(countrySchema),
    attachments: z.array(attachmentSchema),
    updated_at: timestampSchema,
    /** Incremented with every change. A change based on an older version gets a 409. */
    lock_version: z.int().min(0),
  })
  .meta({ id: "Content" });

export const tagNames = z.array(z.string().overwrite(cleanLine).min(1).max(limits.tag)).min(1).max(limits.tagsPerArticle);

/** Text or HTML; sanitised before it is stored. */
const bodySchema = z.string().overwrite(cleanText).min(1).max(limits.body);

/** The fields of a new or changed article. */
export const contentFieldsSchema = z.object({
  ...shapeOf("written"),
  source_name: optionalLine(),
  body: bodySchema,
  /** Names; a new one becomes a tag of the workspace. */
  tags: tagNames,
  countries: z.array(countryCodeSchema).max(limits.countriesPerArticle).default([]),
});

/** A new article, published today unless it says otherwise. Repeating a request with the same `Idempotency-Key` header, fields and user returns the article of the first one. */
export const createContentBodySchema = z
  .object({ content: contentFieldsSchema.extend({ published_at: publishedAtSchema.optional() }) })
  .meta({ id: "CreateContent" });

/** A changed article with all fields. `lock_version` is the version that the change is based on. */
export const updateContentBodySchema = z
  .object({ content: contentFieldsSchema.extend({ lock_version: z.int().min(0).optional() }) })
  .meta({ id: "UpdateContent" });

/** The folder into which an article is moved. */
export const moveContentBodySchema = z.object({ folder_id: idSchema }).meta({ id: "MoveContent" });

/** The values of a list filter, and the maximum number of them. */
export const filterItems = {
  /** Slugs; articles must have all of them. */
  tags: { item: z.string().max(limits.text), max: limits.tagsPerArticle },
  folderIds: { item: idSchema, max: limits.chosenPerFilter },
  subscriptions: { item: idSchema, max: limits.chosenPerFilter },
  countries: { item: countryCodeSchema, max: limits.chosenPerFilter },
  /** Primary languages: `de` finds `de-AT`. */
  languages: { item: z.string().regex(/^[a-z]{2,3}$/), max: limits.chosenPerFilter },
} satisfies Record<FilterOf<"list">, { item: z.ZodType<string, string>; max: number }>;

type FilterShape = { [F in FilterField as SnakeKey<F>]: z.ZodOptional<z.ZodType<NonNullable<ArticleFilter[F]>, string>> };

/** Keeps invisible characters, which names may have that were stored before `cleanLine` removed them. PostgreSQL rejects NUL. */
const storedNameSchema = z
  .string()
  .overwrite((text) => text.replaceAll("\0", "").trim())
  .max(limits.text);

/** The filters of a list, as text. */
export const filterShape = Object.fromEntries(
  filterNames.flatMap((name) => fieldsOfFilter(name).map((field) => [toParam(field), filterSchema(name)])),
) as FilterShape;

function filterSchema(name: FilterName): z.ZodType {
  const filter = articleFilters[name];
  if (name === "sourceName") return storedNameSchema.optional();
  if (filter.kind === "text") return termSchema;
  if (filter.kind === "range") return daySchema.optional();
  if (filter.kind === "choice") return z.enum(filter.values).optional();
  const { item, max } = filterItems[name as FilterOf<"list">];
  return commaList(item, max).optional();
}

function commaList(item: z.ZodType<string, string>, max: number) {
  const split = (text: string) => text.split(",").map(cleanLine).filter(Boolean);
  return z.string().transform(split).pipe(z.array(item).max(max));
}

/** The query of the article list. List values are separated by commas; the end of a period is inclusive. */
export const contentQuerySchema = z.object({
  ...filterShape,
  /** Only shareable articles. */
  shareable: z.literal("true").optional(),
  /** Default: relevance with a term, else `created_at`. */
  sort_by: z.enum(articleSorts).optional(),
  sort_dir: z.enum(["asc", "desc"]).default("desc"),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  per_page: z.coerce.number().int().min(1).max(limits.contentsPerPageMax).default(limits.contentsPerPage),
});

/** Words of a term that do not occur, and their corrections. */
const replacedSchema = z.array(z.object({ typed: z.string(), used: z.string() }));

/** A page of articles. `replaced` is present only if the spelling was corrected. */
export const contentListSchema = entriesSchema(contentSummarySchema)
  .extend({ meta: metaSchema.extend({ replaced: replacedSchema.optional() }).meta({ id: "ContentListMeta" }) })
  .meta({ id: "ContentList" });

/** `viewed`: the user is reading the article, which counts once per user and day. */
export const contentReadQuerySchema = z.object({ viewed: z.stringbool().default(false) });

/** Finds articles that were filed from the same page. */
export const contentDuplicatesQuerySchema = z.object({
  url: sourceUrlSchema,
  /** The address that the page states as its own. */
  canonical_url: sourceUrlSchema.optional(),
  /** Also returns articles that are probably from the same page. */
  likely: z.stringbool().default(false),
  /** Excludes an article: the one being edited. */
  except: idSchema.optional(),
});

/** The article that follows one in its folder, newest first; `null` for the last one. */
export const nextContentSchema = z
  .object({ next: contentSummarySchema.pick({ id: true, title: true }).nullable() })
  .meta({ id: "NextContent" });

/** The newest articles from this page in visible folders, at most `limits.duplicates`; probable ones come last. */
export const contentDuplicatesSchema = z
  .object({
    entries: z.array(
      contentSummarySchema
        .pick({ id: true, title: true, created_at: true, folder: true })
        /** Whether the article's address is the same in any spelling. Otherwise it is only probably from the same page. */
        .extend({ is_certain: z.boolean().default(true) }),
    ),
  })
  .meta({ id: "ContentDuplicates" });
