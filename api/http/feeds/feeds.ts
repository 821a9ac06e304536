import { createRoute, z } from "@hono/zod-openapi";
import { createdFeedSchema, createFeedBodySchema, feedContentsSchema, feedSchema } from "../../../contract/rest/feeds";
import { createFeed, createFeedReading, type Feed, listFeeds, revokeFeed } from "../../domain/feeds/feeds";
import type { Services } from "../../services";
import { toSummary } from "../articles/article-wire";
import { addressOf } from "../auth/session";
import type { Api } from "../context";
import { idempotencyHeaders, keyOf } from "../idempotency";
import { idParams, invalid, json, jsonBody, refusals, tokenParams } from "../openapi";

const readRoute = createRoute({
  method: "get",
  path: "/feeds/{token}/contents",
  summary: "What a feed holds now, for whoever has its secret",
  tags: ["feeds"],
  security: [],
  request: { params: tokenParams },
  responses: { 200: json(feedContentsSchema, "The newest articles that the feed's owner may see."), ...refusals(404, 429) },
});

const listRoute = createRoute({
  method: "get",
  path: "/feeds",
  summary: "One's own feeds, the newest first",
  tags: ["feeds"],
  responses: { 200: json(z.array(feedSchema), "All of them, without their secrets."), ...refusals(401) },
});

const createFeedRoute = createRoute({
  method: "post",
  path: "/feeds",
  summary: "Make a feed of a folder or of a search",
  tags: ["feeds"],
  request: { headers: idempotencyHeaders, body: jsonBody(createFeedBodySchema) },
  responses: {
    201: json(createdFeedSchema, "The new feed with its secret, or the one this key made before."),
    ...invalid,
    ...refusals(400, 401, 404, 413),
  },
});

const revokeRoute = createRoute({
  method: "delete",
  path: "/feeds/{id}",
  summary: "Revoke one's own feed",
  tags: ["feeds"],
  request: { params: idParams },
  responses: { 204: { description: "Its address is worth nothing now." }, ...refusals(401, 404) },
});

/** What readers ask for, which have no session. */
export function registerOpenFeeds(api: Api, services: Services): void {
  const readFeed = createFeedReading(services);
  api.openapi(readRoute, async (c) => {
    const { entries, ...feed } = await readFeed(c.req.valid("param").token, { address: addressOf(c, services) });
    return c.json({ ...feed, entries: entries.map((entry) => ({ ...toSummary(entry), updated_at: entry.updatedAt.toISOString() })) }, 200);
  });
}

export function registerFeeds(api: Api, services: Services): void {
  api.openapi(listRoute, async (c) => c.json((await listFeeds(services, c.get("viewer"))).map(toWire), 200));

  api.openapi(createFeedRoute, async (c) => {
    const { feed } = c.req.valid("json");
    const created = await createFeed(services, c.get("viewer"), feed, keyOf(c.req.valid("header")));
    return c.json({ ...toWire(created), token: created.token }, 201);
  });

  api.openapi(revokeRoute, async (c) => {
    await revokeFeed(services, c.get("viewer"), c.req.valid("param").id);
    return c.body(null, 204);
  });
}

const toWire = ({ id, name, folder, query, createdAt, lastUsedAt }: Feed): z.infer<typeof feedSchema> => ({
  id,
  name,
  folder,
  query,
  created_at: createdAt.toISOString(),
  last_used_at: lastUsedAt?.toISOString() ?? null,
});
