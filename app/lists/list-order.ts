export interface ListOrder<F extends string> {
  sortBy: F;
  sortDir: "asc" | "desc";
}

/** What a list can be sorted by, and which way each begins; the first one is the list's own order. */
export type Sortable<F extends string> = readonly (readonly [F, "asc" | "desc"])[];

/** What the address of a list says of its order; nonsense counts as absent. */
export function readOrder<F extends string>(search: string, sortable: Sortable<F>): ListOrder<F> {
  const params = new URLSearchParams(search);
  const [sortBy, begins] = sortable.find(([field]) => field === params.get("sort_by")) ?? firstOf(sortable);
  const sortDir = params.get("sort_dir");
  return { sortBy, sortDir: sortDir === "asc" || sortDir === "desc" ? sortDir : begins };
}

/** The changes of the address when a sort field is chosen; the current one again reverses the order. */
export function chosenOrder<F extends string>(field: F, order: ListOrder<F>, sortable: Sortable<F>): Record<string, string | null> {
  const [first, firstDir] = firstOf(sortable);
  const begins = sortable.find(([one]) => one === field)?.[1] ?? firstDir;
  const flipped = order.sortDir === "asc" ? "desc" : "asc";
  const direction = field === order.sortBy ? flipped : begins;
  const isOwn = field === first && direction === firstDir;
  return { sort_by: isOwn ? null : field, sort_dir: isOwn ? null : direction };
}

function firstOf<F extends string>([first]: Sortable<F>): readonly [F, "asc" | "desc"] {
  if (!first) throw new Error("a list can be sorted by something");
  return first;
}
