import { createHmac } from "node:crypto";
import type { ApiKeyScope } from "../../../contract/api-key";
import { type AuditData, type AuditKind, type AuditTopic, auditKinds } from "../../../contract/rest/audit";
import type { Role } from "../../../contract/rest/users";
import { inTransaction, type Queryable, type Transaction } from "../../db/pool";
import * as store from "../../db/workspace/audit";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { isId } from "../ids";
import { requirePermission } from "../require-permission";

/** Who acts: a person, the operator on the command line, or the system, for example when a newsletter is due. */
export type Actor = { clientId: string; userId: string } | { clientId: string; by: "operator" | "system" };

/**
 * The events of the audit log and their data. Ids are stored as the current names of their objects. A new kind needs its name in
 * `contract/rest/audit.ts` and its sentence in `locales/{de,en}/audit.json`.
 */
export type AuditEvent =
  | {
      kind:
        | "signedIn"
        | "signedOut"
        | "sessionEnded"
        | "sessionsEnded"
        | "webviewEntered"
        | "passwordChanged"
        | "passwordReset"
        | "emailChanged"
        | "apiKeysRevoked"
        | "memberSignedUp"
        | "accountClosed"
        | "themeChanged"
        | "clientCreated"
        | "clientDisabled"
        | "clientEnabled"
        | "clientExported";
    }
  | { kind: "apiKeyCreated"; key: string; start: string; scopes: ApiKeyScope[] }
  | { kind: "apiKeyRevoked"; key: string; start: string }
  | { kind: "memberJoined"; role: Role }
  | { kind: "memberRemoved" | "ownerAccessReset"; userId: string }
  | { kind: "memberRoleChanged"; userId: string; role: Role }
  | { kind: "memberInvited" | "invitationRoleChanged"; email: string; role: Role }
  | { kind: "invitationResent" | "invitationDeleted"; email: string }
  | { kind: "membershipAdded" | "membershipRoleChanged"; userId: string; teamId: string; role: Role }
  | { kind: "membershipActivated" | "membershipDeactivated" | "membershipRemoved"; userId: string; teamId: string }
  | { kind: "membershipLeft" | "teamCreated" | "teamDeleted"; teamId: string }
  | { kind: "ownershipAdded" | "ownershipRoleChanged"; userId: string; folderId: string; role: Role }
  | { kind: "ownershipActivated" | "ownershipDeactivated"; userId: string; folderId: string }
  | { kind: "settingsChanged"; fields: string[] }
  | { kind: "tagCreated"; tag: string }
  | { kind: "tagRenamed"; from: string; to: string }
  | { kind: "tagMerged"; tag: string; into: string }
  | { kind: "tagDeleted"; tag: string }
  | { kind: "folderCreated" | "folderDeleted" | "folderRestored"; folderId: string }
  /** Without names if the team is personal, or the folder is in a personal team. */
  | { kind: "teamRenamed" | "folderRenamed"; from: string | null; to: string | null }
  /** From one team to another; the name of a personal team is `null`. */
  | { kind: "folderMoved"; folder: string; from: string | null; to: string | null }
  /** In the stream. Without a name if the folder is in a personal team. */
  | { kind: "folderHidden" | "folderShown"; folder: string | null }
  | { kind: "articleDeleted" | "articleRestored"; articleId: string }
  /** Deleted from the trash; without names if the team is personal. */
  | { kind: "articlePurged"; article: string | null; folder: string | null }
  | { kind: "folderPurged"; folder: string | null }
  /** Without the name of the source if the folder is in a personal team. */
  | { kind: "sourceAdded" | "sourceChanged" | "sourceDeleted"; folderId: string; source: string | null }
  /** Not for people's own comments, unless somebody else had deleted the restored one. */
  | { kind: "commentDeleted" | "commentRestored"; userId: string; articleId: string }
  | { kind: "commentPurged"; userId: string; article: string | null; folder: string | null }
  | { kind: "newsletterScheduled"; newsletterId: string; at: string }
  | { kind: "newsletterPreviewed"; newsletterId: string; addresses: number }
  | {
      kind: "newsletterPublished" | "newsletterUnscheduled" | "newsletterStopped" | "newsletterResent" | "newsletterDeleted";
      newsletterId: string;
    }
  | { kind: "subscriptionsOpened" | "subscriptionsClosed" | "subscriberRemoved"; folderId: string }
  | { kind: "subscribersImported"; folderId: string; addresses: number }
  /** Without `folderId` if the articles are in several folders. */
  | { kind: "exportMade"; folderId?: string; format: "html" | "pdf"; articles: number };

const topics = new Map(
  Object.entries(auditKinds).flatMap(([topic, kinds]) => kinds.map((kind): [AuditKind, AuditTopic] => [kind, topic as AuditTopic])),
);

/**
 * Adds an entry to the audit log, in the transaction of the change itself. Call it before objects are deleted, while their names can be looked up.
 * When a person leaves, also removes their addresses from the log.
 */
export async function record(tx: Transaction, actor: Actor, event: AuditEvent): Promise<void> {
  const { kind, ...given } = event;
  const { userId: subjectId, teamId, folderId, articleId, newsletterId, ...data } = given as Record<string, never> & Partial<Ids>;
  const { clientId } = actor;
  const { actorId } = toActor(actor);
  await store.insertAuditEntry(tx, {
    clientId,
    topic: topicOf(kind),
    kind,
    ...toActor(actor),
    subjectId: subjectId ?? null,
    data: data as AuditData,
    about: { teamId, folderId, articleId, newsletterId },
  });
  if (kind === "accountClosed" && actorId !== null) await store.forgetAddresses(tx, clientId, actorId);
  if (kind === "memberRemoved" && subjectId) await store.forgetAddresses(tx, clientId, subjectId);
}

/** Adds several entries of one actor with a single statement. Only for events without ids, or with that of an article. */
export async function recordAll(tx: Transaction, actor: Actor, events: ManyEvent[]): Promise<void> {
  if (events.length === 0) return;
  const entries = events.map(({ kind, ...given }) => {
    const { articleId, ...data } = given as Record<string, never> & { articleId?: string };
    return { topic: topicOf(kind), kind, data: data as AuditData, articleId };
  });
  await store.insertAuditEntries(tx, { clientId: actor.clientId, ...toActor(actor), entries });
}

/** `accountClosed` is excluded because it also removes addresses. */
type ManyEvent = WithoutIds<AuditEvent, Exclude<keyof Ids, "articleId">> & { kind: Exclude<AuditKind, "accountClosed"> };
type WithoutIds<Event, Excluded> = Event extends unknown ? (keyof Event & Excluded extends never ? Event : never) : never;

const toActor = (actor: Actor): { actor: store.AuditActor; actorId: string | null } =>
  "by" in actor ? { actor: actor.by, actorId: null } : { actor: "person", actorId: actor.userId };

const topicOf = (kind: AuditKind): AuditTopic => topics.get(kind) ?? "settings";

interface Ids {
  userId: string;
  teamId: string;
  folderId: string;
  articleId: string;
  newsletterId: string;
}

const quarterHourMs = 15 * 60 * 1000;

/**
 * Counts a failed sign-in. There is one entry per quarter of an hour for each account, and one for all unknown addresses of a workspace, so that the
 * log cannot be flooded. The input is not stored.
 */
export async function recordFailedSignIn(
  { config, database }: Services,
  { workspace, userId }: { workspace: string; userId: string | null },
): Promise<void> {
  const quarter = Math.floor(Date.now() / quarterHourMs);
  const onceKey = createHmac("sha256", config.sessionSecrets[0])
    .update(`failed sign-in\0${userId ?? `\0${workspace}`}\0${quarter}`)
    .digest("base64url");
  await store.countFailedSignIn(database.db, { workspace, userId, onceKey });
}

export type AuditEntry = store.AuditRow;
export type AuditFilter = Omit<store.AuditFilter, "timeZone">;

const perPage = 25;
const perBatch = 500;

interface AuditPage {
  entries: AuditEntry[];
  /** Cursors of the next older and the next newer page. */
  older: string | null;
  newer: string | null;
}

/** A page of the workspace's log, newest entry first. Throws `NotAllowed`. */
export async function listAudit(
  { config, database: { db } }: Services,
  viewer: Viewer,
  { before, after, ...filter }: AuditFilter & { before?: string | undefined; after?: string | undefined },
): Promise<AuditPage> {
  const scope = requirePermission(viewer, "log:read", { clientId: viewer.clientId });
  if (filter.userId !== undefined && !isId(filter.userId)) return { entries: [], older: null, newer: null };
  const direction = after === undefined ? "older" : "newer";
  const cursor = after ?? before;
  const position = cursor === undefined ? undefined : readCursor(cursor);
  const narrowed = { ...filter, timeZone: config.timeZone };
  const page = { position, direction, limit: perPage + 1 } as const;
  const found = await store.listAuditEntries(db, scope, narrowed, page);
  const isMore = found.length > perPage;
  const entries = found.slice(0, perPage);
  if (direction === "newer") entries.reverse();
  const [first, last] = [entries[0], entries.at(-1)];
  const hasOlder = direction === "older" ? isMore : entries.length > 0;
  const hasNewer = direction === "newer" ? isMore : position !== undefined && entries.length > 0;
  return { entries, older: hasOlder && last ? toCursor(last) : null, newer: hasNewer && first ? toCursor(first) : null };
}

/** All entries of a filtered log in batches, newest first; entries added meanwhile are not included. Throws `NotAllowed`. */
export function readAudit({ config, database: { db } }: Services, viewer: Viewer, filter: AuditFilter): AsyncIterable<AuditEntry[]> {
  const scope = requirePermission(viewer, "log:read", { clientId: viewer.clientId });
  const narrowed = { ...filter, timeZone: config.timeZone };
  return batches((position) =>
    filter.userId !== undefined && !isId(filter.userId)
      ? Promise.resolve([])
      : store.listAuditEntries(db, scope, narrowed, { position, direction: "older", limit: perBatch }),
  );
}

async function* batches(read: (position: store.AuditPosition | undefined) => Promise<AuditEntry[]>): AsyncIterable<AuditEntry[]> {
  let position: store.AuditPosition | undefined;
  for (;;) {
    const batch = await read(position);
    if (batch.length > 0) yield batch;
    position = batch.at(-1);
    if (batch.length < perBatch) return;
  }
}

/**
 * Up to `limit` entries after a position, oldest first, each with its position. A caller that continues after the last position gets every entry
 * once, also those of transactions that commit late. Throws `NotAllowed`.
 */
export async function pullAudit({ database }: Services, viewer: Viewer, page: { after: number; limit: number }) {
  const scope = requirePermission(viewer, "log:read", { clientId: viewer.clientId });
  await inTransaction(database, (tx) => store.numberAuditEntries(tx, scope, page.limit));
  return store.listNumberedAuditEntries(database.db, scope, page);
}

/** People who can appear in the log, including those who have left. Throws `NotAllowed`. */
export function listAuditPeople({ database: { db } }: Services, viewer: Viewer, term = "") {
  const scope = requirePermission(viewer, "log:read", { clientId: viewer.clientId });
  return store.listAuditPeople(db, scope, { term, limit: 100 });
}

/** Deletes entries that are older than the configured number of days. */
export async function deleteOldAudit({
  config,
  database: { db },
}: {
  config: Services["config"];
  database: { db: Queryable };
}): Promise<void> {
  const limit = 5000;
  while ((await store.deleteOldAuditEntries(db, { days: config.auditDays, limit })) === limit);
}

const toCursor = ({ createdAt, id }: AuditEntry) => `${createdAt.getTime().toString(36)}.${id}`;

/** The contract has validated the format. */
function readCursor(cursor: string): store.AuditPosition {
  const [time = "", id = ""] = cursor.split(".");
  return { createdAt: new Date(Number.parseInt(time, 36)), id };
}
