import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { isMultipart } from "../../../contract/multipart.server";
import {
  attachmentBodySchema,
  attachmentSchema,
  attachUploadBodySchema,
  keptUploadSchema,
  remoteAttachmentBodySchema,
  uploadFieldsSchema,
  variantSchema,
} from "../../../contract/rest/attachments";
import {
  attachKeptUpload,
  attachRemoteFile,
  attachUpload,
  changeAttachment,
  getAttachment,
  isPicture,
  keepUpload,
  openAttachment,
  removeAttachment,
  type StoredAttachment,
} from "../../domain/articles/attachments";
import { toDownloadName, toPictureName } from "../../domain/file-names";
import type { Services } from "../../services";
import type { Api, ApiEnv } from "../context";
import { toDisposition } from "../disposition";
import { requireValid } from "../errors";
import { fileBody } from "../file-body";
import { fileForm, idParams, invalid, json, jsonBody, refusals } from "../openapi";
import { type Range, readRange } from "../range";
import { withUpload } from "../upload";
import { toAttachment } from "./article-wire";

const createAttachmentRoute = createRoute({
  method: "post",
  path: "/attachments",
  summary: "Attach a file, from a form or from the web",
  tags: ["attachments"],
  request: {
    body: {
      content: {
        "application/json": { schema: remoteAttachmentBodySchema },
        ...fileForm("content_id"),
      },
    },
  },
  responses: {
    201: json(attachmentSchema, "The new attachment, after the others, or the existing one if it is the same file."),
    ...invalid,
    ...refusals(400, 401, 403, 404, 413, 429, 507),
  },
});

const keepUploadRoute = createRoute({
  method: "post",
  path: "/uploads",
  summary: "Keep a file for 45 minutes, in which its sender can attach it",
  tags: ["attachments"],
  request: {
    body: { content: fileForm() },
  },
  responses: { 201: json(keptUploadSchema, "The kept file."), ...invalid, ...refusals(400, 401, 413, 429, 507) },
});

const attachUploadRoute = createRoute({
  method: "post",
  path: "/uploads/attachment",
  summary: "Attach a kept file",
  tags: ["attachments"],
  request: { body: jsonBody(attachUploadBodySchema) },
  responses: {
    201: json(attachmentSchema, "The new attachment, after the others, or the existing one if it is the same file."),
    ...invalid,
    ...refusals(400, 401, 403, 404, 413, 429),
  },
});

const bytes = { "application/octet-stream": { schema: z.string().meta({ format: "binary" }) } };

const fileRoute = createRoute({
  method: "get",
  path: "/attachments/{id}/file",
  summary: "The bytes of an attachment",
  tags: ["attachments"],
  request: { params: idParams, query: z.object({ variant: variantSchema.default("original") }) },
  responses: {
    200: { description: "The file.", content: bytes },
    206: { description: "The requested range of the original.", content: bytes },
    304: { description: "Unchanged." },
    416: { description: "The range is beyond the end of the file." },
    ...invalid,
    ...refusals(401, 404),
  },
});

const changeAttachmentRoute = createRoute({
  method: "put",
  path: "/attachments/{id}",
  summary: "Set the alternative text of a picture",
  tags: ["attachments"],
  request: { params: idParams, body: { content: { "application/json": { schema: attachmentBodySchema } }, required: true } },
  responses: { 200: json(attachmentSchema, "The changed attachment."), ...invalid, ...refusals(400, 401, 403, 404, 413) },
});

const deleteAttachmentRoute = createRoute({
  method: "delete",
  path: "/attachments/{id}",
  summary: "Delete an attachment",
  tags: ["attachments"],
  request: { params: idParams },
  responses: { 204: { description: "Deleted." }, ...refusals(401, 403, 404) },
});

export function registerAttachments(api: Api, services: Services): void {
  api.openapi(createAttachmentRoute, async (c) => {
    const viewer = c.get("viewer");
    if (isMultipart(c.req.raw.headers)) {
      const attachment = await withUpload(services, c.req.raw, ({ fields, upload }) => {
        const { content_id } = requireValid(uploadFieldsSchema, fields);
        return attachUpload(services, viewer, content_id, upload);
      });
      return c.json(toAttachment(attachment), 201);
    }
    const { content_id, remote_file_url, alt } = requireValid(remoteAttachmentBodySchema, await bodyOf(c)).attachment;
    return c.json(toAttachment(await attachRemoteFile(services, viewer, content_id, { url: remote_file_url, alt })), 201);
  });

  api.openapi(keepUploadRoute, async (c) => {
    const kept = await withUpload(services, c.req.raw, ({ upload }) => keepUpload(services, c.get("viewer"), upload));
    const { upload, name, contentType, fileSize } = kept;
    return c.json({ upload, name, content_type: contentType, file_size: fileSize }, 201);
  });

  api.openapi(attachUploadRoute, async (c) => {
    const { content_id, upload } = c.req.valid("json").attachment;
    return c.json(toAttachment(await attachKeptUpload(services, c.get("viewer"), content_id, upload)), 201);
  });

  api.openapi(fileRoute, async (c) => {
    const attachment = await getAttachment(services, c.get("viewer"), c.req.valid("param").id);
    const { variant } = c.req.valid("query");
    const etag = `"${attachment.storageKey}.${variant}"`;
    const isOriginal = variant === "original";
    const headers = {
      ETag: etag,
      "Cache-Control": "private, max-age=31536000, immutable",
      ...unableToRun,
      ...(isOriginal ? { "Accept-Ranges": "bytes" } : {}),
    };
    if (c.req.header("If-None-Match")?.includes(etag)) return c.body(null, 304, headers);
    const range = isOriginal ? rangeOf(c, etag, attachment) : undefined;
    if (range === "unsatisfiable") return c.body(null, 416, { ...headers, "Content-Range": `bytes */${attachment.fileSize}` });

    const file = await openAttachment(services, attachment, variant, range);
    return c.body(await fileBody(c, file), range ? 206 : 200, {
      ...headers,
      "Content-Type": isOriginal ? attachment.contentType : "image/webp",
      "Content-Length": String(range ? range.end - range.start + 1 : file.size),
      "Content-Disposition": isOriginal
        ? isPicture(attachment)
          ? toDisposition("inline", toPictureName(attachment.originalFilename, attachment.contentType))
          : toDisposition("attachment", toDownloadName(attachment.originalFilename, attachment.contentType))
        : "inline",
      ...(range ? { "Content-Range": `bytes ${range.start}-${range.end}/${file.size}` } : {}),
    });
  });

  api.openapi(changeAttachmentRoute, async (c) => {
    const attachment = await changeAttachment(services, c.get("viewer"), c.req.valid("param").id, c.req.valid("json").attachment);
    return c.json(toAttachment(attachment), 200);
  });

  api.openapi(deleteAttachmentRoute, async (c) => {
    await removeAttachment(services, c.get("viewer"), c.req.valid("param").id);
    return c.body(null, 204);
  });
}

/** The route has already validated the JSON body, if there is one. */
const bodyOf = async (c: Context<ApiEnv>): Promise<unknown> => (c.req.header("Content-Type") ? c.req.json() : {});

/** Keeps uploaded files from running scripts or being rendered as a page of this site. */
const unableToRun = {
  "Content-Security-Policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
};

/** The requested range; the whole file if `If-Range` names a different version. */
function rangeOf(c: Context<ApiEnv>, etag: string, { fileSize }: StoredAttachment): Range {
  const condition = c.req.header("If-Range");
  return condition === undefined || condition === etag ? readRange(c.req.header("Range"), fileSize) : undefined;
}
