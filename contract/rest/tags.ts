import { z } from "zod";
import { limits } from "../limits";
import { entriesSchema, idSchema, pageSchema, requiredLine, termSchema } from "./shared";

export const tagSchema = z.object({ id: idSchema, name: z.string(), slug: z.string() }).meta({ id: "Tag" });

export const tagQuerySchema = z.object({ folder_id: idSchema.optional() });

/** A tag with how often it is used in the whole workspace. */
export const usedTagSchema = tagSchema
  .extend({
    contents_count: z.int().min(0),
    /** People who named it as an interest. */
    interests_count: z.int().min(0),
  })
  .meta({ id: "UsedTag" });

/** What a tag is taken off when it is deleted. */
export const tagRemovalSchema = usedTagSchema
  .extend({
    /** They ask for all of their tags, and so find nothing any more. */
    feeds_count: z.int().min(0),
    /** Newsletters that are not out yet, with this tag among those selected. */
    mailings_count: z.int().min(0),
  })
  .meta({ id: "TagRemoval" });

/** Those whose names hold these letters, in any case. Pages are counted from 0. */
export const usedTagQuerySchema = z.object({
  term: termSchema,
  page: pageSchema,
});

export const usedTagListSchema = entriesSchema(usedTagSchema).meta({ id: "UsedTagList" });

const tagFieldsSchema = z.object({ name: requiredLine(limits.tag) });
export const tagBodySchema = z.object({ tag: tagFieldsSchema }).meta({ id: "TagFields" });

/** Into which other tag, by its name in any case. */
export const tagMergeBodySchema = z.object({ tag: z.object({ into: requiredLine(limits.tag) }) }).meta({ id: "TagMerge" });
