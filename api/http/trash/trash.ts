import { createRoute, type z } from "@hono/zod-openapi";
import * as limits from "../../../contract/limits";
import { restoredSchema, trashItemSchema, trashListSchema, trashQuerySchema, undoneBatchSchema } from "../../../contract/rest/trash";
import { listTrash, purgeFromTrash, requireTrashItem, restoreFromTrash, type TrashItem, undoBatch } from "../../domain/trash/trash";
import type { Services } from "../../services";
import { toPerson } from "../articles/article-wire";
import type { Api } from "../context";
import { idParams, invalid, json, refusals } from "../openapi";
import { toMeta } from "../paging";

const listRoute = createRoute({
  method: "get",
  path: "/trash",
  summary: "Deleted things that the caller may restore, last deleted first",
  tags: ["trash"],
  request: { query: trashQuerySchema },
  responses: { 200: json(trashListSchema, "A page of the trash."), ...invalid, ...refusals(401) },
});

const showRoute = createRoute({
  method: "get",
  path: "/trash/{id}",
  summary: "Something in the trash that the caller may restore",
  tags: ["trash"],
  request: { params: idParams },
  responses: { 200: json(trashItemSchema, "The thing."), ...refusals(401, 404) },
});

const restoreRoute = createRoute({
  method: "post",
  path: "/trash/{id}/restore",
  summary: "Restore something deleted, with everything that belonged to it",
  tags: ["trash"],
  request: { params: idParams },
  responses: { 200: json(restoredSchema, "Where it is now, with its previous id."), ...refusals(401, 403, 404, 409) },
});

const purgeRoute = createRoute({
  method: "delete",
  path: "/trash/{id}",
  summary: "Delete something in the trash permanently",
  tags: ["trash"],
  request: { params: idParams },
  responses: { 204: { description: "Deleted." }, ...refusals(401, 403, 404) },
});

const undoBatchRoute = createRoute({
  method: "post",
  path: "/batches/{id}/undo",
  summary: "Restore the articles that one of the caller's batches deleted",
  tags: ["trash"],
  request: { params: idParams },
  responses: { 200: json(undoneBatchSchema, "How many were restored."), ...refusals(401, 404) },
});

export function registerTrash(api: Api, services: Services): void {
  api.openapi(listRoute, async (c) => {
    const { page } = c.req.valid("query");
    const { items, total } = await listTrash(services, c.get("viewer"), page);
    return c.json({ entries: items.map(toWire), meta: toMeta(page, limits.trashPerPage, total) }, 200);
  });

  api.openapi(showRoute, async (c) => c.json(toWire(await requireTrashItem(services, c.get("viewer"), c.req.valid("param").id)), 200));

  api.openapi(restoreRoute, async (c) => {
    const { kind, folderId } = await restoreFromTrash(services, c.get("viewer"), c.req.valid("param").id);
    return c.json({ kind, folder_id: folderId }, 200);
  });

  api.openapi(purgeRoute, async (c) => {
    await purgeFromTrash(services, c.get("viewer"), c.req.valid("param").id);
    return c.body(null, 204);
  });

  api.openapi(undoBatchRoute, async (c) => c.json(await undoBatch(services, c.get("viewer"), c.req.valid("param").id), 200));
}

const toWire = (item: TrashItem): z.infer<typeof trashItemSchema> => ({
  id: item.id,
  kind: item.kind,
  title: item.title,
  folder: { id: item.folder.id, name: item.folderName, is_there: item.isFolderThere },
  content: item.articleId === null ? null : { id: item.articleId, title: item.articleTitle ?? "", is_there: item.isArticleThere },
  team_name: item.team.name,
  deleted_by: toPerson(item.deletedBy),
  deleted_at: item.deletedAt.toISOString(),
  expires_at: item.expiresAt.toISOString(),
  permissions: item.permissions,
});
