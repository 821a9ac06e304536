import { z } from "zod";
import { limits } from "../limits";
import { idSchema, requiredLine, timestampSchema } from "./shared";

export const exportFormatSchema = z.enum(["html", "pdf"]);

const separate = (text: string) => [...new Set(text.split(",").map((part) => part.trim()))].filter((part) => part !== "");

/** Ids with commas between them, in the order of the file. */
const contentIdsSchema = z.string().transform(separate).pipe(z.array(idSchema).min(1).max(limits.exportContents));

/**
 * Articles as one file, in the language of the request. What one does not see, what is gone, and what must not be shared is left out.
 * The same `Idempotency-Key` header with the same fields from the same person answers the same export.
 */
export const createExportBodySchema = z
  .object({
    export: z.object({ content_ids: contentIdsSchema, format: exportFormatSchema.default("html"), title: requiredLine() }),
  })
  .meta({ id: "CreateExport" });

/** `url` needs no session and is worth nothing after `expires_at`; until the export is `done` it answers 409. */
export const exportSchema = z
  .object({
    id: idSchema,
    title: z.string(),
    format: exportFormatSchema,
    state: z.enum(["waiting", "working", "done", "failed"]),
    /** What was asked for. */
    content_ids: z.array(idSchema),
    /** So many of them have been looked at. */
    collected: z.int().min(0),
    /** So many of them are not in it. */
    left_out: z.int().min(0),
    /** Bytes, once it is done. */
    file_size: z.int().nullable(),
    url: z.url(),
    created_at: timestampSchema,
    expires_at: timestampSchema,
  })
  .meta({ id: "Export" });

/** One of one's own exports among the others: how many articles were asked for, and not which. */
export const listedExportSchema = exportSchema
  .omit({ content_ids: true })
  .extend({ contents_count: z.int().min(0) })
  .meta({ id: "ListedExport" });

/** What the address of an export carries: when it ends, in seconds since 1970, and the signature over that. */
export const exportSignatureSchema = z.object({
  expires: z.string().regex(/^\d{1,12}$/),
  signature: z.string().min(1).max(100),
});
