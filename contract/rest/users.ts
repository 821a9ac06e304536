import { z } from "zod";
import { limits } from "../limits";
import { ownClientSchema } from "./clients";
import { newPasswordFields, passwordSchema } from "./passwords";
import { workspaceSchema } from "./session";
import { emailSchema, entriesSchema, idSchema, optionalLine, pageSchema, requiredLine, termSchema, timestampSchema } from "./shared";
import { tagSchema } from "./tags";

export const roleSchema = z.enum(["owner", "admin", "editor", "reader"]);
export type Role = z.infer<typeof roleSchema>;

/** Which people of a list are shown. */
export const roleFilterSchema = z.enum(["all", ...roleSchema.options]);

/** What owner and admins make of somebody. Nobody is made an owner. */
export const changedRoleSchema = z.enum(["admin", "editor", "reader"]);

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

/** Which people: those whose name or address holds the term. */
export const peopleQuerySchema = z.object({ term: termSchema });

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

/** An account after a change. */
export const changedUserSchema = userSchema
  .extend({
    /** Of a new session, where a change of the password asked for one: the one that asked is over. */
    auth_token: z.string().optional(),
  })
  .meta({ id: "ChangedUser" });

/** Somebody of the workspace, as its owner and admins see them. `permissions` say what the asking person may do with the account. */
export const memberSchema = personSchema
  .extend({
    role: roleSchema,
    created_at: timestampSchema,
    /** Teams that the person is in, active or not, without the personal one. */
    memberships_count: z.int().min(0),
    permissions: z.object({
      update: z.boolean(),
      /** One's own account is closed with its password instead. */
      destroy: z.boolean(),
    }),
  })
  .meta({ id: "Member" });

export const memberSorts = ["first_name", "email", "memberships_count", "created_at"] as const;

/** Pages are counted from 0. `term` is part of a name or an address. */
export const memberQuerySchema = z.object({
  term: termSchema,
  role: roleFilterSchema.default("all"),
  page: pageSchema,
  sort_by: z.enum(memberSorts).default("first_name"),
  sort_dir: z.enum(["asc", "desc"]).default("asc"),
});

export const memberListSchema = entriesSchema(memberSchema).meta({ id: "MemberList" });

/** Since when articles count as new. */
export const userQuerySchema = z.object({ news_after: timestampSchema.optional() });

/** A new account in a workspace that allows registration; it becomes active once its address is confirmed. */
export const signUpSchema = z.object({ workspace: workspaceSchema, email: emailSchema, ...newPasswordFields }).meta({ id: "SignUp" });

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

/** The fields of the overlay after the first sign-in. */
export const completeProfileSchema = z.object({ salutation: salutationSchema, first_name: requiredLine(), last_name: requiredLine() });

export const passwordChangeSchema = z
  .object({
    current_password: passwordSchema,
    ...newPasswordFields,
    /** Whether the session that asks ends as well, and `auth_token` of the answer takes its place. An API may do without. */
    renew_session: z.boolean().default(false),
  })
  .meta({ id: "PasswordChange" });

/** The role of somebody else, or of an admin's own. */
const roleChangeSchema = z.object({ role: changedRoleSchema }).meta({ id: "RoleChange" });

/** The fields of a change of password, of a role, or else of the profile; which one it is shows in its fields. A role counts alone. */
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

/** The body of a change of an account. */
export const userChangeBodySchema = z.object({ user: userChangeSchema });

/** Whether both addresses are the same is the domain's to say, together with everything else that is wrong. */
export const emailChangeSchema = z
  .object({ current_password: passwordSchema, email: emailSchema, email_confirmation: emailSchema })
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
    /** `false` for the owner of the workspace, who cannot be removed. */
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
