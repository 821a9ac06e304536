import { z } from "zod";
import { entriesSchema, idSchema, pageSchema, termSchema, timestampSchema } from "./shared";
import { teamReferenceSchema } from "./teams";
import { accessSchema, changedRoleSchema, personSchema, roleFilterSchema, roleSchema } from "./users";

/** A person's membership of a team. An inactive one grants no permissions. `permissions` are those of the requesting user. */
export const membershipSchema = z
  .object({
    id: idSchema,
    role: roleSchema,
    active: z.boolean(),
    team_id: idSchema,
    team: teamReferenceSchema,
    user_id: idSchema,
    user: personSchema,
    /** The person's role in the workspace, which may grant more or less than the team's. */
    client_role: roleSchema,
    access: accessSchema,
    created_at: timestampSchema,
    permissions: z.object({ update: z.boolean() }),
  })
  .meta({ id: "Membership" });

/** The memberships of a team or of a person. Pages are zero-based. `term` is a part of a name or e-mail address, or of a team's name. */
export const membershipQuerySchema = z.object({
  team_id: idSchema.optional(),
  user_id: idSchema.optional(),
  term: termSchema,
  role: roleFilterSchema.default("all"),
  page: pageSchema,
});

export const membershipListSchema = entriesSchema(membershipSchema).meta({ id: "MembershipList" });

/** No one can be made an owner: a team is owned by its creator. */
export const newMembershipRoleSchema = z.enum(["editor", "admin"]);

/** Repeating a request with the same `Idempotency-Key` header, fields and user returns the membership of the first one. */
export const createMembershipBodySchema = z
  .object({ membership: z.object({ team_id: idSchema, user_id: idSchema, role: newMembershipRoleSchema.default("editor") }) })
  .meta({ id: "CreateMembership" });

/** Missing fields stay unchanged. */
export const updateMembershipBodySchema = z
  .object({ membership: z.object({ role: changedRoleSchema, active: z.boolean() }).partial() })
  .meta({ id: "UpdateMembership" });
