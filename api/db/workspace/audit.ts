import { and, eq, gt, inArray, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import type { AuditData, AuditKind, AuditTopic, auditActors } from "../../../contract/rest/audit";
import type { Permitted } from "../../permissions/permissions";
import { beginOf } from "../days";
import { holdsTerm, personColumns } from "../people/users";
import type { Queryable, Transaction } from "../pool";
import { auditEntries, users } from "../schema";

export type AuditActor = (typeof auditActors)[number];

export interface NewAuditEntry {
  clientId: string;
  topic: AuditTopic;
  kind: AuditKind;
  actor: AuditActor;
  actorId: string | null;
  subjectId: string | null;
  data: AuditData;
  /** The objects that the entry is about; their current names are stored with it. */
  about: { teamId?: string; folderId?: string; articleId?: string; newsletterId?: string };
}

const nameOfUser = (id: SQL | string) => sql`(
  select coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email) from users u where u.id = ${id})`;

/** Names of objects in personal teams are private and not stored. */
const named = (column: SQL) => sql`case when t.visibility = 'is_public' then ${column} end`;

/** Adds an entry to the log, in the transaction of the change that it records. */
export async function insertAuditEntry(tx: Transaction, { about, data, ...entry }: NewAuditEntry): Promise<void> {
  const { clientId, actorId, subjectId } = entry;
  const names: SQL[] = [];
  if (subjectId !== null) names.push(sql`select 'person' as name, ${nameOfUser(subjectId)} as value`);
  if (about.teamId) {
    names.push(sql`select 'team', ${named(sql`t.name`)} from teams t where t.id = ${about.teamId} and t.client_id = ${clientId}`);
  }
  if (about.folderId) {
    const from = sql`from folders f join teams t on t.id = f.team_id where f.id = ${about.folderId} and f.client_id = ${clientId}`;
    names.push(sql`select 'folder', ${named(sql`f.name`)} ${from}`, sql`select 'team', ${named(sql`t.name`)} ${from}`);
  }
  if (about.articleId) {
    const from = sql`from articles a join folders f on f.id = a.folder_id join teams t on t.id = f.team_id
      where a.id = ${about.articleId} and a.client_id = ${clientId}`;
    names.push(sql`select 'article', ${named(sql`a.title`)} ${from}`, sql`select 'folder', ${named(sql`f.name`)} ${from}`);
  }
  if (about.newsletterId) {
    const from = sql`from mailings m join folders f on f.id = m.folder_id join teams t on t.id = f.team_id
      where m.id = ${about.newsletterId} and m.client_id = ${clientId}`;
    names.push(sql`select 'subject', ${named(sql`m.subject`)} ${from}`, sql`select 'folder', ${named(sql`f.name`)} ${from}`);
  }
  const found =
    names.length > 0
      ? sql`(select jsonb_object_agg(name, value) from (${sql.join(names, sql` union all `)}) as one (name, value))`
      : sql`null`;
  await tx.execute(sql`
    insert into audit_entries (client_id, topic, kind, actor, actor_id, actor_name, subject_id, data)
    select ${clientId}::uuid, ${entry.topic}, ${entry.kind}, ${entry.actor}::audit_actor, ${actorId}::uuid,
      ${actorId === null ? sql`null` : nameOfUser(actorId)}, ${subjectId}::uuid,
      ${JSON.stringify(data)}::jsonb || coalesce(${found}, '{}'::jsonb)`);
}

/** Adds entries of one actor without a subject, in one statement and in this order. */
export async function insertAuditEntries(
  tx: Transaction,
  {
    clientId,
    actor,
    actorId,
    entries,
  }: Pick<NewAuditEntry, "clientId" | "actor" | "actorId"> & {
    entries: (Pick<NewAuditEntry, "topic" | "kind" | "data"> & { articleId: string | undefined })[];
  },
): Promise<void> {
  // A millisecond apart, because the clock can return the same time for all rows of a statement, which would leave them unordered.
  await tx.execute(sql`
    insert into audit_entries (client_id, topic, kind, actor, actor_id, actor_name, data, created_at)
    select ${clientId}::uuid, one->>'topic', one->>'kind', ${actor}::audit_actor, ${actorId}::uuid, named.name,
      (one->'data') || case when a.id is null then '{}' else
        jsonb_build_object('article', ${named(sql`a.title`)}, 'folder', ${named(sql`f.name`)}) end,
      clock_timestamp() + (position - 1) * interval '1 millisecond'
    from jsonb_array_elements(${JSON.stringify(entries)}::jsonb) with ordinality as all_of (one, position)
    cross join (select ${actorId === null ? sql`null` : nameOfUser(actorId)} as name) as named
    left join articles a on a.id = (one->>'articleId')::uuid and a.client_id = ${clientId}
    left join folders f on f.id = a.folder_id left join teams t on t.id = f.team_id
    order by position`);
}

/** Counts a failed sign-in in the entry of its key; does nothing if the workspace does not exist. `userId` is the account, if there is one. */
export async function countFailedSignIn(
  db: Queryable,
  { workspace, userId, onceKey }: { workspace: string; userId: string | null; onceKey: string },
): Promise<void> {
  await db.execute(sql`
    insert into audit_entries (client_id, topic, kind, actor, subject_id, data, once_key)
    select c.id, 'signIns', 'signInFailed', 'unknown', ${userId}::uuid,
      jsonb_build_object('count', 1, 'person', ${userId === null ? sql`null` : nameOfUser(userId)}), ${onceKey}
    from clients c where c.workspace = ${workspace}
    on conflict (once_key) do update set created_at = excluded.created_at, position = null,
      data = audit_entries.data || jsonb_build_object('count', (audit_entries.data->>'count')::int + 1)`);
}

/**
 * Removes the addresses of a person from the log, including the one they were invited at. Names stay; people without a name keep the local part of
 * their address.
 */
export async function forgetAddresses(tx: Transaction, clientId: string, userId: string): Promise<void> {
  const short = (text: SQL) => sql`split_part(${text}, '@', 1)`;
  await tx.execute(sql`
    update audit_entries set actor_name = ${short(sql`actor_name`)}
    where client_id = ${clientId} and actor_id = ${userId} and position('@' in actor_name) > 0`);
  await tx.execute(sql`
    update audit_entries set data = data || jsonb_build_object('person', ${short(sql`data->>'person'`)})
    where client_id = ${clientId} and subject_id = ${userId} and position('@' in data->>'person') > 0`);
  await tx.execute(sql`
    update audit_entries set data = data || jsonb_build_object('email', ${short(sql`data->>'email'`)})
    where client_id = ${clientId} and topic = 'invitations' and lower(data->>'email') in (
      select lower(email) from users where id = ${userId} and client_id = ${clientId}
      union select lower(email) from invitations where account_id = ${userId} and client_id = ${clientId})`);
}

export interface AuditFilter {
  userId?: string | undefined;
  topic?: AuditTopic | undefined;
  /** Calendar days in the time zone, inclusive. */
  from?: string | undefined;
  until?: string | undefined;
  timeZone: string;
}

/** The entry before or after which a page begins. */
export interface AuditPosition {
  createdAt: Date;
  id: string;
}

const columns = {
  id: auditEntries.id,
  topic: auditEntries.topic,
  kind: auditEntries.kind,
  actor: auditEntries.actor,
  actorId: auditEntries.actorId,
  actorName: auditEntries.actorName,
  data: auditEntries.data,
  createdAt: auditEntries.createdAt,
};

export type AuditRow = Awaited<ReturnType<typeof selectEntries>>[number];

/**
 * At most `limit` entries before (older) or after (newer) a position, the nearest first. Every index has the order of the list, so all pages cost
 * the same.
 */
export async function listAuditEntries(
  db: Queryable,
  { clientId }: Permitted<{ clientId: string }, "log:read">,
  { userId, ...filter }: AuditFilter,
  { position, direction, limit }: { position?: AuditPosition | undefined; direction: "older" | "newer"; limit: number },
): Promise<AuditRow[]> {
  const page = { position, direction, limit };
  if (userId === undefined) return selectEntries(db, matches(clientId, filter, page), page);
  // Actor and subject have separate indexes: the page is merged from up to `limit` entries of each.
  const asActor = await selectEntries(db, and(matches(clientId, filter, page), eq(auditEntries.actorId, userId)), page);
  const asSubject = await selectEntries(
    db,
    and(matches(clientId, filter, page), eq(auditEntries.subjectId, userId), sql`${auditEntries.actorId} is distinct from ${userId}`),
    page,
  );
  const sign = direction === "older" ? -1 : 1;
  const order = (a: AuditRow, b: AuditRow) => sign * (a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1));
  return [...asActor, ...asSubject].sort(order).slice(0, limit);
}

interface Page {
  position?: AuditPosition | undefined;
  direction: "older" | "newer";
  limit: number;
}

const selectEntries = (db: Queryable, where: SQL | undefined, { direction, limit }: Page) =>
  db
    .select(columns)
    .from(auditEntries)
    .where(where)
    .orderBy(...(direction === "older" ? [sql`created_at desc`, sql`id desc`] : [auditEntries.createdAt, auditEntries.id]))
    .limit(limit);

function matches(clientId: string, { topic, from, until, timeZone }: AuditFilter, { position, direction }: Page): SQL | undefined {
  const at = position && sql`(${position.createdAt.toISOString()}::timestamptz, ${position.id}::uuid)`;
  const row = sql`(${auditEntries.createdAt}, ${auditEntries.id})`;
  return and(
    eq(auditEntries.clientId, clientId),
    topic && eq(auditEntries.topic, topic),
    from === undefined ? undefined : sql`${auditEntries.createdAt} >= ${beginOf(from, 0, timeZone)}`,
    until === undefined ? undefined : sql`${auditEntries.createdAt} < ${beginOf(until, 1, timeZone)}`,
    at && (direction === "older" ? sql`${row} < ${at}` : sql`${row} > ${at}`),
  );
}

/**
 * Gives up to `limit` entries that have none their position, oldest first. An entry that commits late gets a later position than those that
 * were read before it. Positions are never reused, also after entries were deleted or a backup was restored, because they are at least the
 * time. Other transactions wait until this one ends, so that they do not show a position before a smaller one.
 *
 * Failed sign-ins are summed up for a quarter of an hour (`countFailedSignIn`), and get their position when it is over.
 */
export async function numberAuditEntries(
  tx: Transaction,
  { clientId }: Permitted<{ clientId: string }, "log:read">,
  limit: number,
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('folda audit positions'), hashtext(${clientId}))`);
  await tx.execute(sql`
    update audit_entries set position = numbered.position
    from (
      select id, greatest(last.position, (extract(epoch from statement_timestamp()) * 1000000)::bigint)
        + row_number() over (order by created_at, id) as position
      from (
        select id, created_at from audit_entries
        where client_id = ${clientId} and position is null
          and (once_key is null or created_at < date_bin('15 minutes', now() - interval '1 minute', 'epoch'))
        order by position, created_at, id limit ${limit} for update skip locked) as unnumbered
      cross join (select coalesce(max(position), 0) as position from audit_entries where client_id = ${clientId}) as last) as numbered
    where audit_entries.id = numbered.id`);
}

/** Up to `limit` entries after a position, in the order of their positions. */
export const listNumberedAuditEntries = (
  db: Queryable,
  { clientId }: Permitted<{ clientId: string }, "log:read">,
  { after, limit }: { after: number; limit: number },
) =>
  db
    .select({ ...columns, position: sql<number>`${auditEntries.position}`.mapWith(Number) })
    .from(auditEntries)
    .where(and(eq(auditEntries.clientId, clientId), gt(auditEntries.position, after)))
    .orderBy(auditEntries.position)
    .limit(limit);

/** People of the workspace, including removed ones, whose name or address contains the term. */
export function listAuditPeople(
  db: Queryable,
  { clientId }: Permitted<{ clientId: string }, "log:read">,
  { term, limit }: { term: string; limit: number },
) {
  return db
    .select(personColumns)
    .from(users)
    .where(and(eq(users.clientId, clientId), isNotNull(users.confirmedAt), holdsTerm(term)))
    .orderBy(sql`${users.removedAt} is not null`, users.lastName, users.firstName, users.id)
    .limit(limit);
}

/** Deletes at most `limit` entries that are older than `days`; returns how many. */
export async function deleteOldAuditEntries(db: Queryable, { days, limit }: { days: number; limit: number }): Promise<number> {
  const old = db
    .select({ id: auditEntries.id })
    .from(auditEntries)
    .where(lt(auditEntries.createdAt, sql`now() - make_interval(days => ${days})`))
    .limit(limit);
  const { rowCount } = await db.delete(auditEntries).where(inArray(auditEntries.id, old));
  return rowCount ?? 0;
}
