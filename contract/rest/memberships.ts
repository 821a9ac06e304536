import { z } from "zod";
import { entriesSchema, idSchema, pageSchema, termSchema, timestampSchema } from "./shared";
import { teamReferenceSchema } from "./teams";
import { changedRoleSchema, personSchema, roleFilterSchema, roleSchema } from "./users";

/** A person's place in a team. One that is not active gives nothing. `permissions` say what the asking person may do with it. */
export const membershipSchema = z
  .object({
    id: idSchema,
    role: roleSchema,
    active: z.boolean(),
    team_id: idSchema,
    team: teamReferenceSchema,
    user_id: idSchema,
    user: personSchema,
    /** The person's in the workspace: it may give more than the team's, or less. */
    client_role: roleSchema,
    created_at: timestampSchema,
    permissions: z.object({ update: z.boolean() }),
  })
  .meta({ id: "Membership" });

/** Of a team, or of a person. Pages are counted from 0. `term` is part of a name or an address; of a person's memberships, part of a team's name. */
export const membershipQuerySchema = z.object({
  team_id: idSchema.optional(),
  user_id: idSchema.optional(),
  term: termSchema,
  role: roleFilterSchema.default("all"),
  page: pageSchema,
});

export const membershipListSchema = entriesSchema(membershipSchema).meta({ id: "MembershipList" });

/** Nobody is made an owner: whoever makes a team owns it. */
export const newMembershipRoleSchema = z.enum(["editor", "admin"]);

/** The same `Idempotency-Key` header with the same fields from the same person answers the membership it made the first time. */
export const createMembershipBodySchema = z
  .object({ membership: z.object({ team_id: idSchema, user_id: idSchema, role: newMembershipRoleSchema.default("editor") }) })
  .meta({ id: "CreateMembership" });

/** What is left out stays as it is. */
export const updateMembershipBodySchema = z
  .object({ membership: z.object({ role: changedRoleSchema, active: z.boolean() }).partial() })
  .meta({ id: "UpdateMembership" });
