import { and, asc, count, eq, type SQL, sql } from "drizzle-orm";
import type { Permitted } from "../../permissions/permissions";
import type { Queryable, Transaction } from "../pool";
import { newsletterDeliveries as deliveries } from "../schema";
import type { NewsletterRow } from "./newsletters";
import { receives } from "./recipients";

export type DeliveryState = (typeof deliveries.$inferSelect)["state"];
export type DeliveryRow = Awaited<ReturnType<typeof listDeliveries>>[number];

type Managed = Permitted<NewsletterRow, "newsletter:manage">;

/** The recipients that a draft has chosen. */
interface Chosen {
  userIds: readonly string[];
  subscribers: boolean;
}

/**
 * Adds a waiting mail for each chosen person who is a recipient of the folder now. A member who is also a subscriber gets one mail, as a
 * member.
 */
export async function insertDeliveries(
  tx: Transaction,
  { id, clientId, folderId }: { id: string; clientId: string; folderId: string },
  { userIds, subscribers }: Chosen,
): Promise<void> {
  await tx.execute(sql`
    insert into mailing_deliveries (client_id, mailing_id, user_id, email, name)
    select u.client_id, ${id}, u.id, u.email, concat_ws(' ', u.first_name, u.last_name)
    from users u where u.client_id = ${clientId} and u.id = any(${sql.param(userIds)}::uuid[]) and ${wantsMail(folderId)}
    on conflict (mailing_id, user_id) do nothing`);
  if (!subscribers) return;
  // Locked, so that erasing a subscriber finds this delivery or prevents it.
  await tx.execute(sql`
    insert into mailing_deliveries (client_id, mailing_id, subscriber_id, email, name)
    select p.client_id, ${id}, p.id, p.email, '' from subscribers p
    where p.folder_id = ${folderId} and p.client_id = ${clientId} and p.confirmed_at is not null
      and lower(p.email) not in (select lower(email) from mailing_deliveries where mailing_id = ${id})
    for key share of p
    on conflict do nothing`);
}

/** Whether newsletters of a folder are sent to the person `u`. */
const wantsMail = (folderId: string | SQL) => sql`
  u.removed_at is null and u.confirmed_at is not null and ${receives(folderId)}
  and not exists (select 1 from unsubscriptions s where s.folder_id = ${folderId} and s.user_id = u.id)`;

/** A mail that only one run may send. */
export interface Lease extends Record<string, unknown> {
  id: string;
  /** One of the two. */
  userId: string | null;
  subscriberId: string | null;
  email: string;
  name: string;
  attempts: number;
  /** Whether the person still gets newsletters of this folder. */
  isWanted: boolean;
}

export interface Outcome {
  id: string;
  state: "handed_over" | "refused" | "unknown" | "waiting" | "withdrawn";
  answer: string | null;
  /** Seconds until the next attempt of a waiting mail. */
  retryIn: number;
  /** Whether the mail server was contacted. */
  isAttempt: boolean;
}

interface Exchange {
  newsletterId: string;
  folderId: string;
  /** The run that leases. */
  run: string;
  /** Leases that the run has received. The responses with its other leases were lost, so it gets those again. */
  held: readonly string[];
  outcomes: readonly Outcome[];
  /** Leased mails that are about to be sent. */
  begins: readonly string[];
  /** The number of further mails to lease. */
  wanted: number;
}

/**
 * Stores results, records the mails that are about to be sent, and leases further mails, in one statement and one commit. A leased mail is
 * still waiting: if its process dies, another one sends it. Only a mail that is `handing_over` may have arrived. Idempotent.
 */
export async function exchangeDeliveries(
  db: Queryable,
  { newsletterId, folderId, run, held, outcomes, begins, wanted }: Exchange,
): Promise<{ leased: Lease[]; begun: string[] }> {
  const { rows } = await db.execute<Lease & { isBegun: boolean }>(sql`
    with ended as (
      select * from json_to_recordset(${JSON.stringify(outcomes)}::json) as e (id uuid, state delivery_state, answer text, "retryIn" int, "isAttempt" boolean)),
    closed as (
      update mailing_deliveries d set
        state = case when e.state = 'waiting' and m.stopped_at is not null then 'stopped' else e.state end,
        answer = case when d.email <> '' then coalesce(e.answer, d.answer) end, next_attempt_at = now() + make_interval(secs => e."retryIn"),
        attempts = d.attempts + case when e."isAttempt" then 1 else 0 end, claimed_at = null, updated_at = now()
      from ended e, mailings m
      where d.id = e.id and m.id = d.mailing_id and d.claimed_by = ${run} and d.claimed_at is not null
        and d.state in ('waiting', 'handing_over', 'unknown')),
    begun as (
      update mailing_deliveries set state = 'handing_over', claimed_at = now(), updated_at = now()
      where id = any(${sql.param(begins)}::uuid[]) and claimed_by = ${run} and claimed_at is not null and state in ('waiting', 'handing_over')
      returning id, user_id, subscriber_id, email, name, attempts),
    next as (
      select id, user_id, subscriber_id from mailing_deliveries
      where mailing_id = ${newsletterId} and state = 'waiting' and next_attempt_at <= now()
        and (claimed_at is null or claimed_by = ${run}) and id <> all(${sql.param(held)}::uuid[])
      order by next_attempt_at limit ${wanted} for update skip locked),
    leased as (
      update mailing_deliveries d set claimed_by = ${run}, claimed_at = now()
      from next left join users u on u.id = next.user_id left join subscribers p on p.id = next.subscriber_id
      where d.id = next.id
      returning d.id, d.user_id, d.subscriber_id, d.email, d.name, d.attempts,
        case when d.user_id is null then p.confirmed_at is not null else (${wantsMail(folderId)}) end as is_wanted)
    select id, user_id as "userId", subscriber_id as "subscriberId", email, name, attempts, is_wanted as "isWanted", false as "isBegun" from leased
    union all select id, user_id, subscriber_id, email, name, attempts, true, true from begun`);
  return { leased: rows.filter(({ isBegun }) => !isBegun), begun: rows.flatMap(({ id, isBegun }) => (isBegun ? [id] : [])) };
}

/** Seconds for which a lease is valid: of a waiting mail, and of one that is being sent. */
interface LeaseSeconds {
  waiting: number;
  sending: number;
}

const leaseEnd = ({ waiting, sending }: LeaseSeconds) =>
  sql`claimed_at + make_interval(secs => case state when 'waiting' then ${waiting}::int else ${sending}::int end)`;

/**
 * Ends the leases of dead runs: those that are too old or, if only one process uses the database, all but those of the given runs. Waiting
 * mails return to the queue; mails that were being sent become unknown.
 */
export async function endAbandonedLeases(
  db: Queryable,
  newsletterId: string,
  { after, otherThan }: { after: LeaseSeconds; otherThan?: string[] },
) {
  const abandoned = otherThan ? sql`claimed_by <> all(${sql.param(otherThan)}::uuid[])` : sql`${leaseEnd(after)} < now()`;
  await db.execute(sql`
    update mailing_deliveries set
      state = case state when 'handing_over' then 'unknown' else state end,
      claimed_at = case state when 'handing_over' then claimed_at end, updated_at = now()
    where mailing_id = ${newsletterId} and state in ('waiting', 'handing_over') and claimed_at is not null and ${abandoned}`);
}

/** Seconds until the next mail is due or abandoned; undefined if none is left. */
export async function findNextAttempt(
  db: Queryable,
  newsletterId: string,
  { abandonedAfter, runs }: { abandonedAfter: LeaseSeconds; runs: readonly string[] },
): Promise<number | undefined> {
  const { rows } = await db.execute<{ seconds: number | null }>(sql`
    select ceil(extract(epoch from min(case when claimed_at is null then next_attempt_at
      else ${leaseEnd(abandonedAfter)} end) - now()))::int as seconds
    from mailing_deliveries where mailing_id = ${newsletterId} and state in ('waiting', 'handing_over')
      and (claimed_at is null or claimed_by <> all(${sql.param(runs)}::uuid[]))`);
  return rows[0]?.seconds ?? undefined;
}

/** Cancels the mails that wait. */
export async function stopDeliveries(tx: Transaction, { id }: Managed): Promise<void> {
  await tx
    .update(deliveries)
    .set({ state: "stopped", updatedAt: sql`now()` })
    .where(and(eq(deliveries.newsletterId, id), eq(deliveries.state, "waiting")));
}

/** Which mails to send again. */
export type Resent = { ids: string[] } | { state: "refused" | "unknown" | "stopped" };

/** Puts mails that did not arrive, or may not have, back to waiting; returns how many. */
export async function resendDeliveries(tx: Transaction, { id }: Managed, chosen: Resent): Promise<number> {
  const which = "ids" in chosen ? sql`${deliveries.id} = any(${sql.param(chosen.ids)}::uuid[])` : eq(deliveries.state, chosen.state);
  const { rowCount } = await tx
    .update(deliveries)
    .set({ state: "waiting", attempts: 0, nextAttemptAt: sql`now()`, claimedBy: null, claimedAt: null, updatedAt: sql`now()` })
    .where(and(eq(deliveries.newsletterId, id), sql`${deliveries.state} in ('refused', 'unknown', 'stopped')`, which));
  return rowCount ?? 0;
}

/** A page of the deliveries of a newsletter, by name and address. */
export function listDeliveries(
  db: Queryable,
  newsletter: Managed,
  state: DeliveryState | undefined,
  page: { limit: number; offset: number },
) {
  return db
    .select({
      id: deliveries.id,
      email: deliveries.email,
      name: deliveries.name,
      state: deliveries.state,
      answer: deliveries.answer,
      attempts: deliveries.attempts,
      nextAttemptAt: deliveries.nextAttemptAt,
      updatedAt: deliveries.updatedAt,
    })
    .from(deliveries)
    .where(ofNewsletter(newsletter, state))
    .orderBy(sql`${deliveries.name} collate "und-x-icu"`, asc(deliveries.email), deliveries.id)
    .limit(page.limit)
    .offset(page.offset);
}

export async function countDeliveries(db: Queryable, newsletter: Managed, state: DeliveryState | undefined): Promise<number> {
  const [row] = await db.select({ n: count() }).from(deliveries).where(ofNewsletter(newsletter, state));
  return row?.n ?? 0;
}

const ofNewsletter = ({ id, clientId }: Managed, state: DeliveryState | undefined) =>
  and(eq(deliveries.newsletterId, id), eq(deliveries.clientId, clientId), state && eq(deliveries.state, state));

/** Newsletters with work that has been due for ten minutes. */
export async function listOpenNewsletters(db: Queryable): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct mailing_id as id from mailing_deliveries
    where state = 'waiting' and next_attempt_at < now() - interval '10 minutes'
      or state = 'handing_over' and claimed_at < now() - interval '10 minutes'
    union select id from mailings where status = 'scheduled' and scheduled_for < now() - interval '10 minutes'`);
  return rows.map(({ id }) => id);
}
