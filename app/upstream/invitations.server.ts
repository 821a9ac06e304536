import { z } from "zod";
import {
  invitationListSchema,
  type invitationQuerySchema,
  type invitationRoleSchema,
  invitationSchema,
} from "../../contract/rest/invitations";
import type { Camel } from "../../contract/wire";
import type { Upstream } from "./client.server";

type InvitationRole = z.infer<typeof invitationRoleSchema>;

type InvitationQuery = Partial<Camel<z.output<typeof invitationQuerySchema>>>;

const invitationPath = (id: string) => `/invitations/${encodeURIComponent(id)}`;

/** A page of pending invitations. */
export const listInvitations = (upstream: Upstream, query: InvitationQuery) =>
  upstream.get("/invitations", invitationListSchema, { ...query });

/** Invites people by their e-mail addresses: all of them or none. */
export const createInvitations = (
  upstream: Upstream,
  invitation: { emailAddresses: string[]; role: InvitationRole; teamIds: string[] },
  idempotencyKey?: string,
) => upstream.write("POST", "/invitations", z.array(invitationSchema), { invitation }, { idempotencyKey });

export const updateInvitation = (upstream: Upstream, id: string, role: InvitationRole) =>
  upstream.write("PUT", invitationPath(id), invitationSchema, { invitation: { role } });

/** Resends the mail, with a new expiry date. */
export const resendInvitation = (upstream: Upstream, id: string) => upstream.write("POST", `${invitationPath(id)}/mail`, invitationSchema);

/** Deletion preview of an invitation. */
export const requireInvitationRemoval = (upstream: Upstream, id: string) => upstream.get(`${invitationPath(id)}/removal`, invitationSchema);

export const deleteInvitation = (upstream: Upstream, id: string) => upstream.write("DELETE", invitationPath(id), z.undefined());
