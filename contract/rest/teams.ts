import { z } from "zod";
import { idSchema } from "./shared";
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
    permissions: z.object({ create_folder: z.boolean(), update: z.boolean(), destroy: z.boolean(), leave: z.boolean() }),
  })
  .meta({ id: "Team" });
