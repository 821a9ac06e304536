import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { teamBodySchema, teamRemovalSchema, teamSchema } from "../../../contract/rest/teams";
import { peopleQuerySchema, personSchema } from "../../../contract/rest/users";
import { listPeopleForTeam } from "../../domain/teams/memberships";
import {
  changeTeam,
  createTeam,
  leaveTeam,
  listTeams,
  removeTeam,
  requireTeam,
  requireTeamRemoval,
  type Team,
} from "../../domain/teams/teams";
import type { Services } from "../../services";
import { toPerson } from "../articles/article-wire";
import type { Api } from "../context";
import { idempotencyHeaders, keyOf } from "../idempotency";
import { idParams, invalid, json, jsonBody, refusals } from "../openapi";
import { toAnswer } from "../to-answer";

const listRoute = createRoute({
  method: "get",
  path: "/teams",
  summary: "The visible teams, public ones by name, the personal one last",
  tags: ["teams"],
  responses: { 200: json(z.array(teamSchema), "The teams."), ...refusals(401) },
});

const showRoute = createRoute({
  method: "get",
  path: "/teams/{id}",
  summary: "One team",
  tags: ["teams"],
  request: { params: idParams },
  responses: { 200: json(teamSchema, "The team."), ...refusals(401, 404) },
});

const createTeamRoute = createRoute({
  method: "post",
  path: "/teams",
  summary: "Create a team and become its owner",
  tags: ["teams"],
  request: { headers: idempotencyHeaders, body: jsonBody(teamBodySchema) },
  responses: { 201: json(teamSchema, "The new team, or the one that this key created."), ...invalid, ...refusals(400, 401, 403, 404, 413) },
});

const updateRoute = createRoute({
  method: "put",
  path: "/teams/{id}",
  summary: "Rename a team",
  tags: ["teams"],
  request: { params: idParams, body: jsonBody(teamBodySchema) },
  responses: { 200: json(teamSchema, "The changed team."), ...invalid, ...refusals(400, 401, 403, 404, 413) },
});

const removalRoute = createRoute({
  method: "get",
  path: "/teams/{id}/removal",
  summary: "How much would be deleted with a team",
  tags: ["teams"],
  request: { params: idParams },
  responses: { 200: json(teamRemovalSchema, "The counts."), ...refusals(401, 403, 404) },
});

const deleteRoute = createRoute({
  method: "delete",
  path: "/teams/{id}",
  summary: "Delete a team with its folders and everything in them",
  tags: ["teams"],
  request: { params: idParams },
  responses: { 204: { description: "Deleted." }, ...refusals(401, 403, 404) },
});

const leaveRoute = createRoute({
  method: "delete",
  path: "/teams/{id}/membership",
  summary: "Leave a team: deletes the caller's membership, unless the caller is the last owner",
  tags: ["teams"],
  request: { params: idParams },
  responses: { 204: { description: "The caller is no longer a member." }, ...refusals(401, 403, 404, 409) },
});

const peopleRoute = createRoute({
  method: "get",
  path: "/teams/{id}/people",
  summary: "People of the workspace, to choose one to add to this team",
  tags: ["teams"],
  request: { params: idParams, query: peopleQuerySchema },
  responses: { 200: json(z.array(personSchema), "The first hundred of them, by name."), ...invalid, ...refusals(401, 403, 404) },
});

export function registerTeams(api: Api, services: Services): void {
  api.openapi(listRoute, async (c) => c.json((await listTeams(services, c.get("viewer"))).map(toWire), 200));

  api.openapi(showRoute, async (c) => c.json(toWire(await requireTeam(services, c.get("viewer"), c.req.valid("param").id)), 200));

  api.openapi(createTeamRoute, async (c) => {
    const { team } = c.req.valid("json");
    return c.json(toWire(await createTeam(services, c.get("viewer"), team, keyOf(c.req.valid("header")))), 201);
  });

  api.openapi(updateRoute, async (c) => {
    const { team } = c.req.valid("json");
    return c.json(toWire(await changeTeam(services, c.get("viewer"), c.req.valid("param").id, team)), 200);
  });

  api.openapi(removalRoute, async (c) => {
    const { newsletters, ...counts } = await requireTeamRemoval(services, c.get("viewer"), c.req.valid("param").id);
    return c.json({ ...counts, mailings: newsletters }, 200);
  });

  api.openapi(deleteRoute, async (c) => {
    await removeTeam(services, c.get("viewer"), c.req.valid("param").id);
    return c.body(null, 204);
  });

  api.openapi(leaveRoute, async (c) => {
    await leaveTeam(services, c.get("viewer"), c.req.valid("param").id);
    return c.body(null, 204);
  });

  api.openapi(peopleRoute, async (c) => {
    const people = await listPeopleForTeam(services, c.get("viewer"), c.req.valid("param").id, c.req.valid("query").term);
    return c.json(people.map(toPerson), 200);
  });
}

const toWire = (team: Team) => toAnswer(teamSchema, team);
