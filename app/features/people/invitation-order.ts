/** What invitations can be sorted by (specification, part 2, 4), and which way each begins. */
export const invitationSortable = [
  ["created_at", "desc"],
  ["email", "asc"],
] as const;
