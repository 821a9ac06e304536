import { z } from "zod";
import { invitationListSchema, type invitationRoleSchema, invitationSchema, type invitationSorts } from "../../contract/rest/invitations";
import type { Upstream } from "./client.server";

type InvitationRole = z.infer<typeof invitationRoleSchema>;

interface InvitationQuery {
  term?: string;
  /** Counted from 0. */
  page: number;
  sortBy: (typeof invitationSorts)[number];
  sortDir: "asc" | "desc";
}

const invitationPath = (id: string) => `/invitations/${encodeURIComponent(id)}`;

/** A page of the invitations that nobody has accepted yet. */
export const listInvitations = (upstream: Upstream, query: InvitationQuery) =>
  upstream.get("/invitations", invitationListSchema, { ...query });

/** Invites people by their addresses, all or nobody. */
export const createInvitations = (
  upstream: Upstream,
  invitation: { emailAddresses: string[]; role: InvitationRole },
  idempotencyKey?: string,
) => upstream.write("POST", "/invitations", z.array(invitationSchema), { invitation }, { idempotencyKey });

export const updateInvitation = (upstream: Upstream, id: string, role: InvitationRole) =>
  upstream.write("PUT", invitationPath(id), invitationSchema, { invitation: { role } });

/** Sends it once more, good for as long as a new one. */
export const resendInvitation = (upstream: Upstream, id: string) => upstream.write("POST", `${invitationPath(id)}/mail`, invitationSchema);

/** What would be withdrawn. */
export const requireInvitationRemoval = (upstream: Upstream, id: string) => upstream.get(`${invitationPath(id)}/removal`, invitationSchema);

/** Withdraws it. */
export const deleteInvitation = (upstream: Upstream, id: string) => upstream.write("DELETE", invitationPath(id), z.undefined());
