import { createRoute } from "@hono/zod-openapi";
import * as limits from "../../../contract/limits";
import {
  createMembershipBodySchema,
  membershipListSchema,
  membershipQuerySchema,
  membershipSchema,
  updateMembershipBodySchema,
} from "../../../contract/rest/memberships";
import { fromWire } from "../../../contract/wire";
import { InvalidFields } from "../../domain/errors";
import {
  addMembership,
  changeMembership,
  getMembership,
  listMemberships,
  listMembershipsOf,
  type Membership,
  removeMembership,
} from "../../domain/teams/memberships";
import type { Services } from "../../services";
import { withAvatar } from "../articles/article-wire";
import type { Api } from "../context";
import { idempotencyHeaders, keyOf } from "../idempotency";
import { idParams, invalid, json, jsonBody, refusals } from "../openapi";
import { toMeta } from "../paging";
import { toAnswer } from "../to-answer";

const listRoute = createRoute({
  method: "get",
  path: "/memberships",
  summary: "A page of a team's members, in the order of joining; for owner and admins, of a person's teams, by name",
  tags: ["memberships"],
  request: { query: membershipQuerySchema },
  responses: { 200: json(membershipListSchema, "The page."), ...invalid, ...refusals(401, 403, 404) },
});

const createMembershipRoute = createRoute({
  method: "post",
  path: "/memberships",
  summary: "Add a person to a team",
  tags: ["memberships"],
  request: { headers: idempotencyHeaders, body: jsonBody(createMembershipBodySchema) },
  responses: {
    201: json(membershipSchema, "The new membership, or the one that this key created."),
    ...invalid,
    ...refusals(400, 401, 413),
  },
});

const updateRoute = createRoute({
  method: "put",
  path: "/memberships/{id}",
  summary: "Change role or activity; omitted fields stay, and owners do not change",
  tags: ["memberships"],
  request: { params: idParams, body: jsonBody(updateMembershipBodySchema) },
  responses: { 200: json(membershipSchema, "The changed membership."), ...invalid, ...refusals(400, 401, 403, 404, 413) },
});

const showRoute = createRoute({
  method: "get",
  path: "/memberships/{id}",
  summary: "A membership, for those who may change it",
  tags: ["memberships"],
  request: { params: idParams },
  responses: { 200: json(membershipSchema, "The membership."), ...refusals(401, 403, 404) },
});

const deleteRoute = createRoute({
  method: "delete",
  path: "/memberships/{id}",
  summary: "Remove a person from a team; owners stay",
  tags: ["memberships"],
  request: { params: idParams },
  responses: { 204: { description: "Deleted." }, ...refusals(401, 403, 404) },
});

export function registerMemberships(api: Api, services: Services): void {
  api.openapi(listRoute, async (c) => {
    const { team_id: teamId, user_id: userId, term, role, page } = c.req.valid("query");
    const wanted = { term, role: role === "all" ? undefined : role, page };
    const viewer = c.get("viewer");
    const { entries, total, isBound } =
      userId === undefined
        ? await listMemberships(services, viewer, { ...wanted, teamId: requireTeamId(teamId) })
        : await listMembershipsOf(services, viewer, { ...wanted, userId });
    return c.json({ entries: entries.map(toWire), meta: toMeta(page, limits.membershipsPerPage, total, { isBound }) }, 200);
  });

  api.openapi(createMembershipRoute, async (c) => {
    const { membership } = c.req.valid("json");
    return c.json(toWire(await addMembership(services, c.get("viewer"), fromWire(membership), keyOf(c.req.valid("header")))), 201);
  });

  api.openapi(updateRoute, async (c) => {
    const { membership } = c.req.valid("json");
    return c.json(toWire(await changeMembership(services, c.get("viewer"), c.req.valid("param").id, membership)), 200);
  });

  api.openapi(showRoute, async (c) => c.json(toWire(await getMembership(services, c.get("viewer"), c.req.valid("param").id)), 200));

  api.openapi(deleteRoute, async (c) => {
    await removeMembership(services, c.get("viewer"), c.req.valid("param").id);
    return c.body(null, 204);
  });
}

function requireTeamId(teamId: string | undefined): string {
  if (teamId === undefined) throw new InvalidFields({ teamId: [{ key: "required" }] });
  return teamId;
}

const toWire = (membership: Membership) =>
  toAnswer(membershipSchema, {
    ...membership,
    teamId: membership.team.id,
    userId: membership.user.id,
    user: withAvatar(membership.user),
  });
