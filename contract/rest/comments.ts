import { z } from "zod";
import { limits } from "../limits";
import { cleanText, idSchema, timestampSchema } from "./shared";
import { personSchema } from "./users";

export const commentSchema = z
  .object({
    id: idSchema,
    body: z.string(),
    created_at: timestampSchema,
    user: personSchema,
    /** What the asking person may do with it. */
    permissions: z.object({ destroy: z.boolean() }),
  })
  .meta({ id: "Comment" });

/** Comments are sent without a wrapping name. */
export const commentBodySchema = z.object({ body: z.string().overwrite(cleanText).min(1).max(limits.comment) }).meta({ id: "CommentBody" });
