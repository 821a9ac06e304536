import { z } from "zod";
import { idSchema } from "./shared";
import { personSchema, roleSchema } from "./users";

export const ownershipRoleSchema = z.enum(["editor", "admin"]);

/** A person's responsibility for one folder, beside its team. One that is not active gives nothing. */
export const ownershipSchema = z
  .object({
    id: idSchema,
    role: ownershipRoleSchema,
    active: z.boolean(),
    folder_id: idSchema,
    user_id: idSchema,
    user: personSchema,
    /** The person's in the workspace, and in the folder's team: they may give more than the ownership, or less. */
    client_role: roleSchema,
    team_role: roleSchema.nullable(),
  })
  .meta({ id: "Ownership" });

export const ownershipQuerySchema = z.object({ folder_id: idSchema });

/** The same `Idempotency-Key` header with the same fields from the same person answers the ownership it made the first time. */
export const createOwnershipBodySchema = z
  .object({ ownership: z.object({ folder_id: idSchema, user_id: idSchema, role: ownershipRoleSchema.default("editor") }) })
  .meta({ id: "CreateOwnership" });

/** What is left out stays as it is. */
export const updateOwnershipBodySchema = z
  .object({ ownership: z.object({ role: ownershipRoleSchema, active: z.boolean() }).partial() })
  .meta({ id: "UpdateOwnership" });
