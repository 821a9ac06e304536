import { z } from "zod";
import { limits } from "../limits";
import { attachmentSchema } from "./attachments";
import { countryCodeSchema, countrySchema } from "./countries";
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

/** From and until, in UTF-16 units of the text they belong to, in order and apart from each other. */
const rangesSchema = z.array(z.tuple([z.int().min(0), z.int().min(1)]));

/** Where a searched term was found. */
const hitsSchema = z.object({
  title: rangesSchema,
  /** The part of the text with the most hits, without markup. */
  excerpt: z.string(),
  excerpt_ranges: rangesSchema,
});

/** An article as lists show it. */
export const contentSummarySchema = z
  .object({
    id: idSchema,
    title: z.string(),
    /** The beginning of the text, without markup. */
    teaser_text: z.string(),
    source_url: z.string().nullable(),
    source: z.object({ name: z.string().nullable(), url: z.string().nullable() }),
    author: z.string().nullable(),
    published_at: daySchema,
    created_at: timestampSchema,
    views: z.int().min(0),
    comments_count: z.int().min(0),
    priority: prioritySchema,
    shareable: z.boolean(),
    external: z.boolean(),
    /** BCP 47, `null` when unknown. */
    language: z.string().nullable(),
    folder_id: idSchema,
    folder: z.object({ id: idSchema, name: z.string() }),
    team: teamReferenceSchema,
    tags: z.array(tagSchema),
    /** The first attachment that is a picture. */
    picture: attachmentSchema.nullable(),
    user: personSchema,
    /** What the asking person may do with it. */
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
    /** Counts the changes; a change that names an older one answers 409. */
    lock_version: z.int().min(0),
  })
  .meta({ id: "Content" });

const tagNames = z.array(z.string().overwrite(cleanLine).min(1).max(limits.tag)).min(1).max(limits.tagsPerArticle);

/** Text or HTML; it is sanitised where it is stored. */
const bodySchema = z.string().overwrite(cleanText).min(1).max(limits.body);

const publishedAtSchema = daySchema.refine((day) => day >= "1000-01-01", { params: { key: "notDate" } });

/** The fields of an article that people write. */
export const contentFieldsSchema = z.object({
  source_url: optionalSourceUrlSchema,
  title: requiredLine(),
  body: bodySchema,
  /** Names; a new one becomes a tag of the workspace. */
  tags: tagNames,
  countries: z.array(countryCodeSchema).max(limits.countriesPerArticle).default([]),
  author: optionalLine(),
  source_name: optionalLine(),
  published_at: publishedAtSchema,
  folder_id: idSchema,
  priority: prioritySchema.default("normal"),
  shareable: z.boolean().default(true),
  external: z.boolean().default(true),
  language: languageSchema.nullable().default(null),
});

/** A new article. The same `Idempotency-Key` header with the same fields from the same person answers the article it made the first time. */
export const createContentBodySchema = z.object({ content: contentFieldsSchema }).meta({ id: "CreateContent" });

/** A changed article, all fields; `lock_version` is the one the change started from. */
export const updateContentBodySchema = z
  .object({ content: contentFieldsSchema.extend({ lock_version: z.int().min(0).optional() }) })
  .meta({ id: "UpdateContent" });

const commaList = <T extends z.ZodType<unknown, string>>(item: T, max: number = limits.chosenPerFilter) =>
  z
    .string()
    .transform((text) =>
      text
        .split(",")
        .map(cleanLine)
        .filter((part) => part !== ""),
    )
    .pipe(z.array(item).max(max));

/** Query of the article list. Lists are separated by commas; days include their end. */
export const contentQuerySchema = z.object({
  term: termSchema,
  folder_ids: commaList(idSchema).optional(),
  /** Slugs; an article carries all of them. */
  tags: commaList(z.string().max(limits.text), limits.tagsPerArticle).optional(),
  countries: commaList(countryCodeSchema).optional(),
  source_name: termSchema,
  created_at_from: daySchema.optional(),
  created_at_until: daySchema.optional(),
  published_at_from: daySchema.optional(),
  published_at_until: daySchema.optional(),
  priority: prioritySchema.optional(),
  external: z.enum(["with_source_url", "without_source_url"]).optional(),
  /** Only those that may be shared. */
  shareable: z.literal("true").optional(),
  /** `created_at` when there is neither a term nor a sort; relevance when there is only a term. */
  sort_by: z.enum(["created_at", "published_at", "comments_count", "views"]).optional(),
  sort_dir: z.enum(["asc", "desc"]).default("desc"),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  per_page: z.coerce.number().int().min(1).max(limits.contentsPerPageMax).default(limits.contentsPerPage),
});

/** Words of a term that nobody uses, and what was looked for instead. */
const replacedSchema = z.array(z.object({ typed: z.string(), used: z.string() }));

/** A page of articles; `replaced` only where typing errors were forgiven. */
export const contentListSchema = entriesSchema(contentSummarySchema)
  .extend({ meta: metaSchema.extend({ replaced: replacedSchema.optional() }).meta({ id: "ContentListMeta" }) })
  .meta({ id: "ContentList" });

/** `viewed` says that a person reads the article now, which counts once per person and day. */
export const contentReadQuerySchema = z.object({ viewed: z.stringbool().default(false) });

/** Where an address is filed already. */
export const contentDuplicatesQuerySchema = z.object({
  url: sourceUrlSchema,
  /** An article that is not asked about: the one being changed. */
  except: idSchema.optional(),
});

/** The newest articles from this address in folders one sees, three at most. */
export const contentDuplicatesSchema = z
  .object({ entries: z.array(contentSummarySchema.pick({ id: true, title: true, created_at: true, folder: true })) })
  .meta({ id: "ContentDuplicates" });
