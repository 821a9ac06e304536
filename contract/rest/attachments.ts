import { z } from "zod";
import { idSchema, optionalLine } from "./shared";
import { sourceUrlSchema } from "./source-url";

/** A file at an article. `url` is the call of this API that answers its bytes; pictures have their size in CSS pixels. */
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
    /** What a picture shows, for those who do not see it. */
    alt: z.string().nullable(),
    caption: z.string().nullable(),
  })
  .meta({ id: "Attachment" });

/** The fields beside the file of a multipart form. */
export const uploadFieldsSchema = z.object({ content_id: idSchema });

/** A file to be taken over from the web. */
const remoteAttachmentSchema = z.object({
  content_id: idSchema,
  remote_file_url: sourceUrlSchema,
  /** What the picture shows, as its page said. */
  alt: optionalLine(),
});
export const remoteAttachmentBodySchema = z.object({ attachment: remoteAttachmentSchema }).meta({ id: "RemoteAttachment" });

/** What people write of a file at an article; what is left out stays. */
export const attachmentBodySchema = z.object({ attachment: z.object({ alt: optionalLine().optional() }) }).meta({ id: "AttachmentBody" });

/** `original` is the stored file; the others are pictures in WebP, at most that many CSS pixels wide. */
export const variantSchema = z.enum(["original", "small", "large"]);
export type Variant = z.infer<typeof variantSchema>;
