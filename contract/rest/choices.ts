import { z } from "zod";
import { countryCodeSchema } from "./countries";
import { idSchema, termSchema } from "./shared";

/** Sources whose names hold these letters, in any case; of one folder, or of all that one sees. */
export const sourcesQuerySchema = z.object({
  name: termSchema,
  folder_id: idSchema.optional(),
});

/** By name, `limits.sourcesFound` at most. */
export const sourcesSchema = z.array(z.object({ name: z.string() }).meta({ id: "Source" }));

export const frequentQuerySchema = z.object({ folder_id: idSchema.optional() });

/** What the newest articles carry most often, the most frequent first, `limits.frequent` of each at most. */
export const frequentSchema = z
  .object({
    /** Slugs. */
    tags: z.array(z.string()),
    countries: z.array(countryCodeSchema),
  })
  .meta({ id: "Frequent" });
