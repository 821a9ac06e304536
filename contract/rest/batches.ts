import { z } from "zod";
import * as limits from "../limits";
import { filterShape, prioritySchema, tagNames } from "./contents";
import { scheduledMailingSchema } from "./mailings";
import { idSchema, timestampSchema } from "./shared";

/** The change that a batch makes to each article. Moving an article requires permission to delete it from its current folder. */
export const batchChangeSchema = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("move"), folder_id: idSchema }),
    z.object({ kind: z.literal("copy"), folder_id: idSchema }),
    z.object({ kind: z.literal("tag"), tags: tagNames }),
    z.object({ kind: z.literal("untag"), tags: tagNames }),
    z.object({ kind: z.literal("priority"), priority: prioritySchema }),
    z.object({ kind: z.literal("shareable"), shareable: z.boolean() }),
    z.object({ kind: z.literal("delete") }),
  ])
  .meta({ id: "BatchChange" });

export const batchKinds = ["move", "copy", "tag", "untag", "priority", "shareable", "delete"] as const;

/**
 * Articles by id, or the newest `limits.articlesPerBatch` that match a filter. Unknown keys are rejected, because a misspelt filter would select
 * everything.
 */
const selectionSchema = z.strictObject({
  content_ids: z.array(idSchema).min(1).max(limits.articlesPerBatch).optional(),
  /** As in the query of the list. Required without ids, and ignored with them. */
  filter: z.strictObject(filterShape).optional(),
  /** With a filter: leaves out articles that were filed later, for example while the user was asked for confirmation. */
  filed_until: timestampSchema.optional(),
});

const hasSome = (batch: { content_ids?: string[] | undefined; filter?: object | undefined }) =>
  batch.content_ids !== undefined || batch.filter !== undefined;
const some = { path: ["content_ids"], params: { key: "noContents" } };

/** The same change of several articles. Repeating a request with the same `Idempotency-Key` header, fields and user returns the first batch. */
export const createBatchBodySchema = z
  .object({
    batch: selectionSchema
      .extend({
        change: batchChangeSchema,
        /** The number of articles that the user has confirmed; more are an error. */
        confirmed: z.int().min(1).optional(),
      })
      .refine(hasSome, some),
  })
  .meta({ id: "CreateBatch" });

export const previewBatchBodySchema = z.object({ batch: selectionSchema.refine(hasSome, some) }).meta({ id: "PreviewBatch" });

export const batchPreviewSchema = z
  .object({ total: z.int().min(0), scheduled_mailings: z.array(scheduledMailingSchema) })
  .meta({ id: "BatchPreview" });

/**
 * Why an article was not changed: it is gone or no longer visible, the user may not change it or not file into the folder, it would have no tag
 * or too many, processing it has failed for a day, or the user stopped the batch before.
 */
export const batchRefusals = ["gone", "not_allowed", "folder_not_writable", "no_tag", "too_many_tags", "failed", "stopped"] as const;

export const batchSchema = z
  .object({
    id: idSchema,
    kind: z.enum(batchKinds),
    state: z.enum(["working", "done"]),
    /** All its articles, and how many of them have been processed. */
    total: z.int().min(1),
    processed: z.int().min(0),
    refused: z.array(
      z.object({
        content_id: idSchema,
        reason: z.enum(batchRefusals),
        /** `null` if the user cannot see the article. */
        title: z.string().nullable(),
      }),
    ),
    /** Whether it deleted articles that the user can still restore. `false` until it is done. */
    undoable: z.boolean(),
    created_at: timestampSchema,
  })
  .meta({ id: "Batch" });
