import { z } from "zod";
import { limits } from "../limits";
import { timestampSchema } from "./shared";

/** When the newest article was filed that somebody has been shown. */
export const newsQuerySchema = z.object({ after: timestampSchema });

/** How many articles others filed since then in folders one sees; one more than `limits.news` where there are more than that. */
export const newsSchema = z
  .object({
    count: z
      .int()
      .min(0)
      .max(limits.news + 1),
  })
  .meta({ id: "News" });
