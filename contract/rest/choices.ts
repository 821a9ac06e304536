import { z } from "zod";
import { countryCodeSchema } from "./countries";
import { idSchema, termSchema } from "./shared";

/** Sources whose names contain `name`, ignoring case, from one folder or from all visible ones. */
export const sourcesQuerySchema = z.object({
  name: termSchema,
  folder_id: idSchema.optional(),
});

/** Sorted by their frequency in the newest articles, then by name; at most `limits.sourcesFound`. */
export const sourcesSchema = z.array(z.object({ name: z.string() }).meta({ id: "Source" }));

export const frequentQuerySchema = z.object({ folder_id: idSchema.optional() });

/** The most frequent values of the newest articles, most frequent first, at most `limits.frequent` of each. */
export const frequentSchema = z
  .object({
    /** Slugs. */
    tags: z.array(z.string()),
    countries: z.array(countryCodeSchema),
  })
  .meta({ id: "Frequent" });
