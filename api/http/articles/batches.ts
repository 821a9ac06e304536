import { createRoute, type z } from "@hono/zod-openapi";
import { batchPreviewSchema, batchSchema, createBatchBodySchema, previewBatchBodySchema } from "../../../contract/rest/batches";
import { fromWire } from "../../../contract/wire";
import { type Batch, createBatch, getBatch, previewBatch, stopBatch } from "../../domain/articles/batches";
import type { Services } from "../../services";
import type { Api } from "../context";
import { idempotencyHeaders, keyOf } from "../idempotency";
import { toScheduledMailing } from "../newsletters/wire";
import { idParams, invalid, json, jsonBody, refusals } from "../openapi";

const createBatchRoute = createRoute({
  method: "post",
  path: "/batches",
  summary: "Change several articles; up to 200 at once, more in the background",
  tags: ["contents"],
  request: { headers: idempotencyHeaders, body: jsonBody(createBatchBodySchema) },
  responses: {
    201: json(batchSchema, "The new batch, or the one that this key created."),
    ...invalid,
    ...refusals(400, 401, 413, 429),
  },
});

const previewRoute = createRoute({
  method: "post",
  path: "/batches/preview",
  summary: "What a batch would change",
  tags: ["contents"],
  request: { body: jsonBody(previewBatchBodySchema) },
  responses: {
    200: json(batchPreviewSchema, "The number of its articles, and the scheduled mailings that contain one."),
    ...invalid,
    ...refusals(400, 401, 413),
  },
});

const showRoute = createRoute({
  method: "get",
  path: "/batches/{id}",
  summary: "The progress of one of the caller's batches",
  tags: ["contents"],
  request: { params: idParams },
  responses: { 200: json(batchSchema, "The batch."), ...refusals(401, 404) },
});

const stopRoute = createRoute({
  method: "post",
  path: "/batches/{id}/stop",
  summary: "Leave the articles that one of the caller's batches has not changed yet as they are",
  tags: ["contents"],
  request: { params: idParams },
  responses: { 200: json(batchSchema, "The batch, which is done."), ...refusals(401, 404) },
});

export function registerBatches(api: Api, services: Services): void {
  api.openapi(createBatchRoute, async (c) => {
    const asked = fromWire(c.req.valid("json").batch);
    return c.json(toWire(await createBatch(services, c.get("viewer"), asked, keyOf(c.req.valid("header")))), 201);
  });

  api.openapi(previewRoute, async (c) => {
    const { total, scheduled } = await previewBatch(services, c.get("viewer"), fromWire(c.req.valid("json").batch));
    return c.json({ total, scheduled_mailings: scheduled.map(toScheduledMailing) }, 200);
  });

  api.openapi(showRoute, async (c) => c.json(toWire(await getBatch(services, c.get("viewer"), c.req.valid("param").id)), 200));

  api.openapi(stopRoute, async (c) => c.json(toWire(await stopBatch(services, c.get("viewer"), c.req.valid("param").id)), 200));
}

const toWire = ({ id, change, total, processed, refused, titles, isUndoable, createdAt }: Batch): z.infer<typeof batchSchema> => ({
  id,
  kind: change.kind,
  state: processed < total ? "working" : "done",
  total,
  processed,
  refused: refused.map(({ articleId, reason }) => ({ content_id: articleId, reason, title: titles.get(articleId) ?? null })),
  undoable: isUndoable,
  created_at: createdAt.toISOString(),
});
