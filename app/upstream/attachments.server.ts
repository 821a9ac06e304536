import { z } from "zod";
import { writeMultipart } from "../../contract/multipart.server";
import { attachmentSchema, keptUploadSchema, type Variant } from "../../contract/rest/attachments";
import type { Camel } from "../../contract/wire";
import type { Upstream } from "./client.server";
import { unlessGone } from "./failure.server";

export type Attachment = Camel<z.output<typeof attachmentSchema>>;

/** Fetching a file from the web takes up to a minute, and resizing a large picture several seconds. */
const timeoutMs = 120_000;

/** Attaches a file from the web, with the alt text from its page. */
export const createRemoteAttachment = (upstream: Upstream, attachment: { contentId: string; remoteFileUrl: string; alt: string | null }) =>
  upstream.write("POST", "/attachments", attachmentSchema, { attachment }, { timeoutMs });

/** Attaches a file, streaming its content. */
export const createAttachment = (upstream: Upstream, contentId: string, file: { name: string; content(): AsyncIterable<Uint8Array> }) =>
  upstream.upload(
    "/attachments",
    attachmentSchema,
    writeMultipart({ content_id: contentId }, { field: "file", filename: file.name, content: file.content() }),
    { timeoutMs },
  );

/** Keeps a file for a while, to be attached with `attachKept`. `undefined` if the API does not know the call. */
export const keepUpload = (upstream: Upstream, file: { name: string; content(): AsyncIterable<Uint8Array> }) =>
  unlessGone(
    upstream.upload("/uploads", keptUploadSchema, writeMultipart({}, { field: "file", filename: file.name, content: file.content() }), {
      timeoutMs,
    }),
  );

/** Attaches a kept file. */
export const attachKept = (upstream: Upstream, attachment: { contentId: string; upload: string }) =>
  upstream.write("POST", "/uploads/attachment", attachmentSchema, { attachment });

/** Changes the alt text of a picture. */
export const updateAttachment = (upstream: Upstream, id: string, attachment: { alt: string | null }) =>
  upstream.write("PUT", attachmentPath(id), attachmentSchema, { attachment });

export const deleteAttachment = (upstream: Upstream, id: string) => upstream.write("DELETE", attachmentPath(id), z.undefined());

/** The response with a file's bytes and headers. */
export const openAttachment = (upstream: Upstream, id: string, variant: Variant, headers: Record<string, string>) =>
  upstream.open(`${attachmentPath(id)}/file`, { variant }, headers);

const attachmentPath = (id: string) => `/attachments/${encodeURIComponent(id)}`;
