import { z } from "zod";
import * as limits from "../limits";
import { cleanLine, entriesSchema, idSchema, pageSchema, termSchema, timestampSchema } from "./shared";

/** Invited people become editors or admins. */
export const invitationRoleSchema = z.enum(["admin", "editor"]);

/** An invitation as the invited person sees it, given the token in the mail's link. */
export const openInvitationSchema = z
  .object({
    email: z.string(),
    client: z.object({ name: z.string(), workspace: z.string() }),
    /** When it was accepted. From then on it cannot be used or resent. */
    confirmed_at: timestampSchema.nullable().optional(),
  })
  .meta({ id: "OpenInvitation" });

export const invitationSchema = z
  .object({
    id: idSchema,
    email: z.string(),
    role: invitationRoleSchema,
    /** The names of the teams that the person joins as an editor, without those deleted meanwhile. */
    teams: z.array(z.string()),
    created_at: timestampSchema,
    expires_at: timestampSchema,
  })
  .meta({ id: "Invitation" });

/**
 * Each address is validated separately, and against existing accounts. Problems name the address, because one field contains all of them.
 */
export const invitationFieldsSchema = z
  .object({
    email_addresses: z.array(z.string().overwrite(cleanLine)).min(1).max(limits.emailsPerInvitation),
    role: invitationRoleSchema,
    /** Teams of the workspace that everyone invited joins as an editor when accepting. */
    team_ids: z.array(idSchema).max(limits.teamsPerInvitation).default([]),
  })
  .meta({ id: "InvitationFields" });

export const invitationSorts = ["created_at", "email"] as const;

/** Pages are zero-based. `term` is a part of the e-mail address. */
export const invitationQuerySchema = z.object({
  term: termSchema,
  page: pageSchema,
  sort_by: z.enum(invitationSorts).default("created_at"),
  sort_dir: z.enum(["asc", "desc"]).default("desc"),
});

/** Pending invitations, including expired ones. */
export const invitationListSchema = entriesSchema(invitationSchema).meta({ id: "InvitationList" });

export const updateInvitationBodySchema = z
  .object({ invitation: z.object({ role: invitationRoleSchema }) })
  .meta({ id: "UpdateInvitation" });
