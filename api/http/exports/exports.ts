import { createRoute, z } from "@hono/zod-openapi";
import { createExportBodySchema, exportSchema, exportSignatureSchema, listedExportSchema } from "../../../contract/rest/exports";
import { fromWire } from "../../../contract/wire";
import {
  createExport,
  type Export,
  getExport,
  type ListedExport,
  limitExports,
  listExports,
  openExport,
} from "../../domain/exports/exports";
import { toFilename } from "../../domain/file-names";
import type { Services } from "../../services";
import type { Api } from "../context";
import { toDisposition } from "../disposition";
import { fileBody } from "../file-body";
import { idempotencyHeaders, keyOf } from "../idempotency";
import { idParams, invalid, json, jsonBody, refusals } from "../openapi";

const createExportRoute = createRoute({
  method: "post",
  path: "/exports",
  summary: "Export articles as one file, which is written in the background",
  tags: ["exports"],
  request: { headers: idempotencyHeaders, body: jsonBody(createExportBodySchema) },
  responses: {
    201: json(exportSchema, "The new export, or the one that this key created."),
    ...invalid,
    ...refusals(400, 401, 413, 429),
  },
});

const listRoute = createRoute({
  method: "get",
  path: "/exports",
  summary: "The caller's exports that have not expired, newest first",
  tags: ["exports"],
  responses: { 200: json(z.array(listedExportSchema), "The exports."), ...refusals(401) },
});

const showRoute = createRoute({
  method: "get",
  path: "/exports/{id}",
  summary: "The progress of one of the caller's exports",
  tags: ["exports"],
  request: { params: idParams },
  responses: { 200: json(exportSchema, "The export."), ...refusals(401, 404) },
});

const fileRoute = createRoute({
  method: "get",
  path: "/exports/{id}/file",
  summary: "The file of an export, for anyone who has its signed URL",
  tags: ["exports"],
  security: [],
  request: { params: idParams, query: exportSignatureSchema },
  responses: {
    200: { description: "The file.", content: { "application/octet-stream": { schema: z.string().meta({ format: "binary" }) } } },
    ...refusals(404, 409),
    ...invalid,
  },
});

const contentTypes = { html: "text/html; charset=utf-8", pdf: "application/pdf" } as const;

/** The signed URL of a file requires no session. */
export function registerOpenExports(api: Api, services: Services): void {
  api.openapi(fileRoute, async (c) => {
    const { file, found } = await openExport(services, c.req.valid("param").id, c.req.valid("query"));
    return c.body(await fileBody(c, file), 200, {
      "Content-Type": contentTypes[found.format],
      "Content-Length": String(file.size),
      "Content-Disposition": toDisposition("attachment", toFilename(`${found.title.replace(/[\\/:]/g, "-")}.${found.format}`)),
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
    });
  });
}

export function registerExports(api: Api, services: Services): void {
  api.openapi(createExportRoute, async (c) => {
    const viewer = c.get("viewer");
    await limitExports(services, viewer);
    const asked = fromWire(c.req.valid("json").export);
    const made = await createExport(services, viewer, asked, { locale: c.get("locale"), key: keyOf(c.req.valid("header")) });
    return c.json(toWire(made), 201);
  });

  api.openapi(listRoute, async (c) => {
    const made = await listExports(services, c.get("viewer"));
    return c.json(
      made.map(({ articlesCount, ...one }) => ({ ...toListed(one), contents_count: articlesCount })),
      200,
    );
  });

  api.openapi(showRoute, async (c) => c.json(toWire(await getExport(services, c.get("viewer"), c.req.valid("param").id)), 200));
}

const toWire = (made: Export): z.infer<typeof exportSchema> => ({ ...toListed(made), content_ids: made.articleIds });

const toListed = (made: Omit<ListedExport, "articlesCount">) => ({
  id: made.id,
  title: made.title,
  format: made.format,
  cover: made.cover,
  state: made.state,
  collected: made.collected,
  left_out: made.leftOut,
  file_size: made.fileSize,
  url: made.url,
  created_at: made.createdAt.toISOString(),
  expires_at: made.expiresAt.toISOString(),
});
