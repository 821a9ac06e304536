import { z } from "zod";
import * as limits from "../limits";
import { feedQuerySchema } from "./feeds";
import { idSchema, requiredLine, timestampSchema } from "./shared";
import { tagSchema } from "./tags";

/** Something that a person follows: exactly one of a folder, a tag and a saved search. */
export const followSchema = z
  .object({
    id: idSchema,
    /** The current name of the folder or tag; for a search, the name that the person gave it. */
    name: z.string(),
    folder: z.object({ id: idSchema, name: z.string() }).nullable(),
    tag: tagSchema.nullable(),
    /** The query of the article list. */
    query: z.record(z.string(), z.string()).nullable(),
    created_at: timestampSchema,
  })
  .meta({ id: "Follow" });

const searchNameSchema = requiredLine(limits.feedName);

/** A folder, a tag, or a search with a filter like that of a feed and a name. Saving the same search again renames it. */
export const createFollowBodySchema = z
  .object({
    follow: z
      .object({
        folder_id: idSchema.nullable().default(null),
        tag_id: idSchema.nullable().default(null),
        query: feedQuerySchema.nullable().default(null),
        name: searchNameSchema.nullable().default(null),
      })
      .refine(({ folder_id, tag_id, query }) => [folder_id, tag_id, query].filter((subject) => subject !== null).length === 1)
      .refine(({ query, name }) => (query === null) === (name === null), { path: ["name"] }),
  })
  .meta({ id: "CreateFollow" });

export const renameFollowBodySchema = z.object({ follow: z.object({ name: searchNameSchema }) }).meta({ id: "RenameFollow" });
