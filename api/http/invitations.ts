import { createRoute, z } from "@hono/zod-openapi";
import { invitationFieldsSchema, invitationSchema, openInvitationSchema } from "../../contract/rest/invitations";
import { createInvitationConfirmation, type Invitation, inviteByEmail, requireInvitation } from "../domain/invitations";
import type { Services } from "../services";
import type { Api } from "./app";
import { invalid, json, jsonBody, refusals, tokenParams } from "./openapi";
import { addressOf } from "./session";

const showRoute = createRoute({
  method: "get",
  path: "/invitations/{token}",
  summary: "What somebody was invited to",
  tags: ["invitations"],
  security: [],
  request: { params: tokenParams },
  responses: { 200: json(openInvitationSchema, "The invitation."), ...refusals(404) },
});

const confirmRoute = createRoute({
  method: "post",
  path: "/invitations/{token}/confirmation",
  summary: "Accept an invitation: makes the account and mails its first password",
  tags: ["invitations"],
  security: [],
  request: { params: tokenParams },
  responses: { 204: { description: "It is confirmed, now or within the last day." }, ...refusals(404, 429) },
});

const inviteRoute = createRoute({
  method: "post",
  path: "/invitations",
  summary: "Invite people by their addresses, all or nobody",
  tags: ["invitations"],
  request: { body: jsonBody(z.object({ invitation: invitationFieldsSchema })) },
  responses: { 201: json(z.array(invitationSchema), "One invitation an address."), ...refusals(400, 401, 403), ...invalid },
});

/** The links of invitations, which need no session. */
export function registerOpenInvitations(api: Api, services: Services): void {
  const confirm = createInvitationConfirmation(services);
  api.openapi(showRoute, async (c) => {
    const { email, client } = await requireInvitation(services, c.req.valid("param").token);
    return c.json({ email, client }, 200);
  });
  api.openapi(confirmRoute, async (c) => {
    await confirm(c.req.valid("param").token, { address: addressOf(c, services) });
    return c.body(null, 204);
  });
}

export function registerInvitations(api: Api, services: Services): void {
  api.openapi(inviteRoute, async (c) => {
    const { email_addresses: emailAddresses, role } = c.req.valid("json").invitation;
    const invitations = await inviteByEmail(services, c.get("viewer"), { emailAddresses, role });
    return c.json(invitations.map(toWire), 201);
  });
}

const toWire = ({ id, email, role, createdAt, expiresAt }: Invitation): z.infer<typeof invitationSchema> => ({
  id,
  email,
  role,
  created_at: createdAt.toISOString(),
  expires_at: expiresAt.toISOString(),
});
