import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { reachSchema } from "../../../contract/rest/mailings";
import type { Permitted } from "../../permissions/permissions";
import type { Viewer } from "../../permissions/viewer";
import { type FolderPlace, visibleFolders } from "../folders/folders";
import type { Queryable, Transaction } from "../pool";
import { folders, mailingPictures, mailings, type Newsletter, teams, users, type VuexState } from "../schema";
import { isOpenClient } from "../workspace/clients";
import { receives } from "./contents";

export type { Newsletter, VuexState } from "../schema";

/** How many recipients are where. */
export interface DeliveryCounts extends Record<string, unknown> {
  total: number;
  /** Those that are being handed over, too. */
  waiting: number;
  handedOver: number;
  refused: number;
  unknown: number;
  stopped: number;
  withdrawn: number;
}

export type ListedMailing = Awaited<ReturnType<typeof selectMailings>>[number];
export type MailingRow = NonNullable<Awaited<ReturnType<typeof findMailing>>>;
export type MailingPlace = NonNullable<Awaited<ReturnType<typeof findMailingPlace>>>;

const deliveryCounts = sql<DeliveryCounts>`(
  select json_build_object('total', count(*), 'waiting', count(*) filter (where d.state in ('waiting', 'handing_over')),
    'handedOver', count(*) filter (where d.state = 'handed_over'), 'refused', count(*) filter (where d.state = 'refused'),
    'unknown', count(*) filter (where d.state = 'unknown'), 'stopped', count(*) filter (where d.state = 'stopped'),
    'withdrawn', count(*) filter (where d.state = 'withdrawn'))
  from mailing_deliveries d where d.mailing_id = ${mailings.id})`;

const listColumns = {
  id: mailings.id,
  folderId: mailings.folderId,
  status: mailings.status,
  subject: mailings.subject,
  lockVersion: mailings.lockVersion,
  createdAt: mailings.createdAt,
  updatedAt: mailings.updatedAt,
  updatedBy: { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email },
  scheduledFor: mailings.scheduledFor,
  publishedAt: mailings.publishedAt,
  stoppedAt: mailings.stoppedAt,
  deliveries: deliveryCounts,
};

/** What becomes of the people whom a mailing's state selects. */
type Reach = z.infer<typeof reachSchema>;

const reach = sql<Reach | null>`(
  select json_build_object('reached', count(*) filter (where r.receives and not r.out),
    'unsubscribed', count(*) filter (where r.receives and r.out), 'gone', count(*) filter (where not r.receives))
  from (
    select u.id is not null and ${receives(sql`${mailings.folderId}`)} as receives,
      exists (select 1 from unsubscriptions s where s.folder_id = ${mailings.folderId} and s.user_id = u.id) as out
    from jsonb_array_elements(${mailings.vuexState} -> 'recipients') c
    left join users u on u.client_id = ${mailings.clientId} and u.id::text = c ->> 'id'
      and u.removed_at is null and u.confirmed_at is not null
    where (c ->> 'selected')::boolean) r)`;

const wholeColumns = {
  ...listColumns,
  clientId: mailings.clientId,
  userId: mailings.userId,
  vuexState: mailings.vuexState,
  content: mailings.content,
  htmlContent: mailings.htmlContent,
  isClientOpen: isOpenClient(sql`${mailings.clientId}`) as SQL<boolean>,
  folder: { id: folders.id, purpose: folders.purpose },
  team: { id: teams.id, visibility: teams.visibility },
};

/** The newest of a folder, without what stands in them. */
export function listMailings(db: Queryable, place: Permitted<FolderPlace, "mailing:manage">): Promise<ListedMailing[]> {
  return selectMailings(db, and(eq(mailings.clientId, place.clientId), eq(mailings.folderId, place.id)));
}

const selectMailings = (db: Queryable, where: SQL | undefined) =>
  db
    .select(listColumns)
    .from(mailings)
    .innerJoin(users, eq(users.id, mailings.updatedById))
    .where(where)
    .orderBy(desc(mailings.createdAt), desc(mailings.id));

/** The whole mailing, whoever asks: who may see it is for the caller to decide. */
export async function findMailing(db: Queryable, id: string, { withReach = false } = {}) {
  const [mailing] = await selectWhole(db, eq(mailings.id, id), withReach ? reach : undefined);
  return mailing;
}

/** The mailing of a folder that was published last. */
export async function findLatestMailing(db: Queryable, folderId: string): Promise<MailingRow | undefined> {
  const [mailing] = await selectWhole(db, and(eq(mailings.folderId, folderId), eq(mailings.status, "published")))
    .orderBy(desc(mailings.publishedAt), desc(mailings.id))
    .limit(1);
  return mailing;
}

const selectWhole = (db: Queryable, where: SQL | undefined, reach = sql<Reach | null>`null`) =>
  db
    .select({ ...wholeColumns, reach })
    .from(mailings)
    .innerJoin(users, eq(users.id, mailings.updatedById))
    .innerJoin(folders, eq(folders.id, mailings.folderId))
    .innerJoin(teams, eq(teams.id, folders.teamId))
    .where(where);

/** Where a mailing of a visible folder stands. `lock` holds it against other changes until the transaction ends. */
export async function findMailingPlace(db: Queryable, viewer: Viewer, id: string, { lock = false } = {}) {
  // A statement of its own: one that waits for a lock has read everything else before it waited.
  if (lock) await db.execute(sql`select 1 from mailings where id = ${id} and client_id = ${viewer.clientId} for no key update`);
  const [place] = await db
    .select({
      id: mailings.id,
      clientId: mailings.clientId,
      folderId: mailings.folderId,
      userId: mailings.userId,
      status: mailings.status,
      lockVersion: mailings.lockVersion,
      vuexState: mailings.vuexState,
      team: { id: teams.id, visibility: teams.visibility },
      folder: { id: folders.id, purpose: folders.purpose },
    })
    .from(mailings)
    .innerJoin(folders, eq(folders.id, mailings.folderId))
    .innerJoin(teams, eq(teams.id, folders.teamId))
    .where(and(eq(mailings.id, id), eq(mailings.clientId, viewer.clientId), sql`${mailings.folderId} in (${visibleFolders(viewer)})`));
  return place;
}

/** The draft this person made with this key before, when they still see its folder. */
export async function findMailingByKey(db: Queryable, viewer: Viewer, storedKey: string): Promise<{ id: string } | undefined> {
  const [row] = await db
    .select({ id: mailings.id })
    .from(mailings)
    .where(
      and(
        eq(mailings.userId, viewer.userId),
        eq(mailings.clientId, viewer.clientId),
        eq(mailings.idempotencyKey, storedKey),
        sql`${mailings.folderId} in (${visibleFolders(viewer)})`,
      ),
    );
  return row;
}

/** The new draft; `undefined` when the same person's same key has made one in the meantime. */
export async function insertMailing(
  tx: Transaction,
  viewer: Viewer,
  { clientId, id: folderId }: Permitted<FolderPlace, "mailing:manage">,
  vuexState: VuexState,
  storedKey: string | null,
): Promise<{ id: string } | undefined> {
  const [row] = await tx
    .insert(mailings)
    .values({
      clientId,
      folderId,
      userId: viewer.userId,
      updatedById: viewer.userId,
      subject: vuexState.subject,
      vuexState,
      idempotencyKey: storedKey,
    })
    .onConflictDoNothing({ target: [mailings.userId, mailings.idempotencyKey] })
    .returning({ id: mailings.id });
  return row;
}

export async function updateMailing(
  tx: Transaction,
  viewer: Viewer,
  place: Permitted<MailingPlace, "mailing:manage">,
  vuexState: VuexState,
): Promise<void> {
  await tx
    .update(mailings)
    .set({
      vuexState,
      subject: vuexState.subject,
      lockVersion: sql`${mailings.lockVersion} + 1`,
      updatedAt: sql`now()`,
      updatedById: viewer.userId,
    })
    .where(isPlace(place));
}

/** Deletes a mailing with its deliveries; the files of its pictures go with the next sweep. */
export async function deleteMailing(tx: Transaction, place: Permitted<MailingPlace, "mailing:manage">): Promise<void> {
  await tx.delete(mailings).where(isPlace(place));
}

/** What a newsletter holds from when it is scheduled or published. */
export interface Frozen {
  content: Newsletter;
  htmlContent: string;
  mailHtml: string;
  mailText: string;
}

/** Lets what stands in a draft stay as it is; it goes out at `scheduledFor`, or is public from now on. */
export async function freezeMailing(
  tx: Transaction,
  viewer: Viewer,
  place: Permitted<MailingPlace, "mailing:manage">,
  frozen: Frozen,
  scheduledFor: Date | null,
): Promise<void> {
  const publication = scheduledFor
    ? { status: "scheduled" as const, scheduledFor }
    : { status: "published" as const, publishedAt: sql`now()` };
  await tx
    .update(mailings)
    .set({ ...frozen, ...publication, lockVersion: sql`${mailings.lockVersion} + 1`, updatedAt: sql`now()`, updatedById: viewer.userId })
    .where(isPlace(place));
}

/** Makes a draft of a scheduled mailing again. */
export async function unscheduleMailing(tx: Transaction, viewer: Viewer, place: Permitted<MailingPlace, "mailing:manage">): Promise<void> {
  await tx
    .update(mailings)
    .set({
      status: "draft",
      scheduledFor: null,
      content: null,
      htmlContent: null,
      mailHtml: null,
      mailText: null,
      lockVersion: sql`${mailings.lockVersion} + 1`,
      updatedAt: sql`now()`,
      updatedById: viewer.userId,
    })
    .where(isPlace(place));
}

/** Notes whether somebody stopped the delivery. */
export async function setStopped(tx: Transaction, place: Permitted<MailingPlace, "mailing:manage">, isStopped: boolean): Promise<void> {
  await tx
    .update(mailings)
    .set({ stoppedAt: isStopped ? sql`now()` : null })
    .where(isPlace(place));
}

/** The mailing whose time has come, published now; undefined when it has not, or it was taken back or published already. */
export async function publishDueMailing(tx: Transaction, id: string) {
  const [mailing] = await tx
    .update(mailings)
    .set({ status: "published", publishedAt: sql`now()`, scheduledFor: null })
    .where(
      and(
        eq(mailings.id, id),
        eq(mailings.status, "scheduled"),
        sql`${mailings.scheduledFor} <= now()`,
        isOpenClient(sql`${mailings.clientId}`),
      ),
    )
    .returning({ id: mailings.id, clientId: mailings.clientId, folderId: mailings.folderId, vuexState: mailings.vuexState });
  return mailing;
}

/** A published mailing, who published it, and the results so far; undefined when it is gone, or its workspace is disabled. */
export async function findSentMailing(db: Queryable, id: string) {
  const [mailing] = await db
    .select({ folderId: mailings.folderId, subject: mailings.subject, publisherId: users.id, deliveries: deliveryCounts })
    .from(mailings)
    .innerJoin(users, eq(users.id, mailings.updatedById))
    .where(and(eq(mailings.id, id), eq(mailings.status, "published"), isOpenClient(sql`${mailings.clientId}`)));
  return mailing;
}

/** What its delivery needs to know of a mailing; undefined when it is gone, or its workspace is disabled. */
export async function findMailingToDeliver(db: Queryable, id: string) {
  const [mailing] = await db
    .select({
      id: mailings.id,
      clientId: mailings.clientId,
      folderId: mailings.folderId,
      status: mailings.status,
      subject: mailings.subject,
      content: mailings.content,
      mailHtml: mailings.mailHtml,
      mailText: mailings.mailText,
      publisher: { firstName: users.firstName, lastName: users.lastName, email: users.email },
    })
    .from(mailings)
    .innerJoin(users, eq(users.id, mailings.updatedById))
    .where(and(eq(mailings.id, id), isOpenClient(sql`${mailings.clientId}`)));
  return mailing;
}

export type MailingPicture = typeof mailingPictures.$inferSelect;

/** The pictures that were drawn for a mailing, by the files they were drawn from. */
export async function listMailingPictures(db: Queryable, mailingId: string): Promise<Map<string, MailingPicture>> {
  const rows = await db.select().from(mailingPictures).where(eq(mailingPictures.mailingId, mailingId));
  return new Map(rows.map((row) => [row.sourceKey, row]));
}

/** Keeps the drawn pictures; one that somebody else drew meanwhile stays theirs. */
export async function insertMailingPictures(db: Queryable, pictures: (typeof mailingPictures.$inferInsert)[]): Promise<void> {
  if (pictures.length > 0) await db.insert(mailingPictures).values(pictures).onConflictDoNothing();
}

/** The picture, whoever asks: its id is the key to it, as long as the workspace is open. */
export async function findMailingPicture(db: Queryable, id: string): Promise<MailingPicture | undefined> {
  const [picture] = await db
    .select()
    .from(mailingPictures)
    .where(and(eq(mailingPictures.id, id), isOpenClient(sql`${mailingPictures.clientId}`)));
  return picture;
}

/** Those of these files that a mailing's picture or a workspace's logo names. */
export async function findMailingKeysInUse(db: Queryable, storageKeys: string[]): Promise<Set<string>> {
  const { rows } = await db.execute<{ key: string }>(sql`
    select storage_key as key from mailing_pictures where storage_key = any(${sql.param(storageKeys)}::text[])
    union select logo_key from clients where logo_key = any(${sql.param(storageKeys)}::text[])`);
  return new Set(rows.map(({ key }) => key));
}

const isPlace = ({ id, clientId }: MailingPlace) => and(eq(mailings.id, id), eq(mailings.clientId, clientId));
