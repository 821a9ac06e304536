import { z } from "zod";
import * as limits from "../limits";
import { idSchema, requiredLine, timestampSchema } from "./shared";

export const exportFormatSchema = z.enum(["html", "pdf"]);

const separate = (text: string) => [...new Set(text.split(",").map((part) => part.trim()))].filter((part) => part !== "");

/** Ids separated by commas, in the order of the exported file. */
const contentIdsSchema = z.string().transform(separate).pipe(z.array(idSchema).min(1).max(limits.exportContents));

/**
 * Articles as one file, in the language of the request. Invisible, deleted and unshareable ones are omitted. Repeating a request with the
 * same `Idempotency-Key` header, fields and user returns the same export.
 */
export const createExportBodySchema = z
  .object({
    export: z.object({
      content_ids: contentIdsSchema,
      format: exportFormatSchema.default("html"),
      title: requiredLine(),
      /** Whether the file begins with its title, the logo and a table of contents. */
      cover: z.boolean().default(true),
    }),
  })
  .meta({ id: "CreateExport" });

/** `url` needs no session, and expires at `expires_at`. It returns 409 until the export is `done`. */
export const exportSchema = z
  .object({
    id: idSchema,
    title: z.string(),
    format: exportFormatSchema,
    cover: z.boolean(),
    state: z.enum(["waiting", "working", "done", "failed"]),
    /** The requested articles. */
    content_ids: z.array(idSchema),
    /** How many of them have been processed. */
    collected: z.int().min(0),
    /** How many of them were omitted. */
    left_out: z.int().min(0),
    /** Bytes, once it is done. */
    file_size: z.int().nullable(),
    url: z.url(),
    created_at: timestampSchema,
    expires_at: timestampSchema,
  })
  .meta({ id: "Export" });

/** An export in its owner's list: with the number of requested articles instead of their ids. */
export const listedExportSchema = exportSchema
  .omit({ content_ids: true })
  .extend({ contents_count: z.int().min(0) })
  .meta({ id: "ListedExport" });

/** The signature in an export's URL, and its expiry in seconds since 1970. */
export const exportSignatureSchema = z.object({
  expires: z.string().regex(/^\d{1,12}$/),
  signature: z.string().min(1).max(100),
});
