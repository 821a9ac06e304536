import { z } from "zod";
import * as limits from "../limits";
import { daySchema, idSchema, timestampSchema } from "./shared";
import { personSchema } from "./users";

/** The recorded events by topic. */
export const auditKinds = {
  signIns: ["signedIn", "signInFailed", "signedOut", "sessionEnded", "sessionsEnded", "webviewEntered"],
  accounts: ["passwordChanged", "passwordReset", "emailChanged", "apiKeyCreated", "apiKeyRevoked", "apiKeysRevoked"],
  members: ["memberSignedUp", "memberJoined", "memberRemoved", "accountClosed"],
  invitations: ["memberInvited", "invitationRoleChanged", "invitationResent", "invitationDeleted"],
  rights: [
    "memberRoleChanged",
    "membershipAdded",
    "membershipRoleChanged",
    "membershipActivated",
    "membershipDeactivated",
    "membershipRemoved",
    "membershipLeft",
    "ownershipAdded",
    "ownershipRoleChanged",
    "ownershipActivated",
    "ownershipDeactivated",
  ],
  settings: ["settingsChanged", "themeChanged"],
  tags: ["tagCreated", "tagRenamed", "tagMerged", "tagDeleted"],
  teams: [
    "teamCreated",
    "teamRenamed",
    "teamDeleted",
    "folderCreated",
    "folderRenamed",
    "folderMoved",
    "folderHidden",
    "folderShown",
    "folderDeleted",
    "folderRestored",
    "folderPurged",
    "sourceAdded",
    "sourceChanged",
    "sourceDeleted",
  ],
  articles: ["articleDeleted", "articleRestored", "articlePurged", "commentDeleted", "commentRestored", "commentPurged"],
  publications: [
    "newsletterPreviewed",
    "newsletterScheduled",
    "newsletterPublished",
    "newsletterUnscheduled",
    "newsletterStopped",
    "newsletterResent",
    "newsletterDeleted",
    "subscriptionsOpened",
    "subscriptionsClosed",
    "subscribersImported",
    "subscriberRemoved",
  ],
  exports: ["exportMade"],
  operator: ["clientCreated", "clientDisabled", "clientEnabled", "ownerAccessReset", "clientExported"],
} as const;

export type AuditTopic = keyof typeof auditKinds;
export type AuditKind = (typeof auditKinds)[AuditTopic][number];

export const auditTopics = Object.keys(auditKinds) as AuditTopic[];
const topicSchema = z.enum(auditTopics as [AuditTopic, ...AuditTopic[]]);
const kindSchema = z.enum(Object.values(auditKinds).flat() as [AuditKind, ...AuditKind[]]);

/** Names at the time of the event, of the person, the team, the folder and so on. Hidden ones are `null`. */
const auditDataSchema = z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string()), z.null()]));
export type AuditData = z.infer<typeof auditDataSchema>;

/** The actor: a person, the operator, the product itself, or someone who failed to sign in. */
export const auditActors = ["person", "operator", "system", "unknown"] as const;

/** One event. `text` is in the language of the request; only `kind` and `data` are stored. */
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

/** A position between pages, as returned with an earlier page: milliseconds since 1970 in base 36, and an id. */
export const auditCursorSchema = z.string().regex(/^[0-9a-z]{1,8}\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

const auditFilterSchema = z.object({
  /** The actor, or the person affected. */
  user_id: idSchema.optional(),
  topic: topicSchema.optional(),
  /** Calendar days, both inclusive. */
  from: daySchema.optional(),
  until: daySchema.optional(),
});

/** The query of the log. Starts with the newest entry, or at one of the two cursors. */
export const auditQuerySchema = auditFilterSchema.extend({ before: auditCursorSchema.optional(), after: auditCursorSchema.optional() });

export const auditExportQuerySchema = auditFilterSchema;

/** An entry for log systems. `cursor` is the `after` that continues behind it. */
export const pulledAuditEntrySchema = auditEntrySchema.extend({ cursor: z.string() }).meta({ id: "PulledAuditEntry" });

/** Starts with the oldest entry, or behind a cursor. */
export const pullAuditQuerySchema = z.object({
  after: z
    .string()
    .regex(/^\d{1,16}$/)
    .default("0"),
  limit: z.coerce.number().int().min(1).max(limits.auditEntriesAtOnce).default(limits.auditEntriesAtOnce),
});

/** A page of entries, newest first. `older` and `newer` are cursors, `null` at the ends. */
export const auditListSchema = z
  .object({
    entries: z.array(auditEntrySchema),
    meta: z.object({ older: auditCursorSchema.nullable(), newer: auditCursorSchema.nullable() }),
  })
  .meta({ id: "AuditList" });

/** People of the workspace, including former ones, who have no e-mail address. */
export const auditPeopleSchema = z.array(personSchema);
