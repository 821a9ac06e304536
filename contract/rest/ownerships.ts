import { z } from "zod";
import { idSchema } from "./shared";
import { accessSchema, personSchema, roleSchema } from "./users";

export const ownershipRoleSchema = z.enum(["editor", "admin"]);

/** A person's responsibility for a folder, in addition to its team. An inactive one grants no permissions. */
export const ownershipSchema = z
  .object({
    id: idSchema,
    role: ownershipRoleSchema,
    active: z.boolean(),
    folder_id: idSchema,
    user_id: idSchema,
    user: personSchema,
    /** The person's roles in the workspace and in the folder's team, which may grant more or less than the ownership. */
    client_role: roleSchema,
    team_role: roleSchema.nullable(),
    access: accessSchema,
  })
  .meta({ id: "Ownership" });

export const ownershipQuerySchema = z.object({ folder_id: idSchema });

/** Repeating a request with the same `Idempotency-Key` header, fields and user returns the ownership of the first one. */
export const createOwnershipBodySchema = z
  .object({ ownership: z.object({ folder_id: idSchema, user_id: idSchema, role: ownershipRoleSchema.default("editor") }) })
  .meta({ id: "CreateOwnership" });

/** Missing fields stay unchanged. */
export const updateOwnershipBodySchema = z
  .object({ ownership: z.object({ role: ownershipRoleSchema, active: z.boolean() }).partial() })
  .meta({ id: "UpdateOwnership" });
