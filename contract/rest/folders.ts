import { z } from "zod";
import { limits } from "../limits";
import { idSchema, optionalLine, optionalText, requiredLine, timestampSchema } from "./shared";
import { teamReferenceSchema } from "./teams";

export const folderSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    alternative_name: z.string().nullable(),
    description: z.string().nullable(),
    team_id: idSchema,
    team: teamReferenceSchema,
    purpose: z.enum(["inbox"]).nullable(),
    /** Whether it can be exported as a whole; an inbox cannot. */
    export_enabled: z.boolean(),
    /** Where its export begins; only where it can be exported. */
    export: z.object({ url: z.string() }).nullable(),
    contents_count: z.int().min(0),
    /** People who are responsible for it beside its team, as far as they are active. */
    ownerships_count: z.int().min(0),
    /** When the newest article was filed. */
    latest_content_at: timestampSchema.nullable(),
    /** When others filed the newest articles, the newest first; only where `recent` asks for it. */
    recent_content_at: z.array(timestampSchema).max(limits.recentPerFolder).optional(),
    /** Whether a newsletter of it is published. */
    has_newsletter: z.boolean(),
    /** Counts the changes; a change that names an older one answers 409. */
    lock_version: z.int().min(0),
    /** What the asking person may do here. */
    permissions: z.object({ create_content: z.boolean(), manage_mailings: z.boolean(), update: z.boolean(), destroy: z.boolean() }),
  })
  .meta({ id: "Folder" });

export const folderQuerySchema = z.object({
  /** Only folders the asking person may write articles to. */
  writable: z.stringbool().optional(),
  team_id: idSchema.optional(),
  /** With `recent_content_at`. */
  recent: z.stringbool().optional(),
});

/** The fields of a folder that people write. */
export const folderFieldsSchema = z.object({
  name: requiredLine(),
  alternative_name: optionalLine(),
  description: optionalText(),
  team_id: idSchema,
});

/** A new folder. The same `Idempotency-Key` header with the same fields from the same person answers the folder it made the first time. */
export const createFolderBodySchema = z.object({ folder: folderFieldsSchema }).meta({ id: "CreateFolder" });

/** A changed folder, all fields; `lock_version` is the one the change started from. */
export const updateFolderBodySchema = z
  .object({ folder: folderFieldsSchema.extend({ lock_version: z.int().min(0).optional() }) })
  .meta({ id: "UpdateFolder" });

/** What is deleted with a folder. */
export const folderRemovalSchema = z
  .object({ contents: z.int().min(0), comments: z.int().min(0), attachments: z.int().min(0) })
  .meta({ id: "FolderRemoval" });
