/**
 * The tables. Every row that belongs to a workspace has its `client_id`, and every query filters by it.
 * Indexes are declared ascending: `.desc()` means NULLS LAST, which `ORDER BY … DESC` cannot read backwards.
 */
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  customType,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { ApiKeyScope } from "../../contract/api-key";
import type { AuditData, AuditKind, AuditTopic } from "../../contract/rest/audit";
import type { batchChangeSchema, batchRefusals } from "../../contract/rest/batches";
import type { BookmarkFormat, BookmarkOutcome, startBookmarkImportBodySchema } from "../../contract/rest/bookmarks";
import type { DigestFrequency } from "../../contract/rest/digests";
import type { leftOutSchema, newsletterSchema, vuexStateSchema } from "../../contract/rest/mailings";
import type { NotificationKind, NotificationMode } from "../../contract/rest/notifications";
import type { SourceProblem } from "../../contract/rest/sources";
import type { TrashKind } from "../../contract/rest/trash";
import { type Camel, fromWire, toWire } from "../../contract/wire";
import type { BookmarkFolder } from "../bookmarks/bookmark-file";
import type { Schedule } from "../outbound/feed-reading";

/** The state of the wizard: docs/product.md, "Newsletter state". */
export type Draft = Camel<z.input<typeof vuexStateSchema>>;
/** The content that readers see. */
export type NewsletterContent = Camel<z.input<typeof newsletterSchema>>;
/** A chosen article that is not in the content. */
export type LeftOut = z.infer<typeof leftOutSchema>;

export type BatchChange = Camel<z.output<typeof batchChangeSchema>>;
/** An article that a batch has not changed. */
export interface BatchRefusal {
  articleId: string;
  reason: (typeof batchRefusals)[number];
}

/** The chosen target folders and tags of an import. */
export type BookmarkChoice = Camel<z.output<typeof startBookmarkImportBodySchema>>["import"];

/** A mention in the text of a comment; the positions are in UTF-16 code units. */
export interface Mention {
  userId: string;
  start: number;
  end: number;
}

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });
/** JSON stored with the key names of the wire, as earlier versions wrote it. */
const wireJson = <T>(column: string) =>
  customType<{ data: T; driverData: unknown }>({
    dataType: () => "jsonb",
    fromDriver: (value) => fromWire(value) as T,
    toDriver: (value) => JSON.stringify(toWire(value)),
  })(column);

const id = () => uuid().primaryKey().defaultRandom();
/** Milliseconds, so that a value that went through JSON still equals the stored one in a cursor. */
const moment = () => timestamp({ withTimezone: true, precision: 3, mode: "date" });
const createdAt = () => moment().notNull().defaultNow();

export const roleEnum = pgEnum("role", ["owner", "admin", "editor", "reader"]);
export const ownershipRoleEnum = pgEnum("ownership_role", ["editor", "admin"]);
export const visibilityEnum = pgEnum("team_visibility", ["is_personal", "is_public"]);
export const purposeEnum = pgEnum("folder_purpose", ["inbox"]);
export const priorityEnum = pgEnum("priority", ["normal", "high"]);
export const salutationEnum = pgEnum("salutation", ["Frau", "Herr"]);

export const userVisibilityEnum = pgEnum("user_visibility", ["is_private", "is_public"]);
export const linkPurposeEnum = pgEnum("link_purpose", ["password_reset", "sign_up", "email_change"]);
export const newsletterStatusEnum = pgEnum("mailing_status", ["draft", "scheduled", "published"]);
export const deliveryStateEnum = pgEnum("delivery_state", [
  "waiting",
  "handing_over",
  "handed_over",
  "refused",
  "unknown",
  "stopped",
  "withdrawn",
]);

export const auditActorEnum = pgEnum("audit_actor", ["person", "operator", "system", "unknown"]);

export const clients = pgTable("clients", {
  id: id(),
  /** In lower case. */
  workspace: text().notNull().unique(),
  name: text().notNull(),
  theme: text(),
  /** Whether people may sign up without an invitation. */
  signupEnabled: boolean().notNull().default(false),
  /** Addresses or domains; empty means everybody. */
  emailWhitelist: text().array().notNull().default([]),
  emailBlacklist: text().array().notNull().default([]),
  /** Shown below newsletters; multi-line plain text. */
  emailSignature: text(),
  /** Storage key of the logo for mails, a PNG; with `.svg` appended, the key of the original drawing. */
  logoKey: text(),
  /** The proportions of the logo, in units of its drawing. */
  logoWidth: integer(),
  logoHeight: integer(),
  /** Defaults of new articles. */
  external: boolean().notNull().default(true),
  shareable: boolean().notNull().default(true),
  lockVersion: integer().notNull().default(0),
  /** When the operator disabled the workspace: nobody can sign in, and nothing is public. */
  disabledAt: moment(),
  createdAt: createdAt(),
});

export const users = pgTable(
  "users",
  {
    id: id(),
    clientId: uuid()
      .notNull()
      .references(() => clients.id),
    email: text().notNull(),
    /** Argon2id in PHC string format. */
    passwordHash: text().notNull(),
    role: roleEnum().notNull(),
    salutation: salutationEnum(),
    firstName: text(),
    lastName: text(),
    jobTitle: text(),
    visibility: userVisibilityEnum().notNull().default("is_private"),
    /** The last language the person chose. */
    locale: text(),
    /** Light or dark pages, whatever the device prefers; `auto` follows the device. */
    colorScheme: text({ enum: ["auto", "light", "dark"] })
      .notNull()
      .default("auto"),
    /** Whether single keys are shortcuts. They must be switchable (WCAG 2.1.4). */
    hasShortcuts: boolean().notNull().default(true),
    /** When mails about notifications are sent; kinds that the person has not chosen are missing. */
    notificationModes: jsonb().$type<Partial<Record<NotificationKind, NotificationMode>>>().notNull().default({}),
    /** In which daily mails are sent in the morning; null for that of the product. */
    timeZone: text(),
    /** When the address was confirmed; required for signing in. */
    confirmedAt: moment().defaultNow(),
    profileComplete: boolean().notNull().default(true),
    passwordExpired: boolean().notNull().default(false),
    /** Until when a generated first password lets its person sign in; `null` for a chosen password. */
    firstPasswordUntil: moment(),
    /** A removed account keeps its row, so that the author's name is still shown. */
    removedAt: moment(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("users_client_email").on(table.clientId, sql`lower(${table.email})`).where(sql`${table.removedAt} is null`),
    uniqueIndex("users_one_owner").on(table.clientId).where(sql`${table.role} = 'owner' and ${table.removedAt} is null`),
    unique("users_client_id").on(table.clientId, table.id),
    index("users_client_name").on(
      table.clientId,
      sql`(coalesce(${table.firstName}, ${table.lastName}, ${table.email}) collate "und-x-icu")`,
      sql`(coalesce(${table.lastName}, '') collate "und-x-icu")`,
      table.id,
    ),
    index("users_client_created").on(table.clientId, table.createdAt, table.id),
  ],
);

/** A sign-in. A token names its session; ending the session ends the token. */
export const sessions = pgTable(
  "sessions",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    userAgent: text(),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
    endedAt: moment(),
  },
  (table) => [index("sessions_user").on(table.userId)],
);

/** A link in a mail. Its secret authorises one action, once, until it expires; only the secret's hash is stored. */
export const links = pgTable(
  "links",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    purpose: linkPurposeEnum().notNull(),
    /** SHA-256 of the secret, as base64url. */
    tokenHash: text().notNull().unique("links_token_hash"),
    /** The new address of an e-mail change. */
    email: text(),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
    usedAt: moment(),
  },
  (table) => [index("links_user").on(table.userId, table.purpose), index("links_expires").on(table.expiresAt)],
);

export const invitations = pgTable(
  "invitations",
  {
    id: id(),
    clientId: uuid()
      .notNull()
      .references(() => clients.id),
    email: text().notNull(),
    role: roleEnum().notNull(),
    /** The teams that the person joins as an editor; those deleted meanwhile are skipped. */
    teamIds: uuid().array().notNull().default([]),
    /** SHA-256 of the link's secret, as base64url; null until the mail is composed. */
    tokenHash: text().unique("invitations_token_hash"),
    /** The inviter, whose language the mail is in. */
    userId: uuid().notNull(),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
    confirmedAt: moment(),
    /** The account that was created by the confirmation. */
    accountId: uuid().references(() => users.id, { onDelete: "set null" }),
    /** From the browser's form and the person; the same for all invitations of one request. */
    idempotencyKey: text(),
  },
  (table) => [
    foreignKey({ columns: [table.clientId, table.userId], foreignColumns: [users.clientId, users.id], name: "invitations_inviter" }),
    unique("invitations_client_id").on(table.clientId, table.id),
    uniqueIndex("invitations_client_email").on(table.clientId, sql`lower(${table.email})`).where(sql`${table.confirmedAt} is null`),
    index("invitations_client_created").on(table.clientId, table.createdAt, table.id),
  ],
);

/**
 * The audit log, with the names at the time of each event; entries are kept for `AUDIT_DAYS` days. Actor and subject may no longer exist in
 * `users`. Events that can be frequent (failed sign-ins) are counted in one entry per `once_key`.
 */
export const auditEntries = pgTable(
  "audit_entries",
  {
    /** Ordered by time of writing, even within a millisecond. */
    id: uuid().primaryKey().default(sql`ordered_uuid()`),
    clientId: uuid()
      .notNull()
      .references(() => clients.id),
    topic: text().$type<AuditTopic>().notNull(),
    kind: text().$type<AuditKind>().notNull(),
    actor: auditActorEnum().notNull(),
    actorId: uuid(),
    actorName: text(),
    /** The affected person, if different from the actor. */
    subjectId: uuid(),
    data: jsonb().$type<AuditData>().notNull(),
    onceKey: text().unique("audit_entries_once_key"),
    /** In the export to log systems, in microseconds since 1970; `null` until a log system reads it. */
    position: bigint({ mode: "number" }),
    /** When it was written, not when its transaction began, so that the entries of one transaction stay in order. */
    createdAt: moment().notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    index("audit_entries_client_created").on(table.clientId, table.createdAt, table.id),
    index("audit_entries_client_topic").on(table.clientId, table.topic, table.createdAt, table.id),
    index("audit_entries_client_actor").on(table.clientId, table.actorId, table.createdAt, table.id),
    index("audit_entries_client_subject").on(table.clientId, table.subjectId, table.createdAt, table.id),
    index("audit_entries_created").on(table.createdAt),
    index("audit_entries_client_position").on(table.clientId, table.position, table.createdAt, table.id),
  ],
);

/** Counters of rate limits (rate-limiter-flexible), and known devices; shared by all processes. */
export const rateLimits = pgTable("rate_limits", {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: "number" }),
});

export const teams = pgTable(
  "teams",
  {
    id: id(),
    clientId: uuid()
      .notNull()
      .references(() => clients.id),
    name: text().notNull(),
    slug: text().notNull(),
    visibility: visibilityEnum().notNull().default("is_public"),
    /** The person a personal team belongs to. */
    personalUserId: uuid().references(() => users.id),
    /** From the browser's form and the person, so that submitting it twice creates one team. */
    idempotencyKey: text(),
    createdAt: createdAt(),
  },
  (table) => [
    unique("teams_idempotency").on(table.clientId, table.idempotencyKey),
    unique("teams_client_slug").on(table.clientId, table.slug),
    unique("teams_client_id").on(table.clientId, table.id),
    unique("teams_personal_user").on(table.personalUserId),
  ],
);

export const memberships = pgTable(
  "memberships",
  {
    id: id(),
    clientId: uuid().notNull(),
    teamId: uuid().notNull(),
    userId: uuid().notNull(),
    role: roleEnum().notNull(),
    active: boolean().notNull().default(true),
    idempotencyKey: text(),
    createdAt: createdAt(),
  },
  (table) => [
    foreignKey({ columns: [table.clientId, table.teamId], foreignColumns: [teams.clientId, teams.id], name: "memberships_team" }).onDelete(
      "cascade",
    ),
    foreignKey({ columns: [table.clientId, table.userId], foreignColumns: [users.clientId, users.id], name: "memberships_member" }),
    unique("memberships_team_user").on(table.teamId, table.userId),
    index("memberships_team_created").on(table.teamId, table.createdAt, table.id),
    index("memberships_user").on(table.userId),
  ],
);

export const folders = pgTable(
  "folders",
  {
    id: id(),
    clientId: uuid().notNull(),
    teamId: uuid().notNull(),
    name: text().notNull(),
    alternativeName: text(),
    description: text(),
    purpose: purposeEnum(),
    /** Its articles stay out of the stream until they are moved. */
    hiddenFromStream: boolean().notNull().default(false),
    /** Whether the public pages of its newsletters have a form for subscribers. */
    subscribable: boolean().notNull().default(false),
    lockVersion: integer().notNull().default(0),
    /** From the browser's form and the person, so that submitting it twice creates one folder. */
    idempotencyKey: text(),
    createdAt: createdAt(),
  },
  (table) => [
    foreignKey({ columns: [table.clientId, table.teamId], foreignColumns: [teams.clientId, teams.id], name: "folders_team" }).onDelete(
      "cascade",
    ),
    unique("folders_client_id").on(table.clientId, table.id),
    unique("folders_idempotency").on(table.clientId, table.idempotencyKey),
    uniqueIndex("folders_one_inbox").on(table.teamId).where(sql`${table.purpose} = 'inbox'`),
    index("folders_team_name").on(table.teamId, table.name),
  ],
);

/** A folder or a search as a feed for feed readers. Its secret grants access without a session. */
export const feeds = pgTable(
  "feeds",
  {
    id: id(),
    clientId: uuid().notNull(),
    userId: uuid().notNull(),
    /** SHA-256 of the secret, as base64url. */
    tokenHash: text().notNull().unique("feeds_token_hash"),
    name: text().notNull(),
    /** Null for a search. */
    folderId: uuid(),
    /** Its filter: the query of the article list, with wire names. */
    query: jsonb().$type<Record<string, string>>().notNull(),
    createdAt: createdAt(),
    /** Accurate to a few minutes. */
    lastUsedAt: moment(),
  },
  (table) => [
    foreignKey({ columns: [table.clientId, table.userId], foreignColumns: [users.clientId, users.id], name: "feeds_user" }),
    foreignKey({
      columns: [table.clientId, table.folderId],
      foreignColumns: [folders.clientId, folders.id],
      name: "feeds_folder",
    }).onDelete("cascade"),
    index("feeds_user_created").on(table.userId, table.createdAt, table.id),
    index("feeds_folder_id").on(table.folderId),
  ],
);

/** A folder, a tag or a saved search that a person follows. */
export const follows = pgTable(
  "follows",
  {
    id: id(),
    clientId: uuid().notNull(),
    userId: uuid().notNull(),
    folderId: uuid(),
    tagId: uuid(),
    /** The filter of a search: the query of the article list, with wire names. */
    query: jsonb().$type<Record<string, string>>(),
    /** The name of a search; null for folders and tags. */
    name: text(),
    createdAt: createdAt(),
  },
  (table) => [
    foreignKey({ columns: [table.clientId, table.userId], foreignColumns: [users.clientId, users.id], name: "follows_user" }),
    foreignKey({
      columns: [table.clientId, table.folderId],
      foreignColumns: [folders.clientId, folders.id],
      name: "follows_folder",
    }).onDelete("cascade"),
    foreignKey({ columns: [table.clientId, table.tagId], foreignColumns: [tags.clientId, tags.id], name: "follows_tag" }).onDelete(
      "cascade",
    ),
    check("follows_one_subject", sql`num_nonnulls(${table.folderId}, ${table.tagId}, ${table.query}) = 1`),
    unique("follows_user_folder").on(table.userId, table.folderId),
    unique("follows_user_tag").on(table.userId, table.tagId),
    // A query can be longer than an entry of an index.
    uniqueIndex("follows_user_query").on(table.userId, sql`md5(${table.query}::text)`),
    index("follows_folder_id").on(table.folderId),
    index("follows_tag_id").on(table.tagId),
  ],
);

/** When a person gets a mail with new articles in the things that they follow. Without a row, they get none. */
export const digests = pgTable(
  "digests",
  {
    userId: uuid().primaryKey(),
    clientId: uuid().notNull(),
    frequency: text().$type<DigestFrequency>().notNull(),
    /** For weekly digests: 1 is Monday. */
    weekday: integer().notNull(),
    /** 0 to 23, in the person's time zone. */
    hour: integer().notNull(),
    /** Articles that were filed up to then have been told, or are never told. */
    toldUntil: moment().notNull().defaultNow(),
    /** When the next one is to be sent; null while they are off. */
    dueAt: moment(),
    /** The last attempt to send one. An attempt that was interrupted stays `sending` and becomes `unknown`. */
    mailId: uuid(),
    mailState: text({ enum: ["sending", "sent", "refused", "unknown"] }),
    mailedAt: moment(),
  },
  (table) => [
    foreignKey({ columns: [table.clientId, table.userId], foreignColumns: [users.clientId, users.id], name: "digests_user" }),
    index("digests_client_id").on(table.clientId),
    index("digests_due").on(table.dueAt).where(sql`${table.dueAt} is not null`),
    index("digests_mailed").on(table.mailedAt).where(sql`${table.mailState} = 'sending'`),
  ],
);

/** A website's feed that a folder is subscribed to: its entries are filed there as articles. */
export const sources = pgTable(
  "sources",
  {
    id: id(),
    clientId: uuid().notNull(),
    folderId: uuid().notNull(),
    /** The last person to save it: the author of its articles, whose permission is required to file them. */
    userId: uuid().notNull(),
    /** Of the feed. */
    address: text().notNull(),
    siteUrl: text(),
    title: text().notNull(),
    /** Only entries with one of these words are filed, if there are any, and none with an excluded one. */
    includedWords: text().array().notNull().default([]),
    excludedWords: text().array().notNull().default([]),
    tags: text().array().notNull(),
    /** Whether to fetch the entry's page for its full text. */
    fullText: boolean().notNull(),
    isPaused: boolean().notNull().default(false),
    lockVersion: integer().notNull().default(0),
    /** From the browser's form, so that submitting it twice creates one source. */
    idempotencyKey: text(),
    createdAt: createdAt(),

    /** When it is fetched next; null if it no longer exists (410). */
    nextFetchAt: moment().defaultNow(),
    /** When it was last fetched without a failure, and when its content had changed and was read. */
    fetchedAt: moment(),
    readAt: moment(),
    /** Validators of the last response, for conditional requests. */
    etag: text(),
    lastModified: text(),
    /** As declared by the feed when it was last read. */
    schedule: jsonb().$type<Schedule>(),
    /** The number of failures since it last succeeded, when the first one was, and the reason of the last one. */
    failures: integer().notNull().default(0),
    failingSince: moment(),
    problem: text().$type<SourceProblem>(),
    /** When its people were told that it fails. */
    toldAt: moment(),
    /** Its address before a permanent redirect. */
    movedFrom: text(),
    /** The number of articles that were filed. */
    filed: integer().notNull().default(0),
  },
  (table) => [
    foreignKey({
      columns: [table.clientId, table.folderId],
      foreignColumns: [folders.clientId, folders.id],
      name: "sources_folder",
    }).onDelete("cascade"),
    foreignKey({ columns: [table.clientId, table.userId], foreignColumns: [users.clientId, users.id], name: "sources_user" }),
    unique("sources_folder_address").on(table.folderId, table.address),
    unique("sources_idempotency").on(table.userId, table.idempotencyKey),
    index("sources_client").on(table.clientId),
    index("sources_next_fetch").on(table.nextFetchAt),
  ],
);

/** The entries that sources have filed, to file none twice: one row for an entry's address, another for its id. */
export const sourceEntries = pgTable(
  "source_entries",
  {
    clientId: uuid().notNull(),
    /** The workspace; for a source in a personal team, that team, so that others learn nothing of it. */
    scopeId: uuid().notNull(),
    /** Made by `identifyEntries` (api/db/sources/entries.ts). */
    key: text().notNull(),
    /** The source that contained it last, which may have been deleted since, and when, accurate to a month. */
    sourceId: uuid().notNull(),
    seenAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.scopeId, table.key] }), index("source_entries_seen").on(table.seenAt)],
);

/** Keys with which programs call the API as a person. A revoked one stays until it would have expired, so that its secret is never issued again. */
export const apiKeys = pgTable(
  "api_keys",
  {
    id: id(),
    clientId: uuid().notNull(),
    userId: uuid().notNull(),
    /** SHA-256 of the secret, as base64url. */
    tokenHash: text().notNull().unique("api_keys_token_hash"),
    /** The beginning of the secret, to recognise it. */
    start: text().notNull(),
    name: text().notNull(),
    scopes: jsonb().$type<ApiKeyScope[]>().notNull(),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
    revokedAt: moment(),
    /** Accurate to a minute. */
    lastUsedAt: moment(),
  },
  (table) => [
    foreignKey({ columns: [table.clientId, table.userId], foreignColumns: [users.clientId, users.id], name: "api_keys_user" }),
    index("api_keys_user_created").on(table.userId, table.createdAt, table.id),
    index("api_keys_expires").on(table.expiresAt),
  ],
);

export const exportFormatEnum = pgEnum("export_format", ["html", "pdf"]);
export const exportStateEnum = pgEnum("export_state", ["waiting", "working", "done", "failed"]);

/** The same change of several articles. */
export const batches = pgTable(
  "batches",
  {
    id: id(),
    clientId: uuid().notNull(),
    userId: uuid().notNull(),
    change: jsonb().$type<BatchChange>().notNull(),
    /** In the order in which they are changed. */
    articleIds: jsonb().$type<string[]>().notNull(),
    /** The number of articles that have been processed. */
    processed: integer().notNull().default(0),
    refused: jsonb().$type<BatchRefusal[]>().notNull().default([]),
    idempotencyKey: text(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (table) => [
    foreignKey({ columns: [table.clientId, table.userId], foreignColumns: [users.clientId, users.id], name: "batches_user" }),
    unique("batches_idempotency").on(table.userId, table.idempotencyKey),
    index("batches_updated").on(table.updatedAt),
  ],
);

/** A file of bookmarks that a person uploaded, and what they decided to do with it. Deleted with its bookmarks after a week. */
export const bookmarkImports = pgTable(
  "bookmark_imports",
  {
    id: id(),
    clientId: uuid().notNull(),
    userId: uuid().notNull(),
    filename: text().notNull(),
    format: text().$type<BookmarkFormat>().notNull(),
    /** Bookmarks refer to these by index. */
    folders: jsonb().$type<BookmarkFolder[]>().notNull(),
    /** Null until it is started. */
    choice: jsonb().$type<BookmarkChoice>(),
    startedAt: moment(),
    finishedAt: moment(),
    createdAt: createdAt(),
    /** When it last made progress. */
    updatedAt: createdAt(),
  },
  (table) => [
    foreignKey({ columns: [table.clientId, table.userId], foreignColumns: [users.clientId, users.id], name: "bookmark_imports_user" }),
    index("bookmark_imports_user_created").on(table.userId, table.createdAt),
    index("bookmark_imports_updated").on(table.updatedAt),
  ],
);

/** The entries of a file, in its order. */
export const bookmarks = pgTable(
  "bookmarks",
  {
    importId: uuid()
      .notNull()
      .references(() => bookmarkImports.id, { onDelete: "cascade" }),
    /** Counted from 0. */
    position: integer().notNull(),
    /** Of the file, counted from 1. */
    line: integer().notNull(),
    /** Null if the entry has no usable address. */
    url: text(),
    title: text().notNull(),
    /** Plain text. */
    text: text().notNull(),
    folder: integer().notNull(),
    tags: jsonb().$type<string[]>().notNull(),
    addedOn: date({ mode: "string" }),
    /** Null until it is processed; committed together with the article. */
    outcome: text().$type<BookmarkOutcome>(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.position] })],
);

/** Articles as one file. Row and file are deleted a day after the request. */
export const articleExports = pgTable(
  "exports",
  {
    id: id(),
    clientId: uuid().notNull(),
    userId: uuid().notNull(),
    title: text().notNull(),
    format: exportFormatEnum().notNull(),
    cover: boolean().notNull().default(true),
    /** The language of the texts around the articles. */
    locale: text().notNull(),
    /** In the order of the file. */
    articleIds: jsonb().$type<string[]>().notNull(),
    state: exportStateEnum().notNull().default("waiting"),
    /** How often it was started. If its process is killed three times, it is not started again. */
    attempts: smallint().notNull().default(0),
    /** The number of articles that have been processed. */
    collected: integer().notNull().default(0),
    /** The number of articles that are not included. */
    leftOut: integer().notNull().default(0),
    /** Storage key, once the export is done. */
    storageKey: text(),
    /** Bytes. */
    fileSize: integer(),
    idempotencyKey: text(),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
  },
  (table) => [
    foreignKey({ columns: [table.clientId, table.userId], foreignColumns: [users.clientId, users.id], name: "exports_user" }),
    unique("exports_idempotency").on(table.userId, table.idempotencyKey),
    index("exports_expires").on(table.expiresAt),
    index("exports_storage").on(table.storageKey),
  ],
);

/** Background jobs (`db/jobs/job-queue.ts`): waiting, running, or failed permanently. Finished ones are deleted. */
export const jobs = pgTable(
  "jobs",
  {
    id: id(),
    name: text().notNull(),
    /** Ids and addresses, never secrets. */
    payload: jsonb().notNull(),
    /** At most one job of the name waits for its first attempt, and one runs. */
    isAlone: boolean().notNull().default(false),
    createdAt: createdAt(),
    /** With microseconds: rounded up, it would be later than the look at the queue that follows the commit. */
    dueAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** The number of attempts that have begun. */
    attempts: bigint({ mode: "number" }).notNull().default(0),
    maxAttempts: bigint({ mode: "number" }).notNull(),
    /** False while another attempt could send a mail twice. */
    mayRetry: boolean().notNull().default(true),
    /** Set while an attempt is running. */
    leasedUntil: moment(),
    /** The class of the last failure. */
    failure: text(),
    failedAt: moment(),
  },
  (table) => [
    index("jobs_waiting").on(table.name, table.dueAt).where(sql`leased_until is null and failed_at is null`),
    uniqueIndex("jobs_alone").on(table.name).where(sql`is_alone and attempts = 0 and leased_until is null and failed_at is null`),
  ],
);

/** Demo requests from the home page. They belong to no workspace. */
export const inquiries = pgTable(
  "inquiries",
  {
    id: id(),
    company: text(),
    name: text().notNull(),
    email: text().notNull(),
    phone: text(),
    /** The language of the form. */
    locale: text({ enum: ["de", "en"] }).notNull(),
    idempotencyKey: text().unique("inquiries_idempotency"),
    createdAt: createdAt(),
  },
  (table) => [index("inquiries_created").on(table.createdAt)],
);

/** Maintained by statement-level triggers on `articles`; always exact. */
export const folderStats = pgTable("folder_stats", {
  folderId: uuid()
    .primaryKey()
    .references(() => folders.id, { onDelete: "cascade" }),
  articlesCount: integer().notNull().default(0),
});

export const ownerships = pgTable(
  "ownerships",
  {
    id: id(),
    clientId: uuid().notNull(),
    folderId: uuid().notNull(),
    userId: uuid().notNull(),
    role: ownershipRoleEnum().notNull(),
    active: boolean().notNull().default(true),
    idempotencyKey: text(),
    createdAt: createdAt(),
  },
  (table) => [
    foreignKey({
      columns: [table.clientId, table.folderId],
      foreignColumns: [folders.clientId, folders.id],
      name: "ownerships_folder",
    }).onDelete("cascade"),
    foreignKey({ columns: [table.clientId, table.userId], foreignColumns: [users.clientId, users.id], name: "ownerships_owner" }),
    unique("ownerships_folder_user").on(table.folderId, table.userId),
    index("ownerships_user").on(table.userId),
  ],
);

/** A newsletter: its draft, and the content that is frozen when it is scheduled or published. */
export const newsletters = pgTable(
  "mailings",
  {
    id: id(),
    clientId: uuid().notNull(),
    folderId: uuid().notNull(),
    /** The creator. */
    userId: uuid().notNull(),
    /** The last editor. */
    updatedById: uuid().notNull(),
    status: newsletterStatusEnum().notNull().default("draft"),
    /** The draft's, repeated so that lists need not read the draft. */
    subject: text().notNull(),
    draft: wireJson<Draft>("vuex_state").notNull(),
    lockVersion: integer().notNull().default(0),
    idempotencyKey: text(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    scheduledFor: moment(),
    publishedAt: moment(),
    stoppedAt: moment(),
    /** Null for drafts, like the next three. */
    content: wireJson<NewsletterContent>("content"),
    htmlContent: text(),
    /** The mail, with a placeholder for the recipient's own link. */
    mailHtml: text(),
    mailText: text(),
    /** The articles left out when it was scheduled or published. Kept apart from the content, which the public can read. */
    leftOut: jsonb().$type<LeftOut[]>().notNull().default([]),
    /** The titles of the draft's chosen articles by id, so that it can name those that are deleted. */
    articleTitles: jsonb().$type<Record<string, string>>().notNull().default({}),
  },
  (table) => [
    foreignKey({
      columns: [table.clientId, table.folderId],
      foreignColumns: [folders.clientId, folders.id],
      name: "mailings_folder",
    }).onDelete("cascade"),
    foreignKey({ columns: [table.clientId, table.userId], foreignColumns: [users.clientId, users.id], name: "mailings_user" }),
    foreignKey({ columns: [table.clientId, table.updatedById], foreignColumns: [users.clientId, users.id], name: "mailings_updated_by" }),
    unique("mailings_client_id").on(table.clientId, table.id),
    unique("mailings_idempotency").on(table.userId, table.idempotencyKey),
    index("mailings_folder_created").on(table.folderId, table.createdAt, table.id),
    index("mailings_folder_published").on(table.folderId, table.publishedAt, table.id).where(sql`${table.status} = 'published'`),
  ],
);

/** One recipient's mail of a newsletter. */
export const newsletterDeliveries = pgTable(
  "mailing_deliveries",
  {
    id: id(),
    clientId: uuid().notNull(),
    newsletterId: uuid("mailing_id").notNull(),
    /** The recipient: a member, or a subscriber, whose row may have been erased since. */
    userId: uuid(),
    subscriberId: uuid(),
    /** As of publication. */
    email: text().notNull(),
    name: text().notNull(),
    state: deliveryStateEnum().notNull().default("waiting"),
    attempts: smallint().notNull().default(0),
    /** The mail server's last reply. */
    answer: text(),
    nextAttemptAt: moment().notNull().defaultNow(),
    /** Which run of the job has leased it, and since when. */
    claimedBy: uuid(),
    claimedAt: moment(),
    updatedAt: createdAt(),
  },
  (table) => [
    foreignKey({
      columns: [table.clientId, table.newsletterId],
      foreignColumns: [newsletters.clientId, newsletters.id],
      name: "mailing_deliveries_mailing",
    }).onDelete("cascade"),
    foreignKey({ columns: [table.clientId, table.userId], foreignColumns: [users.clientId, users.id], name: "mailing_deliveries_user" }),
    check("mailing_deliveries_recipient", sql`num_nonnulls(${table.userId}, ${table.subscriberId}) = 1`),
    unique("mailing_deliveries_mailing_user").on(table.newsletterId, table.userId),
    uniqueIndex("mailing_deliveries_subscriber").on(table.subscriberId, table.newsletterId).where(sql`${table.subscriberId} is not null`),
    index("mailing_deliveries_mailing_state").on(table.newsletterId, table.state),
    index("mailing_deliveries_open").on(table.newsletterId, table.nextAttemptAt).where(sql`${table.state} in ('waiting', 'handing_over')`),
    index("mailing_deliveries_user_updated").on(table.userId, table.updatedAt),
  ],
);

/** A picture of a newsletter, drawn for mails; it outlives the article. Anyone who knows its id may see it. */
export const newsletterPictures = pgTable(
  "mailing_pictures",
  {
    id: id(),
    clientId: uuid().notNull(),
    newsletterId: uuid("mailing_id").notNull(),
    /** The file it was drawn from. Each is drawn once per newsletter. */
    sourceKey: text().notNull(),
    storageKey: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    contentType: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    foreignKey({
      columns: [table.clientId, table.newsletterId],
      foreignColumns: [newsletters.clientId, newsletters.id],
      name: "mailing_pictures_mailing",
    }).onDelete("cascade"),
    unique("mailing_pictures_source").on(table.newsletterId, table.sourceKey),
    index("mailing_pictures_storage").on(table.storageKey),
  ],
);

/** People who have unsubscribed from the newsletters of a folder. */
export const unsubscriptions = pgTable(
  "unsubscriptions",
  {
    clientId: uuid().notNull(),
    folderId: uuid().notNull(),
    userId: uuid().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.folderId, table.userId] }),
    foreignKey({
      columns: [table.clientId, table.folderId],
      foreignColumns: [folders.clientId, folders.id],
      name: "unsubscriptions_folder",
    }).onDelete("cascade"),
    foreignKey({ columns: [table.clientId, table.userId], foreignColumns: [users.clientId, users.id], name: "unsubscriptions_user" }),
    index("unsubscriptions_user_id").on(table.userId),
  ],
);

/** People without an account who get the newsletters of a folder. Unsubscribing deletes the row. */
export const subscribers = pgTable(
  "subscribers",
  {
    id: id(),
    clientId: uuid().notNull(),
    folderId: uuid().notNull(),
    email: text().notNull(),
    locale: text({ enum: ["de", "en"] }).notNull(),
    /** The text that the person agreed to in the form, or the proof of consent that an import gave. */
    consent: text().notNull(),
    consentAt: moment().notNull().defaultNow(),
    /** When the person confirmed the address, or was imported; null until then. */
    confirmedAt: moment(),
    /** The person who imported the address; null for the form. */
    userId: uuid(),
  },
  (table) => [
    foreignKey({
      columns: [table.clientId, table.folderId],
      foreignColumns: [folders.clientId, folders.id],
      name: "subscribers_folder",
    }).onDelete("cascade"),
    foreignKey({ columns: [table.clientId, table.userId], foreignColumns: [users.clientId, users.id], name: "subscribers_user" }),
    uniqueIndex("subscribers_folder_email").on(table.folderId, sql`lower(${table.email})`),
    index("subscribers_folder_consent").on(table.folderId, table.consentAt, table.id),
    index("subscribers_pending").on(table.consentAt).where(sql`${table.confirmedAt} is null`),
  ],
);

/** Addresses that unsubscribed from a folder, or were removed, as hashes: imports leave them out. */
export const suppressions = pgTable(
  "suppressions",
  {
    clientId: uuid().notNull(),
    folderId: uuid().notNull(),
    /** SHA-256 over the folder's id and the address in lower case, as hexadecimal digits. */
    hash: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.folderId, table.hash] }),
    foreignKey({
      columns: [table.clientId, table.folderId],
      foreignColumns: [folders.clientId, folders.id],
      name: "suppressions_folder",
    }).onDelete("cascade"),
  ],
);

export const articles = pgTable(
  "articles",
  {
    id: id(),
    clientId: uuid().notNull(),
    folderId: uuid().notNull(),
    userId: uuid().notNull(),
    title: text().notNull(),
    /** Plain text, the beginning of the body. */
    teaser: text().notNull(),
    /** Sanitised HTML. */
    body: text().notNull(),
    /** BCP 47. */
    language: text(),
    sourceUrl: text(),
    sourceName: text(),
    author: text(),
    publishedAt: date({ mode: "string" }).notNull(),
    priority: priorityEnum().notNull().default("normal"),
    shareable: boolean().notNull().default(true),
    external: boolean().notNull().default(true),
    /** The source (`sources`) that filed it, which may have been deleted since. */
    sourceId: uuid(),
    lockVersion: integer().notNull().default(0),
    /** From the browser's form, so that submitting it twice creates one article. */
    idempotencyKey: text(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (table) => [
    foreignKey({
      columns: [table.clientId, table.folderId],
      foreignColumns: [folders.clientId, folders.id],
      name: "articles_folder",
    }).onDelete("cascade"),
    foreignKey({ columns: [table.clientId, table.userId], foreignColumns: [users.clientId, users.id], name: "articles_user" }),
    unique("articles_client_id").on(table.clientId, table.id),
    unique("articles_idempotency").on(table.userId, table.idempotencyKey),
    index("articles_client_created").on(table.clientId, table.createdAt, table.id),
    index("articles_folder_created").on(table.folderId, table.createdAt, table.id),
    index("articles_client_published").on(table.clientId, table.publishedAt, table.id),
    index("articles_folder_published").on(table.folderId, table.publishedAt, table.id),
    index("articles_client_source").on(table.clientId, table.sourceName, table.createdAt, table.id),
    index("articles_folder_source").on(table.folderId, table.sourceName),
    index("articles_client_priority").on(table.clientId, table.priority, table.createdAt, table.id),
    /** Only for programs before migration 0032. */
    index("articles_client_address").on(table.clientId, sql`source_key(${table.sourceUrl})`),
  ],
);

/** Counters that change with every reader; separate from the article, so that a view does not rewrite the article's indexes. */
export const articleStats = pgTable(
  "article_stats",
  {
    articleId: uuid()
      .primaryKey()
      .references(() => articles.id, { onDelete: "cascade" }),
    clientId: uuid().notNull(),
    folderId: uuid().notNull(),
    views: integer().notNull().default(0),
    commentsCount: integer().notNull().default(0),
  },
  (table) => [
    index("article_stats_client_views").on(table.clientId, table.views, table.articleId),
    index("article_stats_folder_views").on(table.folderId, table.views, table.articleId),
    index("article_stats_client_comments").on(table.clientId, table.commentsCount, table.articleId),
    index("article_stats_folder_comments").on(table.folderId, table.commentsCount, table.articleId),
  ],
);

/** Readers of today as salted hashes, which are irreversible once the salt is dropped the next day. */
export const articleViews = pgTable(
  "article_views",
  { articleId: uuid().notNull(), day: date({ mode: "string" }).notNull(), reader: text().notNull() },
  (table) => [primaryKey({ columns: [table.day, table.articleId, table.reader] })],
);

export const dailySalts = pgTable("daily_salts", { day: date({ mode: "string" }).primaryKey(), salt: text().notNull() });

/**
 * The search index: an article's words (text, tags, source and comments), stemmed in German and English, and its facets (`facets.ts`), numbers
 * that represent its filter values in its workspace and its folder. Folder and dates are copied from the article (triggers update the folder),
 * so that visibility and order of a match are known from this row alone.
 */
export const articleSearch = pgTable(
  "article_search",
  {
    articleId: uuid()
      .primaryKey()
      .references(() => articles.id, { onDelete: "cascade" }),
    clientId: uuid().notNull(),
    folderId: uuid().notNull(),
    createdAt: moment().notNull(),
    publishedAt: date({ mode: "string" }).notNull(),
    /** `indexVersion` of the program that wrote it. */
    edition: smallint().notNull().default(1),
    facets: bigint({ mode: "bigint" }).array().notNull(),
    document: tsvector().notNull(),
  },
  (table) => [
    index("article_search_document").using("gin", table.facets, table.document).with({ fastupdate: false }),
    index("article_search_client_created").on(table.clientId, table.createdAt, table.articleId),
    index("article_search_client_published").on(table.clientId, table.publishedAt, table.articleId),
    index("article_search_edition").on(table.edition, table.articleId),
  ],
);

/** The vocabulary of a workspace's articles, in lower case, for spelling correction and decompounding. */
export const searchWords = pgTable("search_words", { clientId: uuid().notNull(), word: text().notNull() }, (table) => [
  primaryKey({ columns: [table.clientId, table.word] }),
  /** `fold_word` (api/db/functions) replaces umlauts and ß. */
  index("search_words_similar").using("gin", table.clientId, sql`fold_word(${table.word}) gin_trgm_ops`).with({ fastupdate: false }),
]);

/** Workspaces whose articles have lost words since their vocabulary was last cleaned up. Filled by triggers on `article_search`. */
export const searchLosses = pgTable("search_losses", {
  clientId: uuid().primaryKey(),
  /** When the first word was lost. */
  since: createdAt(),
});

export const tags = pgTable(
  "tags",
  {
    id: id(),
    clientId: uuid()
      .notNull()
      .references(() => clients.id),
    name: text().notNull(),
    slug: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    unique("tags_client_slug").on(table.clientId, table.slug),
    uniqueIndex("tags_client_name").on(table.clientId, sql`lower(${table.name})`),
    unique("tags_client_id").on(table.clientId, table.id),
  ],
);

export const userInterests = pgTable(
  "user_interests",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    tagId: uuid()
      .notNull()
      .references(() => tags.id, { onDelete: "cascade" }),
    position: smallint().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.tagId] }), index("user_interests_tag").on(table.tagId)],
);

/** `created_at` is copied from the article, so that a tag's newest articles come from one index. */
export const articleTags = pgTable(
  "article_tags",
  {
    articleId: uuid()
      .notNull()
      .references(() => articles.id, { onDelete: "cascade" }),
    tagId: uuid()
      .notNull()
      .references(() => tags.id, { onDelete: "cascade" }),
    position: smallint().notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.articleId, table.tagId] }),
    index("article_tags_tag").on(table.tagId, table.createdAt, table.articleId),
  ],
);

/** ISO 3166-1 alpha-2. */
export const articleCountries = pgTable(
  "article_countries",
  {
    articleId: uuid()
      .notNull()
      .references(() => articles.id, { onDelete: "cascade" }),
    clientId: uuid().notNull(),
    country: text().notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.articleId, table.country] }),
    index("article_countries_client").on(table.clientId, table.country, table.createdAt, table.articleId),
  ],
);

export const attachments = pgTable(
  "attachments",
  {
    id: id(),
    clientId: uuid().notNull(),
    articleId: uuid().notNull(),
    position: smallint().notNull(),
    name: text().notNull(),
    originalFilename: text().notNull(),
    contentType: text().notNull(),
    /** Bytes. */
    fileSize: integer().notNull(),
    isRemote: boolean().notNull().default(false),
    remoteUrl: text(),
    width: integer(),
    height: integer(),
    alt: text(),
    caption: text(),
    /** Storage key: the SHA-256 of the bytes and a random part; never reused. Copies of an attachment share it. */
    storageKey: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    foreignKey({
      columns: [table.clientId, table.articleId],
      foreignColumns: [articles.clientId, articles.id],
      name: "attachments_article",
    }).onDelete("cascade"),
    index("attachments_article_position").on(table.articleId, table.position),
    index("attachments_storage").on(table.storageKey),
  ],
);

export const comments = pgTable(
  "comments",
  {
    id: id(),
    clientId: uuid().notNull(),
    articleId: uuid().notNull(),
    userId: uuid().notNull(),
    body: text().notNull(),
    /** The mentioned people, and where in the text they are. */
    mentions: jsonb().$type<Mention[]>().notNull().default([]),
    idempotencyKey: text(),
    createdAt: createdAt(),
    /** When the text was last changed. */
    editedAt: moment(),
  },
  (table) => [
    foreignKey({
      columns: [table.clientId, table.articleId],
      foreignColumns: [articles.clientId, articles.id],
      name: "comments_article",
    }).onDelete("cascade"),
    foreignKey({ columns: [table.clientId, table.userId], foreignColumns: [users.clientId, users.id], name: "comments_user" }),
    unique("comments_idempotency").on(table.userId, table.idempotencyKey),
    index("comments_article_created").on(table.articleId, table.createdAt, table.id),
  ],
);

/**
 * Notifications, shown in the product and sent by mail. The comment and the subject (an article, team, folder, workspace, export, newsletter or
 * source) may be deleted, restored or hidden from the person at any time: what is shown is decided when it is shown.
 */
export const notifications = pgTable(
  "notifications",
  {
    id: id(),
    clientId: uuid().notNull(),
    /** The recipient. */
    userId: uuid().notNull(),
    kind: text().$type<NotificationKind>().notNull(),
    /** The person who caused it; null for the system. */
    actorId: uuid(),
    subjectId: uuid().notNull(),
    commentId: uuid(),
    createdAt: createdAt(),
    readAt: moment(),
    /** When it is to be mailed; null if never, or if it was. */
    mailDueAt: moment(),
    /** The attempt to send the mail with it. An attempt that was interrupted stays `sending` and becomes `unknown`. */
    mailId: uuid(),
    mailState: text({ enum: ["sending", "sent", "refused", "unknown"] }),
    mailedAt: moment(),
  },
  (table) => [
    foreignKey({ columns: [table.clientId, table.userId], foreignColumns: [users.clientId, users.id], name: "notifications_user" }),
    index("notifications_user_created").on(table.userId, table.createdAt, table.id),
    index("notifications_unread").on(table.userId, table.createdAt).where(sql`${table.readAt} is null`),
    index("notifications_due").on(table.mailDueAt, table.userId).where(sql`${table.mailDueAt} is not null`),
    index("notifications_mail").on(table.mailId).where(sql`${table.mailState} = 'sending'`),
    index("notifications_created").on(table.createdAt),
  ],
);

/**
 * Deleted things that can be restored. Their rows are in `trash_rows` instead of their own tables, so no query finds them by accident. What a
 * team has in the trash is deleted with the team.
 */
export const trash = pgTable(
  "trash",
  {
    /** The id of the article, comment, folder or newsletter, which it keeps when it is restored. */
    id: uuid().primaryKey(),
    clientId: uuid().notNull(),
    kind: text().$type<TrashKind>().notNull(),
    title: text().notNull(),
    teamId: uuid().notNull(),
    /** The folder it was in; a folder's own id. */
    folderId: uuid().notNull(),
    /** The name of that folder at the time. */
    folderName: text().notNull(),
    /** The article that a comment belongs to, its title at the time, and who wrote the comment. */
    articleId: uuid(),
    articleTitle: text(),
    authorId: uuid(),
    /** The person who deleted it. */
    userId: uuid().notNull(),
    /** The batch that deleted it. */
    batchId: uuid(),
    createdAt: createdAt(),
  },
  (table) => [
    foreignKey({ columns: [table.clientId, table.teamId], foreignColumns: [teams.clientId, teams.id], name: "trash_team" }).onDelete(
      "cascade",
    ),
    foreignKey({ columns: [table.clientId, table.userId], foreignColumns: [users.clientId, users.id], name: "trash_user" }),
    index("trash_client_created").on(table.clientId, table.createdAt, table.id),
    index("trash_created").on(table.createdAt),
    index("trash_team_id").on(table.teamId),
    index("trash_folder_id").on(table.folderId),
    index("trash_batch_id").on(table.batchId),
  ],
);

/** The rows of deleted things, and of everything that belonged to them, as JSON with the column names. */
export const trashRows = pgTable(
  "trash_rows",
  {
    id: id(),
    clientId: uuid().notNull(),
    trashId: uuid()
      .notNull()
      .references(() => trash.id, { onDelete: "cascade" }),
    tableName: text().notNull(),
    row: jsonb().$type<Record<string, unknown>>().notNull(),
    /** The file that the row refers to. */
    storageKey: text(),
  },
  (table) => [
    index("trash_rows_trash_table").on(table.trashId, table.tableName),
    index("trash_rows_client_table").on(table.clientId, table.tableName),
    index("trash_rows_storage").on(table.storageKey).where(sql`${table.storageKey} is not null`),
  ],
);
