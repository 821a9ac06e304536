import { createRoute, z } from "@hono/zod-openapi";
import * as limits from "../../../contract/limits";
import {
  listedTagSchema,
  tagBodySchema,
  tagLeftoverSchema,
  tagMergeBodySchema,
  tagQuerySchema,
  tagRemovalSchema,
  usedTagListSchema,
  usedTagQuerySchema,
  usedTagSchema,
} from "../../../contract/rest/tags";
import {
  changeTag,
  createTag,
  listTagLeftovers,
  listUsedTags,
  listWorkspaceTags,
  mergeTag,
  removeTag,
  requireTagRemoval,
  requireUsedTag,
  type UsedTag,
} from "../../domain/workspace/tags";
import type { Services } from "../../services";
import type { Api } from "../context";
import { idParams, invalid, json, jsonBody, refusals } from "../openapi";
import { toMeta } from "../paging";
import { toAnswer } from "../to-answer";

const listRoute = createRoute({
  method: "get",
  path: "/tags",
  summary: "The tags of the workspace, or those used in one folder, by name",
  tags: ["tags"],
  request: { query: tagQuerySchema },
  responses: { 200: json(z.array(listedTagSchema), "All of them."), ...invalid, ...refusals(401) },
});

const usedRoute = createRoute({
  method: "get",
  path: "/tags/used",
  summary: "A page of the workspace's tags with the number of their uses, for owner and admins",
  tags: ["tags"],
  request: { query: usedTagQuerySchema },
  responses: { 200: json(usedTagListSchema, "By name."), ...invalid, ...refusals(401, 403) },
});

const leftoversRoute = createRoute({
  method: "get",
  path: "/tags/leftovers",
  summary: "Tags that are probably unfinished words, with the tags that were meant, for owner and admins",
  tags: ["tags"],
  responses: { 200: json(z.array(tagLeftoverSchema), `The first ${limits.tagLeftovers} by name.`), ...refusals(401, 403) },
});

const showRoute = createRoute({
  method: "get",
  path: "/tags/{id}",
  summary: "A tag with the number of its uses",
  tags: ["tags"],
  request: { params: idParams },
  responses: { 200: json(usedTagSchema, "The tag."), ...refusals(401, 403, 404) },
});

const createTagRoute = createRoute({
  method: "post",
  path: "/tags",
  summary: "Create a tag",
  tags: ["tags"],
  request: { body: jsonBody(tagBodySchema) },
  responses: { 201: json(usedTagSchema, "The new tag."), ...invalid, ...refusals(400, 401, 403, 413) },
});

const updateRoute = createRoute({
  method: "put",
  path: "/tags/{id}",
  summary: "Rename a tag; its slug stays",
  tags: ["tags"],
  request: { params: idParams, body: jsonBody(tagBodySchema) },
  responses: { 200: json(usedTagSchema, "The renamed tag."), ...invalid, ...refusals(400, 401, 403, 404, 413) },
});

const mergeRoute = createRoute({
  method: "post",
  path: "/tags/{id}/merge",
  summary: "Replace a tag by another one everywhere, and delete it",
  tags: ["tags"],
  request: { params: idParams, body: jsonBody(tagMergeBodySchema) },
  responses: { 200: json(usedTagSchema, "The tag that stays."), ...invalid, ...refusals(400, 401, 403, 404, 413) },
});

const removalRoute = createRoute({
  method: "get",
  path: "/tags/{id}/removal",
  summary: "What the deletion of a tag would affect",
  tags: ["tags"],
  request: { params: idParams },
  responses: { 200: json(tagRemovalSchema, "The counts."), ...refusals(401, 403, 404) },
});

const deleteRoute = createRoute({
  method: "delete",
  path: "/tags/{id}",
  summary: "Delete a tag, removing it everywhere",
  tags: ["tags"],
  request: { params: idParams },
  responses: { 204: { description: "Deleted." }, ...refusals(401, 403, 404) },
});

export function registerTags(api: Api, services: Services): void {
  api.openapi(listRoute, async (c) => {
    const { folder_id: folderId, follows } = c.req.valid("query");
    const tags = await listWorkspaceTags(services, c.get("viewer"), { folderId, follows });
    return c.json(
      tags.map((tag) => toAnswer(listedTagSchema, tag)),
      200,
    );
  });

  api.openapi(usedRoute, async (c) => {
    const { term = "", page } = c.req.valid("query");
    const { tags, total } = await listUsedTags(services, c.get("viewer"), { term, page });
    return c.json({ entries: tags.map(toWire), meta: toMeta(page, limits.tagsPerPage, total) }, 200);
  });

  api.openapi(leftoversRoute, async (c) => c.json(await listTagLeftovers(services, c.get("viewer")), 200));

  api.openapi(showRoute, async (c) => c.json(toWire(await requireUsedTag(services, c.get("viewer"), c.req.valid("param").id)), 200));

  api.openapi(createTagRoute, async (c) => c.json(toWire(await createTag(services, c.get("viewer"), c.req.valid("json").tag.name)), 201));

  api.openapi(updateRoute, async (c) => {
    const { name } = c.req.valid("json").tag;
    return c.json(toWire(await changeTag(services, c.get("viewer"), c.req.valid("param").id, name)), 200);
  });

  api.openapi(mergeRoute, async (c) => {
    const { into } = c.req.valid("json").tag;
    return c.json(toWire(await mergeTag(services, c.get("viewer"), c.req.valid("param").id, into)), 200);
  });

  api.openapi(removalRoute, async (c) => {
    const removal = await requireTagRemoval(services, c.get("viewer"), c.req.valid("param").id);
    return c.json({ ...toWire(removal), feeds_count: removal.feedsCount, mailings_count: removal.newslettersCount }, 200);
  });

  api.openapi(deleteRoute, async (c) => {
    await removeTag(services, c.get("viewer"), c.req.valid("param").id);
    return c.body(null, 204);
  });
}

const toWire = (tag: UsedTag) => toAnswer(usedTagSchema, tag);
