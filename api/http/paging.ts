import type { z } from "zod";
import { limits } from "../../contract/limits";
import type { metaSchema } from "../../contract/rest/shared";

/** Of a list whose pages are counted from 0; a total above `limits.exactTotal` is a bound where the list was counted up to there. */
export function toMeta(page: number, perPage: number, total: number, { isBound = false } = {}): z.infer<typeof metaSchema> {
  const isExact = !isBound || total <= limits.exactTotal;
  return {
    current_page: page,
    per_page: perPage,
    next_page: (page + 1) * perPage < total ? page + 1 : null,
    total_count: isExact ? total : limits.exactTotal,
    total_is_exact: isExact,
  };
}
