import { z } from "zod";
import { writeMultipart } from "../../contract/multipart.server";
import { attachmentSchema, type Variant } from "../../contract/rest/attachments";
import type { Camel } from "../../contract/wire";
import type { Upstream } from "./client.server";

export type Attachment = Camel<z.output<typeof attachmentSchema>>;

/** Fetching a file from the web takes a minute at most, and a large picture some seconds to be drawn. */
const timeoutMs = 120_000;

/** Has a file taken over from the web, with the words that its page had for it. */
export const createRemoteAttachment = (upstream: Upstream, attachment: { contentId: string; remoteFileUrl: string; alt: string | null }) =>
  upstream.write("POST", "/attachments", attachmentSchema, { attachment }, { timeoutMs });

/** Attaches a file, which is read while it is sent. */
export const createAttachment = (upstream: Upstream, contentId: string, file: { name: string; content(): AsyncIterable<Uint8Array> }) =>
  upstream.upload(
    "/attachments",
    attachmentSchema,
    writeMultipart({ content_id: contentId }, { field: "file", filename: file.name, content: file.content() }),
    { timeoutMs },
  );

/** Writes what a picture shows. */
export const updateAttachment = (upstream: Upstream, id: string, attachment: { alt: string | null }) =>
  upstream.write("PUT", attachmentPath(id), attachmentSchema, { attachment });

export const deleteAttachment = (upstream: Upstream, id: string) => upstream.write("DELETE", attachmentPath(id), z.undefined());

/** The bytes of a file as the API answers them, headers included. */
export const openAttachment = (upstream: Upstream, id: string, variant: Variant, headers: Record<string, string>) =>
  upstream.open(`${attachmentPath(id)}/file`, { variant }, headers);

const attachmentPath = (id: string) => `/attachments/${encodeURIComponent(id)}`;
