import { z } from "zod";
import { limits } from "../limits";
import { cleanLine, emailSchema, idSchema, timestampSchema } from "./shared";

/** Invitations make editors or admins (specification, part 2, 6). */
const invitationRoleSchema = z.enum(["admin", "editor"]);

/** What the person who was invited sees of it, by the secret of the mail's link. */
export const openInvitationSchema = z
  .object({ email: z.string(), client: z.object({ name: z.string(), workspace: z.string() }) })
  .meta({ id: "OpenInvitation" });

export const invitationSchema = z
  .object({ id: idSchema, email: z.string(), role: invitationRoleSchema, created_at: timestampSchema, expires_at: timestampSchema })
  .meta({ id: "Invitation" });

/** One of several addresses: what is wrong names the address, because the field holds them all. */
const listedEmailSchema = z
  .string()
  .overwrite(cleanLine)
  .superRefine((email, context) => {
    if (emailSchema.safeParse(email).success) return;
    context.addIssue({ code: "custom", params: { key: "notAnEmailOf", values: { email: email.slice(0, limits.email) } } });
  });

export const invitationFieldsSchema = z
  .object({ email_addresses: z.array(listedEmailSchema).min(1).max(limits.emailsPerInvitation), role: invitationRoleSchema })
  .meta({ id: "InvitationFields" });
