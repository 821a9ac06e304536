import { createRoute, z } from "@hono/zod-openapi";
import { createdFeedSchema, createFeedBodySchema, feedContentsSchema, feedSchema } from "../../../contract/rest/feeds";
import { toCamelKeys } from "../../../contract/wire";
import { createFeed, type Feed, listFeeds, readFeed, revokeFeed } from "../../domain/feeds/feeds";
import type { Services } from "../../services";
import { toSummary } from "../articles/article-wire";
import { addressOf } from "../auth/session";
import type { Api } from "../context";
import { idempotencyHeaders, keyOf } from "../idempotency";
import { idParams, invalid, json, jsonBody, refusals, tokenParams } from "../openapi";
import { toAnswer } from "../to-answer";

const readRoute = createRoute({
  method: "get",
  path: "/feeds/{token}/contents",
  summary: "The current content of a feed, for anyone who has its secret",
  tags: ["feeds"],
  security: [],
  request: { params: tokenParams },
  responses: { 200: json(feedContentsSchema, "The newest articles that the feed's owner may see."), ...refusals(404, 429) },
});

const listRoute = createRoute({
  method: "get",
  path: "/feeds",
  summary: "The caller's feeds, newest first",
  tags: ["feeds"],
  responses: { 200: json(z.array(feedSchema), "All of them, without their secrets."), ...refusals(401) },
});

const createFeedRoute = createRoute({
  method: "post",
  path: "/feeds",
  summary: "Create a feed of a folder or of a search",
  tags: ["feeds"],
  request: { headers: idempotencyHeaders, body: jsonBody(createFeedBodySchema) },
  responses: {
    201: json(createdFeedSchema, "The new feed with its secret, or the one that this key created."),
    ...invalid,
    ...refusals(400, 401, 404, 413),
  },
});

const revokeRoute = createRoute({
  method: "delete",
  path: "/feeds/{id}",
  summary: "Revoke one of the caller's feeds",
  tags: ["feeds"],
  request: { params: idParams },
  responses: { 204: { description: "Its address is invalid from now on." }, ...refusals(401, 404) },
});

/** For feed readers, which have no session. */
export function registerOpenFeeds(api: Api, services: Services): void {
  api.openapi(readRoute, async (c) => {
    const { entries, ...feed } = await readFeed(services, c.req.valid("param").token, { address: addressOf(c, services) });
    return c.json({ ...feed, entries: entries.map((entry) => ({ ...toSummary(entry), updated_at: entry.updatedAt.toISOString() })) }, 200);
  });
}

export function registerFeeds(api: Api, services: Services): void {
  api.openapi(listRoute, async (c) => c.json((await listFeeds(services, c.get("viewer"))).map(toWire), 200));

  api.openapi(createFeedRoute, async (c) => {
    const feed = toCamelKeys(c.req.valid("json").feed);
    const created = await createFeed(services, c.get("viewer"), feed, keyOf(c.req.valid("header")));
    return c.json({ ...toWire(created), token: created.token }, 201);
  });

  api.openapi(revokeRoute, async (c) => {
    await revokeFeed(services, c.get("viewer"), c.req.valid("param").id);
    return c.body(null, 204);
  });
}

const toWire = (feed: Feed) => toAnswer(feedSchema, feed);
