import { z } from "zod";
import * as limits from "../limits";
import { entriesSchema, idSchema, pageSchema, requiredLine, termSchema } from "./shared";

export const tagSchema = z.object({ id: idSchema, name: z.string(), slug: z.string() }).meta({ id: "Tag" });

export const tagQuerySchema = z.object({
  folder_id: idSchema.optional(),
  /** Includes `follow_id`. */
  follows: z.stringbool().optional(),
});

/** A tag with the caller's follow of it, if requested with `follows`. */
export const listedTagSchema = tagSchema.extend({ follow_id: idSchema.nullable().optional() }).meta({ id: "ListedTag" });

/** A tag with its usage in the whole workspace. */
export const usedTagSchema = tagSchema
  .extend({
    contents_count: z.int().min(0),
    /** People with this interest. */
    interests_count: z.int().min(0),
  })
  .meta({ id: "UsedTag" });

/** A tag that is probably an unfinished word, and the longer tag that was meant. */
export const tagLeftoverSchema = z.object({ tag: tagSchema, meant: tagSchema }).meta({ id: "TagLeftover" });

/** Deletion preview of a tag. */
export const tagRemovalSchema = usedTagSchema
  .extend({
    /** Feeds that require it, and would become empty. */
    feeds_count: z.int().min(0),
    /** Unpublished newsletters with this tag selected. */
    mailings_count: z.int().min(0),
  })
  .meta({ id: "TagRemoval" });

/** Tags whose names contain `term`, ignoring case. Pages are zero-based. */
export const usedTagQuerySchema = z.object({
  term: termSchema,
  page: pageSchema,
});

export const usedTagListSchema = entriesSchema(usedTagSchema).meta({ id: "UsedTagList" });

const tagFieldsSchema = z.object({ name: requiredLine(limits.tag) });
export const tagBodySchema = z.object({ tag: tagFieldsSchema }).meta({ id: "TagFields" });

/** The name of the target tag, ignoring case. */
export const tagMergeBodySchema = z.object({ tag: z.object({ into: requiredLine(limits.tag) }) }).meta({ id: "TagMerge" });
