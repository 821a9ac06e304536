export interface ListOrder<F extends string> {
  sortBy: F;
  sortDir: "asc" | "desc";
}

/** Sortable fields with their initial direction; the first one is the default. */
export type Sortable<F extends string> = readonly (readonly [F, "asc" | "desc"])[];

/** The sort order in a query string; invalid values are ignored. */
export function readOrder<F extends string>(search: string, sortable: Sortable<F>): ListOrder<F> {
  const params = new URLSearchParams(search);
  const [sortBy, begins] = sortable.find(([field]) => field === params.get("sort_by")) ?? firstOf(sortable);
  const sortDir = params.get("sort_dir");
  return { sortBy, sortDir: sortDir === "asc" || sortDir === "desc" ? sortDir : begins };
}

/** The changed parameters when a sort field is chosen; choosing the current one again reverses the order. */
export function chosenOrder<F extends string>(field: F, order: ListOrder<F>, sortable: Sortable<F>): Record<string, string | null> {
  const [first, firstDir] = firstOf(sortable);
  const begins = sortable.find(([one]) => one === field)?.[1] ?? firstDir;
  const flipped = order.sortDir === "asc" ? "desc" : "asc";
  const direction = field === order.sortBy ? flipped : begins;
  const isOwn = field === first && direction === firstDir;
  return { sort_by: isOwn ? null : field, sort_dir: isOwn ? null : direction };
}

function firstOf<F extends string>([first]: Sortable<F>): readonly [F, "asc" | "desc"] {
  if (!first) throw new Error("a sortable list needs at least one field");
  return first;
}
