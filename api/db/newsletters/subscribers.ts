import { and, eq, type SQL, sql } from "drizzle-orm";
import * as limits from "../../../contract/limits";
import type { Permitted } from "../../permissions/permissions";
import type { Viewer } from "../../permissions/viewer";
import { countRows } from "../count-rows";
import { type FolderScope, readersName } from "../folders/folders";
import type { Queryable, Transaction } from "../pool";
import { clients, folders, subscribers, users } from "../schema";
import { isOpenClient } from "../workspace/clients";

type Managed = Permitted<FolderScope, "newsletter:manage">;

export type SubscriberRow = Awaited<ReturnType<typeof listSubscribers>>[number];

/** The stored form of a suppressed address. It depends on no secret, so that a new one does not void it. */
const hashOf = (folderId: string | SQL, email: string | SQL) =>
  sql`encode(sha256(convert_to(${folderId}::text || lower(${email}::text), 'UTF8')), 'hex')`;

const isOpen = sql`${folders.subscribable} and ${isOpenClient(folders.clientId)}`;

const isInTime = sql`${subscribers.consentAt} > now() - make_interval(days => ${limits.subscriptionDays})`;

/** The form of a folder; undefined if it has none, or its workspace is disabled. */
export async function findForm(db: Queryable, folderId: string) {
  const [form] = await db
    .select({ folder: { name: readersName }, client: { name: clients.name } })
    .from(folders)
    .innerJoin(clients, eq(clients.id, folders.clientId))
    .where(and(eq(folders.id, folderId), isOpen));
  return form;
}

interface Consent {
  email: string;
  locale: "de" | "en";
  consent: string;
}

/** Adds a subscriber who has to confirm, or renews their consent. Returns the id; undefined if they are active, or the form is closed. */
export async function insertPending(tx: Transaction, folderId: string, { email, locale, consent }: Consent): Promise<string | undefined> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into subscribers (client_id, folder_id, email, locale, consent)
    select client_id, id, ${email}, ${locale}, ${consent} from folders where id = ${folderId} and ${isOpen} for key share
    on conflict (folder_id, lower(email)) do update
      set email = excluded.email, locale = excluded.locale, consent = excluded.consent, consent_at = now()
      where subscribers.confirmed_at is null
    returning id`);
  return rows[0]?.id;
}

/** The subscription of a link; undefined if it is gone or expired, or the form is closed. */
export async function findSubscription(db: Queryable, id: string) {
  const [found] = await db
    .select({
      folderId: subscribers.folderId,
      email: subscribers.email,
      locale: subscribers.locale,
      confirmedAt: subscribers.confirmedAt,
      folder: { name: readersName },
      client: { name: clients.name, theme: clients.theme },
    })
    .from(subscribers)
    .innerJoin(folders, eq(folders.id, subscribers.folderId))
    .innerJoin(clients, eq(clients.id, subscribers.clientId))
    .where(and(eq(subscribers.id, id), isOpen, sql`(${subscribers.confirmedAt} is not null or ${isInTime})`));
  return found;
}

/** Confirms a subscription, which lifts the suppression of its address. Idempotent. */
export async function confirmSubscriber(tx: Transaction, id: string): Promise<void> {
  const [confirmed] = await tx
    .update(subscribers)
    .set({ confirmedAt: sql`now()` })
    .where(and(eq(subscribers.id, id), sql`${subscribers.confirmedAt} is null`))
    .returning({ folderId: subscribers.folderId, email: subscribers.email });
  if (!confirmed) return;
  const { folderId, email } = confirmed;
  await tx.execute(sql`delete from suppressions where folder_id = ${folderId} and hash = ${hashOf(folderId, email)}`);
}

/** Deletes subscriptions that were not confirmed in time. */
export async function deleteUnconfirmed(db: Queryable): Promise<void> {
  await db.delete(subscribers).where(sql`${subscribers.confirmedAt} is null and not ${isInTime}`);
}

const isListed = ({ id, clientId }: Managed, term: string | undefined) =>
  and(
    eq(subscribers.folderId, id),
    eq(subscribers.clientId, clientId),
    term ? sql`position(lower(${term}) in lower(${subscribers.email})) > 0` : undefined,
  );

/** A page of the subscribers of a folder, newest first. */
export const listSubscribers = (db: Queryable, folder: Managed, term: string | undefined, page: { limit: number; offset: number }) =>
  db
    .select({
      id: subscribers.id,
      email: subscribers.email,
      consent: subscribers.consent,
      consentAt: subscribers.consentAt,
      confirmedAt: subscribers.confirmedAt,
      importer: { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email },
    })
    .from(subscribers)
    .leftJoin(users, eq(users.id, subscribers.userId))
    .where(isListed(folder, term))
    .orderBy(sql`${subscribers.consentAt} desc`, sql`${subscribers.id} desc`)
    .limit(page.limit)
    .offset(page.offset);

/** The number of these; with a term, counted up to `limits.exactTotal + 1`. */
export function countSubscribers(db: Queryable, folder: Managed, term: string | undefined): Promise<number> {
  const all = db.select({ id: subscribers.id }).from(subscribers).where(isListed(folder, term)).$dynamic();
  return countRows(db, all, Boolean(term));
}

/** How many would get a newsletter now, and whether the folder has a form. */
export async function findSubscribable(db: Queryable, { id, clientId }: { id: string; clientId: string }) {
  const [row] = await db
    .select({
      subscribable: folders.subscribable,
      activeCount: sql<number>`(select count(*) from subscribers p where p.folder_id = folders.id and p.confirmed_at is not null)`,
    })
    .from(folders)
    .where(and(eq(folders.id, id), eq(folders.clientId, clientId)));
  return row ?? { subscribable: false, activeCount: 0 };
}

/** `false` if it did not change anything. */
export async function updateSubscribable(tx: Transaction, { id, clientId }: Managed, subscribable: boolean): Promise<boolean> {
  const { rowCount } = await tx
    .update(folders)
    .set({ subscribable })
    .where(and(eq(folders.id, id), eq(folders.clientId, clientId), sql`${folders.subscribable} <> ${subscribable}`));
  return rowCount === 1;
}

/**
 * Adds active subscribers, without suppressed ones, to a folder that is locked for update: an address that somebody unsubscribes at the same
 * time must not be added again. Pending subscribers become active.
 */
export async function importSubscribers(
  tx: Transaction,
  { userId }: Viewer,
  { id, clientId }: Managed,
  { addresses, locale, consent }: { addresses: readonly string[]; locale: "de" | "en"; consent: string },
): Promise<{ added: number; known: number; suppressed: number }> {
  const { rows } = await tx.execute<{ given: number; allowed: number; added: number }>(sql`
    with given as (
      select distinct on (lower(g.email)) g.email from unnest(${sql.param(addresses)}::text[]) with ordinality as g (email, place)
      order by lower(g.email), g.place),
    allowed as (
      select email from given where not exists (
        select 1 from suppressions s where s.folder_id = ${id} and s.hash = ${hashOf(id, sql`given.email`)})),
    added as (
      insert into subscribers (client_id, folder_id, email, locale, consent, confirmed_at, user_id)
      select ${clientId}::uuid, ${id}::uuid, email, ${locale}, ${consent}, now(), ${userId}::uuid from allowed
      on conflict (folder_id, lower(email)) do update
        set consent = excluded.consent, consent_at = now(), confirmed_at = now(), user_id = excluded.user_id
        where subscribers.confirmed_at is null
      returning 1)
    select (select count(*) from given)::int as given, (select count(*) from allowed)::int as allowed, (select count(*) from added)::int as added`);
  const { given = 0, allowed = 0, added = 0 } = rows[0] ?? {};
  return { added, known: allowed - added, suppressed: given - allowed };
}

/** The folder of a subscriber. The caller checks permissions. */
export async function findFolderOf(db: Queryable, { clientId }: Viewer, id: string): Promise<string | undefined> {
  const [row] = await db
    .select({ folderId: subscribers.folderId })
    .from(subscribers)
    .where(and(eq(subscribers.id, id), eq(subscribers.clientId, clientId)));
  return row?.folderId;
}

/** The subscriber with the address of a member. */
export async function findSubscriberOfUser(db: Queryable, { folderId, userId }: { folderId: string; userId: string }) {
  const [row] = await db
    .select({ subscriberId: subscribers.id })
    .from(subscribers)
    .innerJoin(users, eq(users.clientId, subscribers.clientId))
    .where(and(eq(subscribers.folderId, folderId), eq(users.id, userId), sql`lower(${subscribers.email}) = lower(${users.email})`));
  return row;
}

/**
 * Deletes a subscriber, erases their address from deliveries, cancels what is not sent yet, and suppresses the address; also in a folder that
 * is in the trash. Returns the erased address; undefined if there is no such subscriber (any more).
 */
export async function eraseSubscriber(
  tx: Transaction,
  { folderId, subscriberId }: { folderId: string; subscriberId: string },
): Promise<{ clientId: string; email: string } | undefined> {
  // The folder is neither put into the trash nor restored until the transaction ends, so the rows are in one of the two places.
  await tx.execute(sql`select 1 from folders where id = ${folderId} for key share`);
  await tx.execute(sql`select 1 from trash where id = ${folderId} for update`);
  const [erased] = await tx
    .delete(subscribers)
    .where(and(eq(subscribers.id, subscriberId), eq(subscribers.folderId, folderId)))
    .returning({ clientId: subscribers.clientId, email: subscribers.email });
  if (!erased) return eraseInTrash(tx, { folderId, subscriberId });
  const { clientId, email } = erased;
  // A separate statement, because the one above may have waited for a newsletter that added a delivery.
  await tx.execute(sql`
    with suppressed as (
      insert into suppressions (client_id, folder_id, hash) values (${clientId}, ${folderId}, ${hashOf(folderId, email)}) on conflict do nothing)
    update mailing_deliveries set email = '', name = '', answer = null, updated_at = now(),
      state = case when state = 'waiting' then 'withdrawn' else state end
    where subscriber_id = ${subscriberId}`);
  return erased;
}

async function eraseInTrash(tx: Transaction, { folderId, subscriberId }: { folderId: string; subscriberId: string }) {
  const { rows } = await tx.execute<{ clientId: string; email: string }>(sql`
    with erased as (
      delete from trash_rows where trash_id = ${folderId} and table_name = 'subscribers' and row ->> 'id' = ${subscriberId}
      returning client_id, row ->> 'email' as email),
    suppression as (
      select client_id, jsonb_build_object('client_id', client_id, 'folder_id', ${folderId}::text, 'hash', ${hashOf(folderId, sql`email`)},
        'created_at', now()) as row
      from erased),
    suppressed as (
      insert into trash_rows (client_id, trash_id, table_name, row)
      select client_id, ${folderId}::uuid, 'suppressions', row from suppression n
      where not exists (
        select 1 from trash_rows where trash_id = ${folderId} and table_name = 'suppressions' and row ->> 'hash' = n.row ->> 'hash')),
    forgotten as (
      update trash_rows set row = row || '{"email": "", "name": "", "answer": null}'
      where trash_id = ${folderId} and table_name = 'mailing_deliveries' and row ->> 'subscriber_id' = ${subscriberId}
        and exists (select 1 from erased))
    select client_id as "clientId", email from erased`);
  return rows[0];
}
