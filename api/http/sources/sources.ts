import { createRoute, z } from "@hono/zod-openapi";
import {
  createSourceBodySchema,
  previewSourceBodySchema,
  sourcePreviewSchema,
  sourceSchema,
  subscriptionsSchema,
  updateSourceBodySchema,
} from "../../../contract/rest/sources";
import { fromWire } from "../../../contract/wire";
import {
  changeSource,
  createSource,
  fetchSourceNow,
  listFolderSources,
  listSubscriptions,
  previewSource,
  removeSource,
  requireSource,
  type Source,
} from "../../domain/sources/sources";
import type { Services } from "../../services";
import type { Api } from "../context";
import { idempotencyHeaders, keyOf } from "../idempotency";
import { idParams, invalid, json, jsonBody, refusals } from "../openapi";
import { toAnswer } from "../to-answer";

const listRoute = createRoute({
  method: "get",
  path: "/folders/{id}/sources",
  summary: "The feeds that a folder is subscribed to",
  tags: ["sources"],
  request: { params: idParams },
  responses: { 200: json(z.array(sourceSchema), "All of them, by title."), ...refusals(401, 403, 404) },
});

const subscriptionsRoute = createRoute({
  method: "get",
  path: "/subscriptions",
  summary: "The sources of visible folders, to filter articles by",
  tags: ["sources"],
  responses: { 200: json(subscriptionsSchema, "All of them, by title."), ...refusals(401) },
});

const previewRoute = createRoute({
  method: "post",
  path: "/sources/preview",
  summary: "What can be subscribed to at an address",
  tags: ["sources"],
  request: { body: jsonBody(previewSourceBodySchema) },
  responses: {
    200: json(sourcePreviewSchema, "The feed with its newest entries, or the feeds of a website."),
    ...invalid,
    ...refusals(400, 401, 403, 404, 413, 429),
  },
});

const createSourceRoute = createRoute({
  method: "post",
  path: "/sources",
  summary: "Subscribe a folder to a feed",
  tags: ["sources"],
  request: { headers: idempotencyHeaders, body: jsonBody(createSourceBodySchema) },
  responses: {
    201: json(sourceSchema, "The new source, or the one that this key created."),
    ...invalid,
    ...refusals(400, 401, 403, 404, 413, 429),
  },
});

const showRoute = createRoute({
  method: "get",
  path: "/sources/{id}",
  summary: "One source",
  tags: ["sources"],
  request: { params: idParams },
  responses: { 200: json(sourceSchema, "The source."), ...refusals(401, 403, 404) },
});

const updateRoute = createRoute({
  method: "put",
  path: "/sources/{id}",
  summary: "Change a source by replacing all fields",
  tags: ["sources"],
  request: { params: idParams, body: jsonBody(updateSourceBodySchema) },
  responses: { 200: json(sourceSchema, "The changed source."), ...invalid, ...refusals(400, 401, 403, 404, 409, 413) },
});

const fetchRoute = createRoute({
  method: "post",
  path: "/sources/{id}/fetch",
  summary: "Fetch a source now",
  tags: ["sources"],
  request: { params: idParams },
  responses: { 204: { description: "It will be fetched at once." }, ...refusals(401, 403, 404, 429) },
});

const deleteRoute = createRoute({
  method: "delete",
  path: "/sources/{id}",
  summary: "End a subscription",
  tags: ["sources"],
  request: { params: idParams },
  responses: { 204: { description: "Deleted. Its articles stay." }, ...refusals(401, 403, 404) },
});

export function registerSources(api: Api, services: Services): void {
  api.openapi(listRoute, async (c) => {
    const sources = await listFolderSources(services, c.get("viewer"), c.req.valid("param").id);
    return c.json(sources.map(toWire), 200);
  });

  api.openapi(subscriptionsRoute, async (c) => c.json(await listSubscriptions(services, c.get("viewer")), 200));

  api.openapi(previewRoute, async (c) => {
    const found = await previewSource(services, c.get("viewer"), fromWire(c.req.valid("json")));
    return c.json(toAnswer(sourcePreviewSchema, found), 200);
  });

  api.openapi(createSourceRoute, async (c) => {
    const { source } = fromWire(c.req.valid("json"));
    return c.json(toWire(await createSource(services, c.get("viewer"), source, keyOf(c.req.valid("header")))), 201);
  });

  api.openapi(showRoute, async (c) => c.json(toWire(await requireSource(services, c.get("viewer"), c.req.valid("param").id)), 200));

  api.openapi(updateRoute, async (c) => {
    const { source } = fromWire(c.req.valid("json"));
    return c.json(toWire(await changeSource(services, c.get("viewer"), c.req.valid("param").id, source)), 200);
  });

  api.openapi(fetchRoute, async (c) => {
    await fetchSourceNow(services, c.get("viewer"), c.req.valid("param").id);
    return c.body(null, 204);
  });

  api.openapi(deleteRoute, async (c) => {
    await removeSource(services, c.get("viewer"), c.req.valid("param").id);
    return c.body(null, 204);
  });
}

const toWire = (source: Source) => toAnswer(sourceSchema, source);
