/** The sort fields of invitations with the direction that each begins with. */
export const invitationSortable = [
  ["created_at", "desc"],
  ["email", "asc"],
] as const;
