import { z } from "zod";
import * as limits from "../limits";
import { ownClientSchema } from "./clients";
import { newPasswordFields, passwordSchema } from "./passwords";
import { workspaceSchema } from "./session";
import { emailSchema, entriesSchema, idSchema, optionalLine, pageSchema, requiredLine, termSchema, timestampSchema } from "./shared";
import { tagSchema } from "./tags";

export const roleSchema = z.enum(["owner", "admin", "editor", "reader"]);
export type Role = z.infer<typeof roleSchema>;

/** What a person can do in a team or folder, and which of their roles decides it: `null` if none grants anything. */
export const accessSchema = z
  .object({ can: z.enum(["manages", "writes", "reads", "nothing"]), because: z.enum(["client", "team", "ownership"]).nullable() })
  .meta({ id: "Access" });
export type Access = z.infer<typeof accessSchema>;

export const roleFilterSchema = z.enum(["all", ...roleSchema.options]);

/** The roles that owner and admins can assign. No one can be made an owner. */
export const changedRoleSchema = z.enum(["admin", "editor", "reader"]);

export const salutationSchema = z.enum(["Frau", "Herr"]);
export const visibilitySchema = z.enum(["is_private", "is_public"]);
export const localeSchema = z.enum(["de", "en"]);
/** `auto` follows the device. */
export const colorSchemeSchema = z.enum(["auto", "light", "dark"]);

/** A person as every user of the workspace sees them, even after the account is deleted. Names are `null` until set. */
export const personSchema = z
  .object({
    id: idSchema,
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    email: z.string(),
    avatar_urls: z.object({ thumb: z.string().nullable() }),
  })
  .meta({ id: "Person" });

/** People whose name or e-mail address contains the term. */
export const peopleQuerySchema = z.object({ term: termSchema });

export const userSchema = personSchema
  .extend({
    salutation: salutationSchema.nullable(),
    job_title: z.string().nullable(),
    interests: z.array(tagSchema),
    /** Whether everyone in the workspace sees the profile, or only owner and admins. */
    visibility: visibilitySchema,
    /** The language chosen last; `null` before the first choice. */
    locale: localeSchema.nullable(),
    /** For the person's own pages. APIs need not support it. */
    color_scheme: colorSchemeSchema.default("auto"),
    /** Whether single keys are shortcuts on the person's own pages. APIs need not support it. */
    has_shortcuts: z.boolean().default(true),
    role: roleSchema,
    profile_complete: z.boolean(),
    password_expired: z.boolean(),
    created_at: timestampSchema,
    /** Whether others have filed articles in the stream. Only for the user's own account, and if requested with `news_after`. */
    has_news: z.boolean().optional(),
    /** Whether there are unread notifications. Only for the user's own account. */
    has_unread: z.boolean().optional(),
    client: ownClientSchema,
  })
  .meta({ id: "User" });

export const changedUserSchema = userSchema
  .extend({
    /** The token of a new session, if a password change requested one; the old session has ended. */
    auth_token: z.string().optional(),
  })
  .meta({ id: "ChangedUser" });

/** A user as the workspace's owner and admins see them. `permissions` are those of the requesting user. */
export const memberSchema = personSchema
  .extend({
    role: roleSchema,
    created_at: timestampSchema,
    /** Teams of the person, active or not, except the personal one. */
    memberships_count: z.int().min(0),
    permissions: z.object({
      update: z.boolean(),
      /** False for the user's own account, which is closed with its password instead. */
      destroy: z.boolean(),
    }),
  })
  .meta({ id: "Member" });

export const memberSorts = ["first_name", "email", "memberships_count", "created_at"] as const;

/** Pages are zero-based. `term` is a part of a name or e-mail address. */
export const memberQuerySchema = z.object({
  term: termSchema,
  role: roleFilterSchema.default("all"),
  page: pageSchema,
  sort_by: z.enum(memberSorts).default("first_name"),
  sort_dir: z.enum(["asc", "desc"]).default("asc"),
});

export const memberListSchema = entriesSchema(memberSchema).meta({ id: "MemberList" });

/** Articles filed after this time count as new. */
export const userQuerySchema = z.object({ news_after: timestampSchema.optional() });

/** A new account in a workspace that allows registration. It becomes active once its e-mail address is confirmed. */
export const signUpSchema = z.object({ workspace: workspaceSchema, email: emailSchema, ...newPasswordFields }).meta({ id: "SignUp" });

/** `null`, because there is no session until the address is confirmed. */
export const signedUpSchema = z.object({ auth_token: z.string().nullable() }).meta({ id: "SignedUp" });

/** The user's own profile; missing fields stay unchanged. */
export const profileSchema = z
  .object({
    salutation: salutationSchema.nullable(),
    first_name: optionalLine(),
    last_name: optionalLine(),
    job_title: optionalLine(),
    /** Names of tags; a new one becomes a tag of the workspace. */
    interests: z.array(requiredLine(limits.tag)).max(limits.interestsPerUser),
    visibility: visibilitySchema,
    locale: localeSchema,
    color_scheme: colorSchemeSchema,
    has_shortcuts: z.boolean(),
  })
  .partial()
  .meta({ id: "Profile" });

/** The fields of the dialog after the first sign-in. */
export const completeProfileSchema = z.object({ salutation: salutationSchema, first_name: requiredLine(), last_name: requiredLine() });

export const passwordChangeSchema = z
  .object({
    current_password: passwordSchema,
    ...newPasswordFields,
    /** Whether to replace the requesting session as well, by the `auth_token` in the response. APIs need not support it. */
    renew_session: z.boolean().default(false),
  })
  .meta({ id: "PasswordChange" });

const roleChangeSchema = z.object({ role: changedRoleSchema }).meta({ id: "RoleChange" });

/** A change of the password, the role, or the profile, distinguished by the fields. A role can only be changed alone. */
const userChangeSchema = z
  .looseObject({})
  .transform((fields, context) => {
    const isOf = (schema: z.ZodObject) => Object.keys(schema.shape).some((name) => name in fields);
    const schema = isOf(passwordChangeSchema)
      ? passwordChangeSchema
      : "role" in fields && !isOf(profileSchema)
        ? roleChangeSchema
        : profileSchema;
    const read = schema.safeParse(fields);
    if (read.success) return read.data;
    for (const issue of read.error.issues) context.addIssue({ ...issue });
    return z.NEVER;
  })
  .meta({ id: "UserChange", description: "`PasswordChange`, `RoleChange` or `Profile`." });

export const userChangeBodySchema = z.object({ user: userChangeSchema });

/** The domain checks whether both addresses are equal, and reports that together with all other problems. */
export const emailChangeSchema = z
  .object({ current_password: passwordSchema, email: emailSchema, email_confirmation: emailSchema })
  .meta({ id: "EmailChange" });

/** A change of the e-mail address that has not been confirmed yet; `null` if there is none. */
export const pendingEmailSchema = z.object({ email: z.string(), expires_at: timestampSchema }).nullable().meta({ id: "PendingEmail" });

/** The change that a mail's link confirms, given its token. */
export const openConfirmationSchema = z
  .object({
    purpose: z.enum(["sign_up", "email_change"]),
    email: z.string(),
    client: z.object({ name: z.string(), workspace: z.string() }),
    /** When it was confirmed. Missing from APIs that do not tell. */
    confirmed_at: timestampSchema.nullable().optional(),
  })
  .meta({ id: "OpenConfirmation" });

/** Closing an account requires its password. */
export const accountClosingSchema = z.object({ current_password: passwordSchema }).meta({ id: "AccountClosing" });

/** Deletion preview of an account. */
export const removalSchema = z
  .object({
    /** `false` for the owner of the workspace, who cannot be removed. */
    allowed: z.boolean(),
    /** Articles in team folders, which remain under the author's name. */
    team_articles: z.int().min(0),
    /** Articles in the personal team, which are deleted. */
    personal_articles: z.int().min(0),
    /** Comments elsewhere, which remain under the author's name. */
    comments: z.int().min(0),
    /** Teams without another owner, which the workspace's owner and admins will manage. */
    sole_owner_teams: z.int().min(0),
  })
  .meta({ id: "Removal" });
