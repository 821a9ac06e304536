import { z } from "zod";
import { idSchema, requiredLine } from "./shared";
import { roleSchema } from "./users";

const visibilitySchema = z.enum(["is_personal", "is_public"]);

export const teamReferenceSchema = z
  .object({ id: idSchema, name: z.string(), slug: z.string(), visibility: visibilitySchema })
  .meta({ id: "TeamReference" });

/** `role` is the role in the requesting user's active membership, `permissions` are the requesting user's. */
export const teamSchema = teamReferenceSchema
  .extend({
    folders_count: z.int().min(0),
    memberships_count: z.int().min(0),
    role: roleSchema.nullable(),
    permissions: z.object({
      create_folder: z.boolean(),
      update: z.boolean(),
      manage_members: z.boolean(),
      destroy: z.boolean(),
      leave: z.boolean(),
    }),
  })
  .meta({ id: "Team" });

/** The editable fields of a team. With `distinct`, a name is rejected if another visible team has the same. */
export const teamFieldsSchema = z.object({ name: requiredLine(), distinct: z.boolean().optional() });

/** For a new team, repeating a request with the same `Idempotency-Key` header, fields and user returns the team of the first one. */
export const teamBodySchema = z.object({ team: teamFieldsSchema }).meta({ id: "TeamBody" });

/** Deletion preview of a team. */
export const teamRemovalSchema = z
  .object({
    memberships: z.int().min(0),
    folders: z.int().min(0),
    contents: z.int().min(0),
    comments: z.int().min(0),
    attachments: z.int().min(0),
    mailings: z.int().min(0),
  })
  .meta({ id: "TeamRemoval" });
