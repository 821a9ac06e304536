import { createRoute, z } from "@hono/zod-openapi";
import * as limits from "../../../contract/limits";
import {
  invitationFieldsSchema,
  invitationListSchema,
  invitationQuerySchema,
  invitationSchema,
  openInvitationSchema,
  updateInvitationBodySchema,
} from "../../../contract/rest/invitations";
import { fromWire } from "../../../contract/wire";
import {
  changeInvitation,
  confirmInvitation,
  type Invitation,
  inviteByEmail,
  listInvitations,
  removeInvitation,
  requireInvitation,
  requireWaitingInvitation,
  resendInvitation,
} from "../../domain/people/invitations";
import type { Services } from "../../services";
import { addressOf } from "../auth/session";
import type { Api } from "../context";
import { idempotencyHeaders, keyOf } from "../idempotency";
import { idParams, invalid, json, jsonBody, refusals, tokenParams } from "../openapi";
import { toMeta } from "../paging";
import { toAnswer } from "../to-answer";

const showRoute = createRoute({
  method: "get",
  path: "/invitations/{token}",
  summary: "The invitation of a link",
  tags: ["invitations"],
  security: [],
  request: { params: tokenParams },
  responses: { 200: json(openInvitationSchema, "The invitation."), ...refusals(404) },
});

const confirmRoute = createRoute({
  method: "post",
  path: "/invitations/{token}/confirmation",
  summary: "Accept an invitation: creates the account and mails its first password",
  tags: ["invitations"],
  security: [],
  request: { params: tokenParams },
  responses: { 204: { description: "Confirmed, now or within the last day." }, ...refusals(404, 429) },
});

const inviteRoute = createRoute({
  method: "post",
  path: "/invitations",
  summary: "Invite people by their addresses, all or none",
  tags: ["invitations"],
  request: { headers: idempotencyHeaders, body: jsonBody(z.object({ invitation: invitationFieldsSchema })) },
  responses: {
    201: json(z.array(invitationSchema), "One invitation per address, or those that this key created."),
    ...refusals(400, 401, 403, 429),
    ...invalid,
  },
});

const listRoute = createRoute({
  method: "get",
  path: "/invitations",
  summary: "A page of the invitations that nobody has accepted yet",
  tags: ["invitations"],
  request: { query: invitationQuerySchema },
  responses: { 200: json(invitationListSchema, "The page."), ...invalid, ...refusals(401, 403) },
});

const updateRoute = createRoute({
  method: "put",
  path: "/invitations/{id}",
  summary: "Change the role of an invitation",
  tags: ["invitations"],
  request: { params: idParams, body: jsonBody(updateInvitationBodySchema) },
  responses: { 200: json(invitationSchema, "The changed invitation."), ...invalid, ...refusals(400, 401, 403, 404, 413) },
});

const mailRoute = createRoute({
  method: "post",
  path: "/invitations/{id}/mail",
  summary: "Resend an invitation, valid for as long as a new one; not twice within a minute",
  tags: ["invitations"],
  request: { params: idParams },
  responses: { 200: json(invitationSchema, "The invitation."), ...invalid, ...refusals(401, 403, 404, 429) },
});

const removalRoute = createRoute({
  method: "get",
  path: "/invitations/{id}/removal",
  summary: "The invitation that would be withdrawn",
  tags: ["invitations"],
  request: { params: idParams },
  responses: { 200: json(invitationSchema, "The invitation."), ...refusals(401, 403, 404) },
});

const deleteRoute = createRoute({
  method: "delete",
  path: "/invitations/{id}",
  summary: "Withdraw an invitation; its link becomes invalid",
  tags: ["invitations"],
  request: { params: idParams },
  responses: { 204: { description: "Deleted." }, ...refusals(401, 403, 404) },
});

/** The links of invitations, which require no session. */
export function registerOpenInvitations(api: Api, services: Services): void {
  api.openapi(showRoute, async (c) => {
    const { email, client, confirmedAt } = await requireInvitation(services, c.req.valid("param").token);
    return c.json({ email, client, confirmed_at: confirmedAt?.toISOString() ?? null }, 200);
  });
  api.openapi(confirmRoute, async (c) => {
    await confirmInvitation(services, c.req.valid("param").token, { address: addressOf(c, services) });
    return c.body(null, 204);
  });
}

export function registerInvitations(api: Api, services: Services): void {
  api.openapi(inviteRoute, async (c) => {
    const { invitation } = c.req.valid("json");
    const invitations = await inviteByEmail(services, c.get("viewer"), fromWire(invitation), keyOf(c.req.valid("header")));
    return c.json(invitations.map(toWire), 201);
  });

  api.openapi(listRoute, async (c) => {
    const { term, page, sort_by: sortBy, sort_dir: sortDir } = c.req.valid("query");
    const { entries, total, isBound } = await listInvitations(services, c.get("viewer"), { term, page, sortBy, sortDir });
    return c.json({ entries: entries.map(toWire), meta: toMeta(page, limits.invitationsPerPage, total, { isBound }) }, 200);
  });

  api.openapi(updateRoute, async (c) => {
    const { invitation } = c.req.valid("json");
    return c.json(toWire(await changeInvitation(services, c.get("viewer"), c.req.valid("param").id, invitation)), 200);
  });

  api.openapi(mailRoute, async (c) => c.json(toWire(await resendInvitation(services, c.get("viewer"), c.req.valid("param").id)), 200));

  api.openapi(removalRoute, async (c) =>
    c.json(toWire(await requireWaitingInvitation(services, c.get("viewer"), c.req.valid("param").id)), 200),
  );

  api.openapi(deleteRoute, async (c) => {
    await removeInvitation(services, c.get("viewer"), c.req.valid("param").id);
    return c.body(null, 204);
  });
}

const toWire = (invitation: Invitation) => toAnswer(invitationSchema, invitation);
