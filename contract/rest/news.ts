import { z } from "zod";
import { mostNews } from "../news";
import { timestampSchema } from "./shared";

/** When the newest article that the user has seen was filed. */
export const newsQuerySchema = z.object({ after: timestampSchema });

export const newsSchema = z
  .object({
    /** How many articles others have filed since then in the stream, at most `mostNews` + 1. */
    count: z
      .int()
      .min(0)
      .max(mostNews + 1),
    /** Whether there are unread notifications. */
    unread: z.boolean().default(false),
  })
  .meta({ id: "News" });
