import { createRoute, z } from "@hono/zod-openapi";
import { newsletterArchiveQuerySchema, newsletterArchiveSchema, optOutSchema, unsubscriptionSchema } from "../../../contract/rest/mailings";
import { getArchive } from "../../domain/newsletters/archive";
import { openNewsletterPicture } from "../../domain/newsletters/pictures";
import { endOptOut, listOptOuts, requireSubscription, setSubscribed } from "../../domain/newsletters/unsubscriptions";
import type { Services } from "../../services";
import type { Api } from "../context";
import { fileBody } from "../file-body";
import { idParams, invalid, json, refusals, tokenParams } from "../openapi";

const pictureRoute = createRoute({
  method: "get",
  path: "/newsletter-pictures/{id}",
  summary: "A picture of a newsletter, for anyone who knows its id",
  tags: ["newsletters"],
  security: [],
  request: { params: idParams },
  responses: {
    200: { description: "The picture.", content: { "image/*": { schema: z.string().meta({ format: "binary" }) } } },
    304: { description: "Unchanged." },
    ...refusals(404),
  },
});

const archiveRoute = createRoute({
  method: "get",
  path: "/newsletter_archives/{id}",
  summary: "The published newsletters of a folder, without a session",
  tags: ["newsletters"],
  security: [],
  request: { params: idParams, query: newsletterArchiveQuerySchema },
  responses: {
    200: json(newsletterArchiveSchema, "Those of the year, otherwise the newest ones."),
    ...invalid,
    ...refusals(404),
  },
});

const path = "/unsubscriptions/{token}";
const request = { params: tokenParams };

const showRoute = createRoute({
  method: "get",
  path,
  summary: "The subscription of an unsubscribe link",
  tags: ["newsletters"],
  security: [],
  request,
  responses: { 200: json(unsubscriptionSchema, "The folder, and whether its newsletters are subscribed."), ...refusals(404) },
});

const unsubscribeRoute = createRoute({
  method: "post",
  path,
  summary: "Unsubscribe from a folder, without a session; the body is ignored (RFC 8058)",
  tags: ["newsletters"],
  security: [],
  request,
  responses: { 200: json(unsubscriptionSchema, "Unsubscribed."), ...refusals(404) },
});

const subscribeRoute = createRoute({
  method: "delete",
  path,
  summary: "Resubscribe",
  tags: ["newsletters"],
  security: [],
  request,
  responses: { 200: json(unsubscriptionSchema, "Subscribed."), ...refusals(404) },
});

const optOutsRoute = createRoute({
  method: "get",
  path: "/opt_outs",
  summary: "The visible folders that the caller has unsubscribed from",
  tags: ["newsletters"],
  responses: { 200: json(z.array(optOutSchema), "By the folder's name."), ...refusals(401) },
});

const endOptOutRoute = createRoute({
  method: "delete",
  path: "/opt_outs/{id}",
  summary: "Resubscribe to a folder; the id is the folder's",
  tags: ["newsletters"],
  request: { params: idParams },
  responses: { 204: { description: "Subscribed." }, ...refusals(401, 404) },
});

/** A member's own opt-outs. */
export function registerOptOuts(api: Api, services: Services): void {
  api.openapi(optOutsRoute, async (c) => {
    const optOuts = await listOptOuts(services, c.get("viewer"));
    return c.json(
      optOuts.map(({ folder, createdAt }) => ({ folder, created_at: createdAt.toISOString() })),
      200,
    );
  });

  api.openapi(endOptOutRoute, async (c) => {
    await endOptOut(services, c.get("viewer"), c.req.valid("param").id);
    return c.body(null, 204);
  });
}

/** For readers of newsletters, who need no session. */
export function registerReaders(api: Api, services: Services): void {
  api.openapi(pictureRoute, async (c) => {
    const { file, contentType, storageKey } = await openNewsletterPicture(services, c.req.valid("param").id);
    const etag = `"${storageKey}"`;
    const headers = { ETag: etag, "Cache-Control": "public, max-age=31536000, immutable", "X-Content-Type-Options": "nosniff" };
    if (c.req.header("If-None-Match")?.includes(etag)) {
      await file.stream.cancel();
      return c.body(null, 304, headers);
    }
    const sized = { ...headers, "Content-Type": contentType, "Content-Length": String(file.size) };
    return c.body(await fileBody(c, file), 200, sized);
  });

  api.openapi(archiveRoute, async (c) => {
    const { issues, ...archive } = await getArchive(services, c.req.valid("param").id, c.req.valid("query").year);
    return c.json({ ...archive, issues: issues.map(({ publishedAt, ...issue }) => ({ ...issue, published_at: publishedAt })) }, 200);
  });

  api.openapi(showRoute, async (c) => c.json(await requireSubscription(services, c.req.valid("param").token), 200));
  api.openapi(unsubscribeRoute, async (c) => c.json(await setSubscribed(services, c.req.valid("param").token, false), 200));
  api.openapi(subscribeRoute, async (c) => c.json(await setSubscribed(services, c.req.valid("param").token, true), 200));
}
