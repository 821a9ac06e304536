import { z } from "zod";
import { limits } from "../limits";
import { cleanText, idSchema, timestampSchema } from "./shared";
import { personSchema } from "./users";

export const commentSchema = z
  .object({
    id: idSchema,
    body: z.string(),
    created_at: timestampSchema,
    /** When its text was last changed. */
    edited_at: timestampSchema.nullable(),
    user: personSchema,
    /** The permissions of the requesting user. */
    permissions: z.object({ update: z.boolean(), destroy: z.boolean() }),
  })
  .meta({ id: "Comment" });

/** Unlike other resources, comments are sent without a wrapper. */
export const commentBodySchema = z.object({ body: z.string().overwrite(cleanText).min(1).max(limits.comment) }).meta({ id: "CommentBody" });
