/** What members can be sorted by (specification, part 2, 4), and which way each begins. */
export const memberSortable = [
  ["first_name", "asc"],
  ["email", "asc"],
  ["memberships_count", "desc"],
  ["created_at", "desc"],
] as const;
