import { createRoute, z } from "@hono/zod-openapi";
import { createFollowBodySchema, followSchema, renameFollowBodySchema } from "../../../contract/rest/follows";
import { toCamelKeys } from "../../../contract/wire";
import { createFollow, type Follow, listFollows, removeFollow, renameFollow } from "../../domain/following/follows";
import type { Services } from "../../services";
import type { Api } from "../context";
import { idParams, invalid, json, jsonBody, refusals } from "../openapi";
import { toAnswer } from "../to-answer";

const listRoute = createRoute({
  method: "get",
  path: "/follows",
  summary: "What the caller follows, newest first",
  tags: ["following"],
  responses: { 200: json(z.array(followSchema), "Without what the caller may not see."), ...refusals(401) },
});

const createFollowRoute = createRoute({
  method: "post",
  path: "/follows",
  summary: "Follow a folder or a tag, or save a search",
  tags: ["following"],
  request: { body: jsonBody(createFollowBodySchema) },
  responses: { 201: json(followSchema, "The follow, which may have existed before."), ...invalid, ...refusals(400, 401, 404, 413) },
});

const renameRoute = createRoute({
  method: "put",
  path: "/follows/{id}",
  summary: "Rename one of the caller's saved searches",
  tags: ["following"],
  request: { params: idParams, body: jsonBody(renameFollowBodySchema) },
  responses: { 200: json(followSchema, "The search."), ...invalid, ...refusals(400, 401, 404, 413) },
});

const deleteRoute = createRoute({
  method: "delete",
  path: "/follows/{id}",
  summary: "Stop following something",
  tags: ["following"],
  request: { params: idParams },
  responses: { 204: { description: "Not followed any more." }, ...refusals(401, 404) },
});

export function registerFollows(api: Api, services: Services): void {
  api.openapi(listRoute, async (c) => c.json((await listFollows(services, c.get("viewer"))).map(toWire), 200));

  api.openapi(createFollowRoute, async (c) =>
    c.json(toWire(await createFollow(services, c.get("viewer"), toCamelKeys(c.req.valid("json").follow))), 201),
  );

  api.openapi(renameRoute, async (c) => {
    const { name } = c.req.valid("json").follow;
    return c.json(toWire(await renameFollow(services, c.get("viewer"), c.req.valid("param").id, name)), 200);
  });

  api.openapi(deleteRoute, async (c) => {
    await removeFollow(services, c.get("viewer"), c.req.valid("param").id);
    return c.body(null, 204);
  });
}

const toWire = (follow: Follow) => toAnswer(followSchema, follow);
