import { and, desc, eq, ne, type SQL, sql } from "drizzle-orm";
import type { Permitted } from "../../permissions/permissions";
import type { Viewer } from "../../permissions/viewer";
import { type FolderScope, readersName, visibleFolders } from "../folders/folders";
import type { Queryable, Transaction } from "../pool";
import { type Draft, folders, type LeftOut, type NewsletterContent, newsletters, teams, users } from "../schema";
import { isOpenClient } from "../workspace/clients";
import { receives } from "./recipients";

export type { Draft, LeftOut, NewsletterContent } from "../schema";

/** The number of recipients by state. */
export interface DeliveryCounts extends Record<string, unknown> {
  total: number;
  /** Includes those that are being sent. */
  waiting: number;
  handedOver: number;
  refused: number;
  unknown: number;
  stopped: number;
  withdrawn: number;
}

export type ListedNewsletter = Awaited<ReturnType<typeof listNewsletters>>[number];
export type NewsletterRow = NonNullable<Awaited<ReturnType<typeof findNewsletter>>>;

type Managed = Permitted<NewsletterRow, "newsletter:manage">;
type ManagedFolder = Permitted<FolderScope, "newsletter:manage">;

const deliveryCounts = sql<DeliveryCounts>`(
  select json_build_object('total', count(*), 'waiting', count(*) filter (where d.state in ('waiting', 'handing_over')),
    'handedOver', count(*) filter (where d.state = 'handed_over'), 'refused', count(*) filter (where d.state = 'refused'),
    'unknown', count(*) filter (where d.state = 'unknown'), 'stopped', count(*) filter (where d.state = 'stopped'),
    'withdrawn', count(*) filter (where d.state = 'withdrawn'))
  from mailing_deliveries d where d.mailing_id = ${newsletters.id})`;

const listColumns = {
  id: newsletters.id,
  folderId: newsletters.folderId,
  status: newsletters.status,
  subject: newsletters.subject,
  lockVersion: newsletters.lockVersion,
  createdAt: newsletters.createdAt,
  updatedAt: newsletters.updatedAt,
  updatedBy: { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email },
  scheduledFor: newsletters.scheduledFor,
  publishedAt: newsletters.publishedAt,
  stoppedAt: newsletters.stoppedAt,
  deliveries: deliveryCounts,
  leftOut: newsletters.leftOut,
};

/** The number of recipients who would get the newsletter now, and of selected members who would not. */
interface Audience {
  reached: number;
  /** Included in `reached`. */
  subscribers: number;
  /** All of the folder, even if the draft has not chosen them. */
  allSubscribers: number;
  unsubscribed: number;
  gone: number;
}

const audience = sql<Audience | null>`(
  with chosen as (
    select lower(u.email) as email, u.id is not null and ${receives(sql`${newsletters.folderId}`)} as receives,
      exists (select 1 from unsubscriptions s where s.folder_id = ${newsletters.folderId} and s.user_id = u.id) as out
    from jsonb_array_elements(${newsletters.draft} -> 'recipients') c
    left join users u on u.client_id = ${newsletters.clientId} and u.id::text = c ->> 'id'
      and u.removed_at is null and u.confirmed_at is not null
    where (c ->> 'selected')::boolean),
  outside as (
    select count(*) as n from subscribers p
    where p.folder_id = ${newsletters.folderId} and p.confirmed_at is not null
      and coalesce((${newsletters.draft} -> 'subscribers')::boolean, true)
      and lower(p.email) not in (select email from chosen where receives and not out))
  select json_build_object('reached', count(*) filter (where receives and not out) + (select n from outside),
    'subscribers', (select n from outside), 'allSubscribers', (
      select count(*) from subscribers p where p.folder_id = ${newsletters.folderId} and p.confirmed_at is not null),
    'unsubscribed', count(*) filter (where receives and out),
    'gone', count(*) filter (where not receives))
  from chosen)`;

const wholeColumns = {
  ...listColumns,
  clientId: newsletters.clientId,
  userId: newsletters.userId,
  draft: newsletters.draft,
  content: newsletters.content,
  htmlContent: newsletters.htmlContent,
  articleTitles: newsletters.articleTitles,
  /** The names in the form for subscribers; null without one. */
  subscription: sql<{ folder: { name: string }; client: { name: string } } | null>`case when ${folders.subscribable} then (
    select json_build_object('folder', json_build_object('name', ${readersName}), 'client', json_build_object('name', c.name))
    from clients c where c.id = ${newsletters.clientId} and c.disabled_at is null) end`,
  isClientOpen: isOpenClient(sql`${newsletters.clientId}`) as SQL<boolean>,
  folder: { id: folders.id, purpose: folders.purpose },
  team: { id: teams.id, visibility: teams.visibility },
};

const isOf = ({ id, clientId }: ManagedFolder) => and(eq(newsletters.clientId, clientId), eq(newsletters.folderId, id));
const newestFirst = [desc(newsletters.createdAt), desc(newsletters.id)];

/** The newsletters of a folder, newest first, without draft and content. */
export const listNewsletters = (db: Queryable, folder: ManagedFolder, { limit, offset }: { limit: number; offset: number }) =>
  db
    .select(listColumns)
    .from(newsletters)
    .innerJoin(users, eq(users.id, newsletters.updatedById))
    .where(isOf(folder))
    .orderBy(...newestFirst)
    .limit(limit)
    .offset(offset);

export const countNewsletters = (db: Queryable, folder: ManagedFolder) => db.$count(newsletters, isOf(folder));

/** The newest newsletters of a folder that are no drafts. */
export const listIssues = (db: Queryable, folder: ManagedFolder, limit: number) =>
  db
    .select({
      id: newsletters.id,
      subject: newsletters.subject,
      createdAt: newsletters.createdAt,
      publishedAt: newsletters.publishedAt,
    })
    .from(newsletters)
    .where(and(isOf(folder), ne(newsletters.status, "draft")))
    .orderBy(...newestFirst)
    .limit(limit);

/** The whole newsletter. The caller decides who may see it. */
export async function findNewsletter(db: Queryable, id: string, { withAudience = false } = {}) {
  const [newsletter] = await selectWhole(db, eq(newsletters.id, id), withAudience ? audience : undefined);
  return newsletter;
}

/** The draft with this id in this folder. */
export async function findDraft(db: Queryable, folder: ManagedFolder, id: string): Promise<Draft | undefined> {
  const isDraft = and(eq(newsletters.id, id), isOf(folder));
  const [row] = await db.select({ draft: newsletters.draft }).from(newsletters).where(isDraft);
  return row?.draft;
}

/** The newsletter of a folder that was published last. */
export async function findLatestNewsletter(db: Queryable, folderId: string): Promise<NewsletterRow | undefined> {
  const [newsletter] = await selectWhole(db, and(eq(newsletters.folderId, folderId), eq(newsletters.status, "published")))
    .orderBy(desc(newsletters.publishedAt), desc(newsletters.id))
    .limit(1);
  return newsletter;
}

const selectWhole = (db: Queryable, where: SQL | undefined, counted = sql<Audience | null>`null`) =>
  db
    .select({ ...wholeColumns, audience: counted })
    .from(newsletters)
    .innerJoin(users, eq(users.id, newsletters.updatedById))
    .innerJoin(folders, eq(folders.id, newsletters.folderId))
    .innerJoin(teams, eq(teams.id, folders.teamId))
    .where(where);

/** A newsletter of a folder that the viewer sees. `lock` blocks other changes of it until the transaction ends. */
export async function findVisibleNewsletter(
  db: Queryable,
  viewer: Viewer,
  id: string,
  { lock = false } = {},
): Promise<NewsletterRow | undefined> {
  // A separate statement, because one that waits for a lock has taken its snapshot before it waited.
  if (lock) await db.execute(sql`select 1 from mailings where id = ${id} and client_id = ${viewer.clientId} for no key update`);
  const isVisible = and(eq(newsletters.clientId, viewer.clientId), sql`${newsletters.folderId} in (${visibleFolders(viewer)})`);
  const [newsletter] = await selectWhole(db, and(eq(newsletters.id, id), isVisible));
  return newsletter;
}

/** The draft that this person created with this key, if they still see its folder. */
export async function findNewsletterByKey(db: Queryable, viewer: Viewer, storedKey: string): Promise<{ id: string } | undefined> {
  const [row] = await db
    .select({ id: newsletters.id })
    .from(newsletters)
    .where(
      and(
        eq(newsletters.userId, viewer.userId),
        eq(newsletters.clientId, viewer.clientId),
        eq(newsletters.idempotencyKey, storedKey),
        sql`${newsletters.folderId} in (${visibleFolders(viewer)})`,
      ),
    );
  return row;
}

/** The new draft; `undefined` if a concurrent request with the same key of the same person created it. */
export async function insertNewsletter(
  tx: Transaction,
  viewer: Viewer,
  { clientId, id: folderId }: ManagedFolder,
  { draft, chosen }: DraftWithChosen,
  storedKey: string | null,
): Promise<{ id: string } | undefined> {
  const [row] = await tx
    .insert(newsletters)
    .values({
      clientId,
      folderId,
      userId: viewer.userId,
      updatedById: viewer.userId,
      subject: draft.subject,
      draft,
      articleTitles: titlesOf({ clientId, folderId }, chosen),
      idempotencyKey: storedKey,
    })
    .onConflictDoNothing({ target: [newsletters.userId, newsletters.idempotencyKey] })
    .returning({ id: newsletters.id });
  return row;
}

interface DraftWithChosen {
  draft: Draft;
  /** The ids of the chosen articles. */
  chosen: readonly string[];
}

const titlesOf = ({ clientId, folderId }: { clientId: string; folderId: string }, ids: readonly string[]) => sql`
  coalesce((select jsonb_object_agg(a.id::text, a.title) from articles a
    where a.client_id = ${clientId} and a.folder_id = ${folderId} and a.id = any(${sql.param(ids)}::uuid[])), '{}'::jsonb)`;

/** Changes the draft. The titles of chosen articles that were deleted are kept. */
export async function updateDraft(tx: Transaction, viewer: Viewer, newsletter: Managed, { draft, chosen }: DraftWithChosen): Promise<void> {
  const kept = sql`coalesce((select jsonb_object_agg(key, value) from jsonb_each(${newsletters.articleTitles})
    where key = any(${sql.param(chosen)}::text[])), '{}'::jsonb)`;
  await tx
    .update(newsletters)
    .set({
      draft,
      subject: draft.subject,
      articleTitles: sql`${kept} || ${titlesOf(newsletter, chosen)}`,
      lockVersion: sql`${newsletters.lockVersion} + 1`,
      updatedAt: sql`now()`,
      updatedById: viewer.userId,
    })
    .where(isNewsletter(newsletter));
}

/** Deletes a newsletter with its deliveries. The cleanup job deletes the files of its pictures. */
export async function deleteNewsletter(tx: Transaction, newsletter: Managed): Promise<void> {
  await tx.delete(newsletters).where(isNewsletter(newsletter));
}

/** The parts that are fixed when a newsletter is scheduled or published. */
export interface Frozen {
  content: NewsletterContent;
  htmlContent: string;
  mailHtml: string;
  mailText: string;
  leftOut: LeftOut[];
}

/** Freezes a draft and schedules it for `scheduledFor`, or publishes it. */
export async function freezeNewsletter(
  tx: Transaction,
  viewer: Viewer,
  newsletter: Managed,
  frozen: Frozen,
  scheduledFor: Date | null,
): Promise<void> {
  const publication = scheduledFor
    ? { status: "scheduled" as const, scheduledFor }
    : { status: "published" as const, publishedAt: sql`now()` };
  await tx
    .update(newsletters)
    .set({ ...frozen, ...publication, lockVersion: sql`${newsletters.lockVersion} + 1`, updatedAt: sql`now()`, updatedById: viewer.userId })
    .where(isNewsletter(newsletter));
}

const unfrozen = {
  status: "draft" as const,
  scheduledFor: null,
  publishedAt: null,
  content: null,
  htmlContent: null,
  mailHtml: null,
  mailText: null,
  leftOut: [],
  lockVersion: sql`${newsletters.lockVersion} + 1`,
  updatedAt: sql`now()`,
};

/** Makes a scheduled newsletter a draft again. */
export async function unscheduleNewsletter(tx: Transaction, viewer: Viewer, newsletter: Managed): Promise<void> {
  await tx
    .update(newsletters)
    .set({ ...unfrozen, updatedById: viewer.userId })
    .where(isNewsletter(newsletter));
}

/** Makes a newsletter that became due in this transaction a draft again. */
export async function returnDueNewsletter(tx: Transaction, due: DueNewsletter): Promise<void> {
  await tx.update(newsletters).set(unfrozen).where(isNewsletter(due));
}

/** Replaces the content of a newsletter that became due in this transaction. */
export async function replaceDueContent(tx: Transaction, due: DueNewsletter, frozen: Frozen): Promise<void> {
  await tx.update(newsletters).set(frozen).where(isNewsletter(due));
}

export async function setStopped(tx: Transaction, newsletter: Managed, isStopped: boolean): Promise<void> {
  await tx
    .update(newsletters)
    .set({ stoppedAt: isStopped ? sql`now()` : null })
    .where(isNewsletter(newsletter));
}

/** Publishes a scheduled newsletter that is due; undefined if it is not, or no longer scheduled. */
export async function publishDueNewsletter(tx: Transaction, id: string) {
  const [newsletter] = await tx
    .update(newsletters)
    .set({ status: "published", publishedAt: sql`now()`, scheduledFor: null })
    .where(
      and(
        eq(newsletters.id, id),
        eq(newsletters.status, "scheduled"),
        sql`${newsletters.scheduledFor} <= now()`,
        isOpenClient(sql`${newsletters.clientId}`),
      ),
    )
    .returning({
      id: newsletters.id,
      clientId: newsletters.clientId,
      folderId: newsletters.folderId,
      userId: newsletters.userId,
      updatedById: newsletters.updatedById,
      draft: newsletters.draft,
      content: newsletters.content,
      leftOut: newsletters.leftOut,
    });
  return newsletter;
}

export type DueNewsletter = NonNullable<Awaited<ReturnType<typeof publishDueNewsletter>>>;

/** The scheduled newsletters of visible folders that contain one of these articles, by time. */
export function listScheduledWith(db: Queryable, viewer: Viewer, articleIds: readonly string[]) {
  return db
    .select({ id: newsletters.id, subject: newsletters.subject, scheduledFor: sql<string>`to_json(${newsletters.scheduledFor})#>>'{}'` })
    .from(newsletters)
    .where(
      and(
        eq(newsletters.clientId, viewer.clientId),
        eq(newsletters.status, "scheduled"),
        sql`${newsletters.folderId} in (${visibleFolders(viewer)})`,
        sql`exists (
          select 1 from jsonb_path_query(${newsletters.content}, '$.sections[*].articles[*].id') as held (id)
          where held.id #>> '{}' = any(${sql.param(articleIds)}::text[]))`,
      ),
    )
    .orderBy(newsletters.scheduledFor, newsletters.createdAt, newsletters.id);
}

/** A published newsletter with its publisher and results; undefined if it is deleted, or its workspace disabled. */
export async function findSentNewsletter(db: Queryable, id: string) {
  const [newsletter] = await db
    .select({ id: newsletters.id, clientId: newsletters.clientId, publisherId: users.id, deliveries: deliveryCounts })
    .from(newsletters)
    .innerJoin(users, eq(users.id, newsletters.updatedById))
    .where(and(eq(newsletters.id, id), eq(newsletters.status, "published"), isOpenClient(sql`${newsletters.clientId}`)));
  return newsletter;
}

/** The data for delivering a newsletter; undefined if it is deleted, or its workspace disabled. */
export async function findNewsletterToDeliver(db: Queryable, id: string) {
  const [newsletter] = await db
    .select({
      id: newsletters.id,
      clientId: newsletters.clientId,
      folderId: newsletters.folderId,
      status: newsletters.status,
      subject: newsletters.subject,
      content: newsletters.content,
      mailHtml: newsletters.mailHtml,
      mailText: newsletters.mailText,
      publisher: { firstName: users.firstName, lastName: users.lastName, email: users.email },
    })
    .from(newsletters)
    .innerJoin(users, eq(users.id, newsletters.updatedById))
    .where(and(eq(newsletters.id, id), isOpenClient(sql`${newsletters.clientId}`)));
  return newsletter;
}

const isNewsletter = ({ id, clientId }: Pick<Managed, "id" | "clientId">) =>
  and(eq(newsletters.id, id), eq(newsletters.clientId, clientId));
