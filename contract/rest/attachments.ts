import { z } from "zod";
import { idSchema, optionalLine } from "./shared";
import { sourceUrlSchema } from "./source-url";

/** A file of an article. `url` is the API call that returns its bytes; pictures have dimensions in CSS pixels. */
export const attachmentSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    url: z.string(),
    content_type: z.string(),
    /** Bytes. */
    file_size: z.int().min(0),
    original_filename: z.string(),
    is_remote: z.boolean(),
    width: z.int().nullable(),
    height: z.int().nullable(),
    /** Alt text of a picture. */
    alt: z.string().nullable(),
    caption: z.string().nullable(),
  })
  .meta({ id: "Attachment" });

/** The other fields of the multipart form with the file. */
export const uploadFieldsSchema = z.object({ content_id: idSchema });

/** A file that is kept until it is attached. `upload` is the secret by which the person who sent it can attach it. */
export const keptUploadSchema = z
  .object({ upload: z.string(), name: z.string(), content_type: z.string(), file_size: z.int().min(0) })
  .meta({ id: "KeptUpload" });

export const attachUploadBodySchema = z
  .object({ attachment: z.object({ content_id: idSchema, upload: z.string().min(1).max(4000) }) })
  .meta({ id: "AttachUpload" });

/** A file to be fetched from the web. */
const remoteAttachmentSchema = z.object({
  content_id: idSchema,
  remote_file_url: sourceUrlSchema,
  /** The alt text on its page. */
  alt: optionalLine(),
});
export const remoteAttachmentBodySchema = z.object({ attachment: remoteAttachmentSchema }).meta({ id: "RemoteAttachment" });

/** The editable fields of an attachment; missing ones stay unchanged. */
export const attachmentBodySchema = z.object({ attachment: z.object({ alt: optionalLine().optional() }) }).meta({ id: "AttachmentBody" });

/** `original` is the stored file; the others are WebP with a limited width. */
export const variantSchema = z.enum(["original", "small", "large"]);
export type Variant = z.infer<typeof variantSchema>;
