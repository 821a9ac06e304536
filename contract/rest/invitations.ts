import { z } from "zod";
import { limits } from "../limits";
import { cleanLine, entriesSchema, idSchema, pageSchema, termSchema, timestampSchema } from "./shared";

/** Invitations make editors or admins. */
export const invitationRoleSchema = z.enum(["admin", "editor"]);

/** What the person who was invited sees of it, by the secret of the mail's link. */
export const openInvitationSchema = z
  .object({
    email: z.string(),
    client: z.object({ name: z.string(), workspace: z.string() }),
    /** When it was accepted: it is used up, and nothing more is sent. */
    confirmed_at: timestampSchema.nullable().optional(),
  })
  .meta({ id: "OpenInvitation" });

export const invitationSchema = z
  .object({ id: idSchema, email: z.string(), role: invitationRoleSchema, created_at: timestampSchema, expires_at: timestampSchema })
  .meta({ id: "Invitation" });

/** Addresses are judged one by one, together with who has them: what is wrong names each, because the field holds them all. */
export const invitationFieldsSchema = z
  .object({ email_addresses: z.array(z.string().overwrite(cleanLine)).min(1).max(limits.emailsPerInvitation), role: invitationRoleSchema })
  .meta({ id: "InvitationFields" });

export const invitationSorts = ["created_at", "email"] as const;

/** Pages are counted from 0. `term` is part of an address. */
export const invitationQuerySchema = z.object({
  term: termSchema,
  page: pageSchema,
  sort_by: z.enum(invitationSorts).default("created_at"),
  sort_dir: z.enum(["asc", "desc"]).default("desc"),
});

/** Those that nobody has accepted yet, expired ones too. */
export const invitationListSchema = entriesSchema(invitationSchema).meta({ id: "InvitationList" });

export const updateInvitationBodySchema = z
  .object({ invitation: z.object({ role: invitationRoleSchema }) })
  .meta({ id: "UpdateInvitation" });
