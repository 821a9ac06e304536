import { z } from "zod";
import { limits } from "../limits";
import { ownClientSchema } from "./clients";
import { newPasswordFields, passwordSchema, passwordsMatch } from "./passwords";
import { workspaceSchema } from "./session";
import { emailSchema, idSchema, optionalLine, requiredLine, timestampSchema } from "./shared";
import { tagSchema } from "./tags";

export const roleSchema = z.enum(["owner", "admin", "editor", "reader"]);
export type Role = z.infer<typeof roleSchema>;

export const salutationSchema = z.enum(["Frau", "Herr"]);
export const visibilitySchema = z.enum(["is_private", "is_public"]);
export const localeSchema = z.enum(["de", "en"]);

/** Who wrote something, as every member may see it, also when the account is gone. Names are `null` until somebody gives them. */
export const personSchema = z
  .object({
    id: idSchema,
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    email: z.string(),
    avatar_urls: z.object({ thumb: z.string().nullable() }),
  })
  .meta({ id: "Person" });

export const userSchema = personSchema
  .extend({
    salutation: salutationSchema.nullable(),
    job_title: z.string().nullable(),
    interests: z.array(tagSchema),
    /** Whether every member of the workspace sees the profile, or only its owner and admins. */
    visibility: visibilitySchema,
    /** The last language the person chose; `null` before the first choice. */
    locale: localeSchema.nullable(),
    role: roleSchema,
    profile_complete: z.boolean(),
    password_expired: z.boolean(),
    created_at: timestampSchema,
    /** Whether others filed articles in folders one sees; only of one's own account, where `news_after` asks for it. */
    has_news: z.boolean().optional(),
    client: ownClientSchema,
  })
  .meta({ id: "User" });

/** Since when articles count as new. */
export const userQuerySchema = z.object({ news_after: timestampSchema.optional() });

/** A new account in a workspace that allows it (specification, part 1, 3); it counts once its address is confirmed. */
export const signUpSchema = z
  .object({ workspace: workspaceSchema, email: emailSchema, ...newPasswordFields })
  .superRefine(passwordsMatch)
  .meta({ id: "SignUp" });

/** `null`: there is no session before the address is confirmed. */
export const signedUpSchema = z.object({ auth_token: z.string().nullable() }).meta({ id: "SignedUp" });

/** The account's own page of facts; what is left out stays as it is. */
export const profileSchema = z
  .object({
    salutation: salutationSchema.nullable(),
    first_name: optionalLine(),
    last_name: optionalLine(),
    job_title: optionalLine(),
    /** Names of tags; a new one becomes a tag of the workspace, as with articles. */
    interests: z.array(requiredLine(limits.tag)).max(limits.interestsPerUser),
    visibility: visibilitySchema,
    locale: localeSchema,
  })
  .partial()
  .meta({ id: "Profile" });

/** What the overlay after the first sign-in asks for (specification, part 2, 5). */
export const completeProfileSchema = z.object({ salutation: salutationSchema, first_name: requiredLine(), last_name: requiredLine() });

export const passwordChangeSchema = z
  .object({ current_password: passwordSchema, ...newPasswordFields })
  .superRefine(passwordsMatch)
  .meta({ id: "PasswordChange" });

/** The fields of a change of password or else of the profile; which one it is shows in its fields. */
const userChangeSchema = z
  .looseObject({})
  .transform((fields, context) => {
    const isOfPassword = Object.keys(passwordChangeSchema.shape).some((name) => name in fields);
    const read = isOfPassword ? passwordChangeSchema.safeParse(fields) : profileSchema.safeParse(fields);
    if (read.success) return read.data;
    for (const issue of read.error.issues) context.addIssue({ ...issue });
    return z.NEVER;
  })
  .meta({ id: "UserChange", description: "`PasswordChange` or `Profile`." });

/** The body of a change of one's own account. */
export const userChangeBodySchema = z.object({ user: userChangeSchema });

export const emailChangeSchema = z
  .object({ current_password: passwordSchema, email: emailSchema, email_confirmation: emailSchema })
  .superRefine(({ email, email_confirmation }, context) => {
    if (email.toLowerCase() === email_confirmation.toLowerCase()) return;
    context.addIssue({ code: "custom", path: ["email_confirmation"], params: { key: "notSameEmail" } });
  })
  .meta({ id: "EmailChange" });

/** A change of address that waits for its link to be confirmed; `null` when there is none. */
export const pendingEmailSchema = z.object({ email: z.string(), expires_at: timestampSchema }).nullable().meta({ id: "PendingEmail" });

/** What the link of a mail confirms, by its secret. */
export const openConfirmationSchema = z
  .object({
    purpose: z.enum(["sign_up", "email_change"]),
    email: z.string(),
    client: z.object({ name: z.string(), workspace: z.string() }),
  })
  .meta({ id: "OpenConfirmation" });

/** Closing one's own account needs the password. */
export const accountClosingSchema = z.object({ current_password: passwordSchema }).meta({ id: "AccountClosing" });

/** What would become of what when the account is removed. */
export const removalSchema = z
  .object({
    /** `false` for the owner of the workspace, whom nobody removes (decisions 5). */
    allowed: z.boolean(),
    /** Articles in the folders of teams, which stay there under the author's name. */
    team_articles: z.int().min(0),
    /** Articles in the personal team, which are deleted with it. */
    personal_articles: z.int().min(0),
    /** Comments elsewhere, which stay under the author's name. */
    comments: z.int().min(0),
    /** Teams without another owner, which owner and admins of the workspace look after from then on. */
    sole_owner_teams: z.int().min(0),
  })
  .meta({ id: "Removal" });
