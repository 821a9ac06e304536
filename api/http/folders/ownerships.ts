import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import {
  createOwnershipBodySchema,
  ownershipQuerySchema,
  ownershipSchema,
  updateOwnershipBodySchema,
} from "../../../contract/rest/ownerships";
import { fromWire } from "../../../contract/wire";
import { addOwnership, changeOwnership, listOwnerships, type Ownership } from "../../domain/folders/ownerships";
import type { Services } from "../../services";
import { withAvatar } from "../articles/article-wire";
import type { Api } from "../context";
import { idempotencyHeaders, keyOf } from "../idempotency";
import { idParams, invalid, json, jsonBody, refusals } from "../openapi";
import { toAnswer } from "../to-answer";

const listRoute = createRoute({
  method: "get",
  path: "/ownerships",
  summary: "The people responsible for a folder, by e-mail address",
  tags: ["ownerships"],
  request: { query: ownershipQuerySchema },
  responses: { 200: json(z.array(ownershipSchema), "All of them."), ...invalid, ...refusals(401, 403, 404) },
});

const createOwnershipRoute = createRoute({
  method: "post",
  path: "/ownerships",
  summary: "Make a person responsible for a folder",
  tags: ["ownerships"],
  request: { headers: idempotencyHeaders, body: jsonBody(createOwnershipBodySchema) },
  responses: {
    201: json(ownershipSchema, "The new ownership, or the one that this key created."),
    ...invalid,
    ...refusals(400, 401, 403, 404, 413),
  },
});

const updateRoute = createRoute({
  method: "put",
  path: "/ownerships/{id}",
  summary: "Change role or activity; omitted fields stay",
  tags: ["ownerships"],
  request: { params: idParams, body: jsonBody(updateOwnershipBodySchema) },
  responses: { 200: json(ownershipSchema, "The changed ownership."), ...invalid, ...refusals(400, 401, 403, 404, 413) },
});

export function registerOwnerships(api: Api, services: Services): void {
  api.openapi(listRoute, async (c) => {
    const ownerships = await listOwnerships(services, c.get("viewer"), c.req.valid("query").folder_id);
    return c.json(ownerships.map(toWire), 200);
  });

  api.openapi(createOwnershipRoute, async (c) => {
    const { ownership } = c.req.valid("json");
    return c.json(toWire(await addOwnership(services, c.get("viewer"), fromWire(ownership), keyOf(c.req.valid("header")))), 201);
  });

  api.openapi(updateRoute, async (c) => {
    const { ownership } = c.req.valid("json");
    return c.json(toWire(await changeOwnership(services, c.get("viewer"), c.req.valid("param").id, ownership)), 200);
  });
}

const toWire = (ownership: Ownership) =>
  toAnswer(ownershipSchema, { ...ownership, userId: ownership.user.id, user: withAvatar(ownership.user) });
