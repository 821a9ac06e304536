import { z } from "zod";
import { daySchema, idSchema, timestampSchema } from "./shared";
import { personSchema } from "./users";

/** What is kept of what people do, by what it is about. */
export const auditKinds = {
  signIns: ["signedIn", "signInFailed", "signedOut", "sessionEnded", "sessionsEnded", "webviewEntered"],
  accounts: ["passwordChanged", "passwordReset", "emailChanged"],
  members: ["memberSignedUp", "memberJoined", "memberRemoved", "accountClosed"],
  invitations: ["memberInvited", "invitationRoleChanged", "invitationResent", "invitationDeleted"],
  rights: [
    "memberRoleChanged",
    "membershipAdded",
    "membershipRoleChanged",
    "membershipActivated",
    "membershipDeactivated",
    "membershipLeft",
    "ownershipAdded",
    "ownershipRoleChanged",
    "ownershipActivated",
    "ownershipDeactivated",
  ],
  settings: ["settingsChanged", "themeChanged"],
  tags: ["tagCreated", "tagRenamed", "tagMerged", "tagDeleted"],
  teams: ["teamCreated", "teamRenamed", "teamDeleted", "folderCreated", "folderRenamed", "folderMoved", "folderDeleted"],
  articles: ["articleDeleted", "commentDeleted"],
  publications: [
    "newsletterPreviewed",
    "newsletterScheduled",
    "newsletterPublished",
    "newsletterUnscheduled",
    "newsletterStopped",
    "newsletterResent",
    "newsletterDeleted",
  ],
  exports: ["exportMade"],
  operator: ["clientCreated", "clientDisabled", "clientEnabled", "ownerAccessReset", "clientExported"],
} as const;

export type AuditTopic = keyof typeof auditKinds;
export type AuditKind = (typeof auditKinds)[AuditTopic][number];

export const auditTopics = Object.keys(auditKinds) as AuditTopic[];
const topicSchema = z.enum(auditTopics as [AuditTopic, ...AuditTopic[]]);
const kindSchema = z.enum(Object.values(auditKinds).flat() as [AuditKind, ...AuditKind[]]);

/** Names as they were then: the person, the team, the folder or whatever it is about. What is not to be known is `null`. */
const auditDataSchema = z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string()), z.null()]));
export type AuditData = z.infer<typeof auditDataSchema>;

/** Who did it: a person, the operator, the product by itself, or somebody who did not get in. */
export const auditActors = ["person", "operator", "system", "unknown"] as const;

/** One thing that was done. `text` says it in the language of the request; nothing but `kind` and `data` is stored. */
const auditEntrySchema = z
  .object({
    id: idSchema,
    topic: topicSchema,
    kind: kindSchema,
    actor: z.object({ type: z.enum(auditActors), id: idSchema.nullable(), name: z.string().nullable() }),
    data: auditDataSchema,
    text: z.string(),
    created_at: timestampSchema,
  })
  .meta({ id: "AuditEntry" });

/** Where a page begins or ends, as an earlier answer gave it out: a moment in milliseconds since 1970, to the base of 36, and an id. */
export const auditCursorSchema = z.string().regex(/^[0-9a-z]{1,8}\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

const auditFilterSchema = z.object({
  /** Did it, or had it done to them. */
  user_id: idSchema.optional(),
  topic: topicSchema.optional(),
  /** Calendar days, both included. */
  from: daySchema.optional(),
  until: daySchema.optional(),
});

/** Query of the log; it is read from the newest entry on, or from where one of the two cursors says. */
export const auditQuerySchema = auditFilterSchema.extend({ before: auditCursorSchema.optional(), after: auditCursorSchema.optional() });

export const auditExportQuerySchema = auditFilterSchema;

/** A page of entries, the newest first; `older` and `newer` lead on, and are `null` where nothing is. */
export const auditListSchema = z
  .object({
    entries: z.array(auditEntrySchema),
    meta: z.object({ older: auditCursorSchema.nullable(), newer: auditCursorSchema.nullable() }),
  })
  .meta({ id: "AuditList" });

/** People of the workspace; of those who have left the address is empty. */
export const auditPeopleSchema = z.array(personSchema);
