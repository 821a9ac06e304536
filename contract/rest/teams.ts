import { z } from "zod";
import { idSchema, requiredLine } from "./shared";
import { roleSchema } from "./users";

const visibilitySchema = z.enum(["is_personal", "is_public"]);

export const teamReferenceSchema = z
  .object({ id: idSchema, name: z.string(), slug: z.string(), visibility: visibilitySchema })
  .meta({ id: "TeamReference" });

/** `role` is the asking person's active membership role, `permissions` what that person may do here. */
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

/** The fields of a team as people write them. With `distinct` it is refused where another team that the asking person sees has this name. */
export const teamFieldsSchema = z.object({ name: requiredLine(), distinct: z.boolean().optional() });

/** On creation, the same `Idempotency-Key` header with the same fields from the same person answers the team it made the first time. */
export const teamBodySchema = z.object({ team: teamFieldsSchema }).meta({ id: "TeamBody" });

/** How much is deleted with a team. */
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
