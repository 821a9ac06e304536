import { createRoute } from "@hono/zod-openapi";
import {
  contentDuplicatesQuerySchema,
  contentDuplicatesSchema,
  contentListSchema,
  contentQuerySchema,
  contentReadQuerySchema,
  contentSchema,
  createContentBodySchema,
  moveContentBodySchema,
  nextContentSchema,
  updateContentBodySchema,
} from "../../../contract/rest/contents";
import { fromWire } from "../../../contract/wire";
import { listArticles, listDuplicates } from "../../domain/articles/article-list";
import { changeArticle, createArticle, findNext, getArticle, moveArticle, removeArticle } from "../../domain/articles/articles";
import type { Services } from "../../services";
import type { Api } from "../context";
import { idempotencyHeaders, keyOf } from "../idempotency";
import { idParams, invalid, json, jsonBody, refusals } from "../openapi";
import { toContent, toContentList } from "./article-wire";

const listRoute = createRoute({
  method: "get",
  path: "/contents",
  summary: "Articles in the caller's visible folders: the stream, a folder, a search",
  tags: ["contents"],
  request: { query: contentQuerySchema },
  responses: { 200: json(contentListSchema, "One page of them."), ...invalid, ...refusals(401) },
});

const duplicatesRoute = createRoute({
  method: "get",
  path: "/contents/duplicates",
  summary: "Articles with this source address, in any spelling",
  tags: ["contents"],
  request: { query: contentDuplicatesQuerySchema },
  responses: { 200: json(contentDuplicatesSchema, "The newest of them."), ...invalid, ...refusals(401) },
});

const readRoute = createRoute({
  method: "get",
  path: "/contents/{id}",
  summary: "One article",
  tags: ["contents"],
  request: { params: idParams, query: contentReadQuerySchema },
  responses: { 200: json(contentSchema, "The article."), ...invalid, ...refusals(401, 404) },
});

const createContentRoute = createRoute({
  method: "post",
  path: "/contents",
  summary: "File an article",
  tags: ["contents"],
  request: { headers: idempotencyHeaders, body: jsonBody(createContentBodySchema) },
  responses: { 201: json(contentSchema, "The new article, or the one that this key created."), ...invalid, ...refusals(400, 401, 413) },
});

const updateRoute = createRoute({
  method: "put",
  path: "/contents/{id}",
  summary: "Change an article by replacing all fields",
  tags: ["contents"],
  request: { params: idParams, body: jsonBody(updateContentBodySchema) },
  responses: { 200: json(contentSchema, "The changed article."), ...invalid, ...refusals(400, 401, 403, 404, 409, 413) },
});

const nextRoute = createRoute({
  method: "get",
  path: "/contents/{id}/next",
  summary: "The article filed before this one in the same folder",
  tags: ["contents"],
  request: { params: idParams },
  responses: { 200: json(nextContentSchema, "It, or nothing."), ...refusals(401, 404) },
});

const moveRoute = createRoute({
  method: "put",
  path: "/contents/{id}/folder",
  summary: "Move an article into another folder",
  tags: ["contents"],
  request: { params: idParams, body: jsonBody(moveContentBodySchema) },
  responses: { 200: json(contentSchema, "The moved article."), ...invalid, ...refusals(400, 401, 403, 404, 409, 413) },
});

const deleteRoute = createRoute({
  method: "delete",
  path: "/contents/{id}",
  summary: "Delete an article",
  tags: ["contents"],
  request: { params: idParams },
  responses: { 204: { description: "Deleted." }, ...refusals(401, 403, 404) },
});

export function registerArticles(api: Api, services: Services): void {
  api.openapi(listRoute, async (c) => {
    const page = await listArticles(services, c.get("viewer"), fromWire(c.req.valid("query")));
    return c.json(toContentList(page), 200);
  });

  // Before `/contents/{id}`, which would match it as an id.
  api.openapi(duplicatesRoute, async (c) => {
    const found = await listDuplicates(services, c.get("viewer"), fromWire(c.req.valid("query")));
    const entries = found.map(({ createdAt, isCertain, ...entry }) => ({
      ...entry,
      created_at: createdAt.toISOString(),
      is_certain: isCertain,
    }));
    return c.json({ entries }, 200);
  });

  api.openapi(readRoute, async (c) => {
    const article = await getArticle(services, c.get("viewer"), c.req.valid("param").id, c.req.valid("query"));
    return c.json(toContent(article, c.get("locale")), 200);
  });

  api.openapi(createContentRoute, async (c) => {
    const { content } = c.req.valid("json");
    const article = await createArticle(services, c.get("viewer"), fromWire(content), keyOf(c.req.valid("header")));
    return c.json(toContent(article, c.get("locale")), 201);
  });

  api.openapi(updateRoute, async (c) => {
    const { content } = c.req.valid("json");
    const article = await changeArticle(services, c.get("viewer"), c.req.valid("param").id, fromWire(content));
    return c.json(toContent(article, c.get("locale")), 200);
  });

  api.openapi(nextRoute, async (c) => {
    const next = await findNext(services, c.get("viewer"), c.req.valid("param").id);
    return c.json({ next: next ?? null }, 200);
  });

  api.openapi(moveRoute, async (c) => {
    const article = await moveArticle(services, c.get("viewer"), c.req.valid("param").id, c.req.valid("json").folder_id);
    return c.json(toContent(article, c.get("locale")), 200);
  });

  api.openapi(deleteRoute, async (c) => {
    await removeArticle(services, c.get("viewer"), c.req.valid("param").id);
    return c.body(null, 204);
  });
}
