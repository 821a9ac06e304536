import type { z } from "zod";
import * as limits from "../../contract/limits";
import type { metaSchema } from "../../contract/rest/shared";

/** Pages are counted from 0. With `isBound`, a list was counted up to `limits.exactTotal`, and a higher total only means that there are more. */
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
