import { z } from "zod";
import * as limits from "../limits";
import { cleanText, idSchema, timestampSchema } from "./shared";
import { personSchema } from "./users";

export const commentSchema = z
  .object({
    id: idSchema,
    body: z.string(),
    /** Where people are mentioned in it, with the `@`, in UTF-16 code units. */
    mentions: z.array(z.object({ start: z.int().min(0), end: z.int().min(1) })).default([]),
    created_at: timestampSchema,
    /** When its text was last changed. */
    edited_at: timestampSchema.nullable(),
    user: personSchema,
    /** The permissions of the requesting user. */
    permissions: z.object({ update: z.boolean(), destroy: z.boolean() }),
  })
  .meta({ id: "Comment" });

/** Somebody who can be mentioned in a comment. */
export const mentionableSchema = personSchema
  .extend({
    /** The text after the `@`: the name, or the address if somebody else has the same name. */
    mention: z.string(),
  })
  .meta({ id: "Mentionable" });

/** Unlike other resources, comments are sent without a wrapper. */
export const commentBodySchema = z.object({ body: z.string().overwrite(cleanText).min(1).max(limits.comment) }).meta({ id: "CommentBody" });
