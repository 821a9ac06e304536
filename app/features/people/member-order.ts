/** The sort fields of members with the direction that each begins with. */
export const memberSortable = [
  ["first_name", "asc"],
  ["email", "asc"],
  ["memberships_count", "desc"],
  ["created_at", "desc"],
] as const;
