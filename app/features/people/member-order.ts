/** The sort fields of members, each with its initial direction. */
export const memberSortable = [
  ["first_name", "asc"],
  ["email", "asc"],
  ["memberships_count", "desc"],
  ["created_at", "desc"],
] as const;
