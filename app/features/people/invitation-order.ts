/** The sort fields of invitations, each with its initial direction. */
export const invitationSortable = [
  ["created_at", "desc"],
  ["email", "asc"],
] as const;
