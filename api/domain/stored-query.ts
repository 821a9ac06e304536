import type { z } from "zod";
import type { feedQuerySchema } from "../../contract/rest/feeds";

/** The query of a feed or saved search, as in a query string, without empty values. */
export function toStoredQuery(query: z.output<typeof feedQuerySchema>): Record<string, string> {
  const texts = Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? value.join(",") : (value ?? "")]);
  return Object.fromEntries(texts.filter(([, text]) => text !== ""));
}
