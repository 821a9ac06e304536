import { z } from "zod";
import { limits } from "../limits";
import { timestampSchema } from "./shared";

/** When the newest article that the user has seen was filed. */
export const newsQuerySchema = z.object({ after: timestampSchema });

/** How many articles others have filed since then in visible folders, at most `limits.news` + 1. */
export const newsSchema = z
  .object({
    count: z
      .int()
      .min(0)
      .max(limits.news + 1),
  })
  .meta({ id: "News" });
