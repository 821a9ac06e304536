import { z } from "zod";
import * as limits from "../limits";
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
    /** Whether the stream leaves out its articles until they are moved to another folder. */
    hidden_from_stream: z.boolean(),
    /** Whether the whole folder can be exported; false for inboxes. */
    export_enabled: z.boolean(),
    /** The URL of its export; `null` if it cannot be exported. */
    export: z.object({ url: z.string() }).nullable(),
    contents_count: z.int().min(0),
    /** Number of active people who are responsible for it in addition to its team. */
    ownerships_count: z.int().min(0),
    /** When the newest article was filed; `null` if there is none. */
    latest_content_at: timestampSchema.nullable(),
    /** When others filed the newest articles, newest first. Only if requested with `recent`. */
    recent_content_at: z.array(timestampSchema).max(limits.recentPerFolder).optional(),
    /** Whether it has a published newsletter. */
    has_newsletter: z.boolean(),
    /** Incremented with every change. A change based on an older version gets a 409. */
    lock_version: z.int().min(0),
    /** The permissions of the requesting user. */
    permissions: z.object({
      create_content: z.boolean(),
      manage_mailings: z.boolean(),
      manage_sources: z.boolean(),
      update: z.boolean(),
      destroy: z.boolean(),
    }),
  })
  .meta({ id: "Folder" });

/** A single folder, with the caller's follow of it. */
export const shownFolderSchema = folderSchema.extend({ follow_id: idSchema.nullable().optional() }).meta({ id: "ShownFolder" });

export const folderQuerySchema = z.object({
  /** Only folders in which the requesting user may create articles. */
  writable: z.stringbool().optional(),
  team_id: idSchema.optional(),
  /** Includes `recent_content_at`. */
  recent: z.stringbool().optional(),
});

/** The editable fields of a folder. */
export const folderFieldsSchema = z.object({
  name: requiredLine(),
  alternative_name: optionalLine(),
  description: optionalText(),
  team_id: idSchema,
});

/** A new folder. Repeating a request with the same `Idempotency-Key` header, fields and user returns the folder of the first one. */
export const createFolderBodySchema = z.object({ folder: folderFieldsSchema }).meta({ id: "CreateFolder" });

/** A changed folder with all fields. `lock_version` is the version that the change is based on. */
export const updateFolderBodySchema = z
  .object({ folder: folderFieldsSchema.extend({ lock_version: z.int().min(0).optional() }) })
  .meta({ id: "UpdateFolder" });

/** Takes the folder's articles out of everybody's stream, or puts them back. */
export const folderStreamBodySchema = folderSchema.pick({ hidden_from_stream: true }).meta({ id: "FolderStream" });

/** Deletion preview of a folder. */
export const folderRemovalSchema = z
  .object({ contents: z.int().min(0), comments: z.int().min(0), attachments: z.int().min(0) })
  .meta({ id: "FolderRemoval" });
