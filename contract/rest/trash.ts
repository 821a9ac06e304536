import { z } from "zod";
import { idSchema, metaSchema, pageSchema, timestampSchema } from "./shared";
import { personSchema } from "./users";

export const trashKinds = ["article", "comment", "folder", "newsletter"] as const;
export type TrashKind = (typeof trashKinds)[number];

/** Something deleted that can still be restored, with the id that it had and will have again. */
export const trashItemSchema = z
  .object({
    id: idSchema,
    kind: z.enum(trashKinds),
    /** Of a comment, the beginning of its text. */
    title: z.string(),
    /** The folder that it was in; for a folder, itself. `is_there` is false while that folder is in the trash or gone. */
    folder: z.object({ id: idSchema, name: z.string(), is_there: z.boolean() }),
    /** The article that a comment belongs to. `is_there` is false while it is in the trash or gone. */
    content: z.object({ id: idSchema, title: z.string(), is_there: z.boolean() }).nullable(),
    team_name: z.string(),
    deleted_by: personSchema,
    deleted_at: timestampSchema,
    /** When it is deleted permanently. */
    expires_at: timestampSchema,
    permissions: z.object({ destroy: z.boolean() }),
  })
  .meta({ id: "TrashItem" });

export const trashQuerySchema = z.object({ page: pageSchema });

/** A page of the trash, last deleted first. */
export const trashListSchema = z.object({ entries: z.array(trashItemSchema), meta: metaSchema }).meta({ id: "TrashList" });

/** What has been restored, and where it is now. */
export const restoredSchema = z.object({ kind: z.enum(trashKinds), folder_id: idSchema }).meta({ id: "Restored" });

/** How many articles of a batch have been restored, and how many could not be. */
export const undoneBatchSchema = z.object({ restored: z.int().min(0), left: z.int().min(0) }).meta({ id: "UndoneBatch" });
