import { and, eq, lte, type SQL, sql } from "drizzle-orm";
import { defaultModes, type NotificationKind, type NotificationMode, notificationKinds } from "../../../contract/rest/notifications";
import type { SourceProblem } from "../../../contract/rest/sources";
import type { Role } from "../../../contract/rest/users";
import type { OwnershipRole, Viewer } from "../../permissions/viewer";
import { nextHour, zoneOf } from "../days";
import { visibleFolders } from "../folders/folders";
import type { Queryable, Transaction } from "../pool";
import { notifications, users } from "../schema";

export interface NotificationEvent {
  clientId: string;
  /** Never told about it; null for the system. */
  actorId: string | null;
  subjectId: string;
  commentId?: string;
}

export interface Recipient {
  userId: string;
  kind: NotificationKind;
}

/** A person's newest notifications that are shown, and those that decide about the mark in the navigation. */
const mostRead = 500;
const mostChecked = 20;

/** The next moment of daily mails. */
export const nextDaily = (timeZone: SQL, after?: SQL): SQL => nextHour({ timeZone, hour: sql`7`, after });

/** When a person `u` wants mails of a kind. */
export const modeOf = (kind: SQL): SQL =>
  sql`coalesce(u.notification_modes ->> ${kind}, ${JSON.stringify(defaultModes)}::jsonb ->> ${kind})`;

/** Tells people of an event, in the transaction of the event. Returns whether a mail is due at once. Rounded up, it would be due later. */
export async function insertNotifications(
  tx: Transaction,
  { clientId, actorId, subjectId, commentId }: NotificationEvent,
  recipients: readonly Recipient[],
  timeZone: string,
): Promise<boolean> {
  const ids = sql.param(recipients.map(({ userId }) => userId));
  const kinds = sql.param(recipients.map(({ kind }) => kind));
  const { rows } = await tx.execute<{ isDue: boolean }>(sql`
    insert into notifications (client_id, user_id, kind, actor_id, subject_id, comment_id, mail_due_at)
    select u.client_id, u.id, r.kind, ${actorId}::uuid, ${subjectId}::uuid, ${commentId ?? null}::uuid,
      case ${modeOf(sql`r.kind`)} when 'now' then date_trunc('milliseconds', now()) when 'daily' then ${nextDaily(zoneOf(timeZone))} end
    from unnest(${ids}::uuid[], ${kinds}::text[]) r (user_id, kind)
      join users u on u.id = r.user_id and u.client_id = ${clientId} and u.removed_at is null
    where u.id is distinct from ${actorId}::uuid
    returning mail_due_at <= now() as "isDue"`);
  return rows.some(({ isDue }) => isDue);
}

/** The author of an article and of its comments. */
export async function listDiscussion(tx: Transaction, articleId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select user_id as id from articles where id = ${articleId} union select user_id from comments where article_id = ${articleId}`);
  return rows.map(({ id }) => id);
}

/** Whether the person of the notification `n` may know of its subject; `folders` selects the ids of the folders that they see. */
const isShown = (folders: SQL): SQL => sql`case n.kind
  when 'role' then n.subject_id = n.client_id
    or exists (select 1 from memberships m where m.team_id = n.subject_id and m.user_id = n.user_id and m.active)
    or exists (select 1 from ownerships o where o.folder_id = n.subject_id and o.user_id = n.user_id and o.active)
  when 'export' then exists (select 1 from exports e where e.id = n.subject_id and e.user_id = n.user_id and e.expires_at > now())
  when 'newsletter' then exists (select 1 from mailings l where l.id = n.subject_id and l.folder_id in (${folders}))
  when 'source' then exists (
    select 1 from sources s where s.id = n.subject_id and s.problem is not null and s.folder_id in (${folders}))
  else exists (select 1 from comments c join articles a on a.id = c.article_id where c.id = n.comment_id and a.folder_id in (${folders}))
end`;

/** Whether a person has unread notifications, among their newest ones. Every page and every open window asks. */
export const hasUnread = (userId: SQL, folders: SQL): SQL => sql`exists (
  select 1 from (
    select * from notifications where user_id = ${userId} and read_at is null order by created_at desc limit ${mostChecked}) n
  where ${isShown(folders)})`;

export interface NotificationRow extends Record<string, unknown> {
  id: string;
  kind: NotificationKind;
  createdAt: string;
  isRead: boolean;
  actor: { id: string; firstName: string | null; lastName: string | null; email: string } | null;
  subjectId: string;
  subjectName: string;
  subjectType: "content" | "team" | "folder" | "client" | "export" | "mailing" | "source";
  comment: { id: string; body: string } | null;
  role: Role | OwnershipRole | null;
  deliveries: { total: number; handedOver: number; refused: number; unknown: number } | null;
  problem: SourceProblem | null;
  /** Of a source or newsletter. */
  place: { folderId: string; folderName: string; purpose: "inbox" | null; teamId: string; visibility: "is_personal" | "is_public" } | null;
}

/** The viewer's notifications, newest first, without those whose subject is gone or hidden from them. */
export const listNotifications = (db: Queryable, viewer: Viewer): Promise<NotificationRow[]> => selectNotifications(db, viewer, sql`true`);

/** The viewer's unread notifications whose mail is due, newest first. */
export const listDue = (db: Queryable, viewer: Viewer): Promise<NotificationRow[]> =>
  selectNotifications(db, viewer, sql`n.mail_due_at <= now() and n.read_at is null`);

/** The viewer's notifications about the same as this one, up to it, newest first. */
export const listGroup = (db: Queryable, viewer: Viewer, id: string): Promise<NotificationRow[]> =>
  selectNotifications(
    db,
    viewer,
    sql`(n.kind, n.subject_id) = (select kind, subject_id from notifications where id = ${id})
    and n.created_at <= (select created_at from notifications where id = ${id})`,
  );

async function selectNotifications(db: Queryable, viewer: Viewer, where: SQL): Promise<NotificationRow[]> {
  const { rows } = await db.execute<NotificationRow>(sql`
    with shown as materialized (
      select n.* from notifications n
      where n.user_id = ${viewer.userId} and n.client_id = ${viewer.clientId} and ${where} and ${isShown(visibleFolders(viewer))}
      order by n.created_at desc, n.id desc limit ${mostRead})
    select n.id, n.kind, to_json(n.created_at at time zone 'UTC') #>> '{}' || 'Z' as "createdAt", n.read_at is not null as "isRead",
      n.subject_id as "subjectId",
      case when p.id is not null then json_build_object('id', p.id, 'firstName', p.first_name, 'lastName', p.last_name, 'email', p.email) end as actor,
      coalesce(a.title, t.name, o.name, k.name, e.title, l.subject, s.title, '') as "subjectName",
      case n.kind when 'export' then 'export' when 'newsletter' then 'mailing' when 'source' then 'source'
        when 'role' then case when t.id is not null then 'team' when k.id is not null then 'client' else 'folder' end
        else 'content' end as "subjectType",
      case when c.id is not null then json_build_object('id', c.id, 'body', c.body) end as comment,
      case when n.kind = 'role' then coalesce(m.role::text, o.role::text, u.role::text) end as role,
      case when l.id is not null then (
        select json_build_object('total', count(*), 'handedOver', count(*) filter (where d.state = 'handed_over'),
          'refused', count(*) filter (where d.state = 'refused'), 'unknown', count(*) filter (where d.state = 'unknown'))
        from mailing_deliveries d where d.mailing_id = l.id) end as deliveries,
      s.problem,
      case when f.id is not null then json_build_object(
        'folderId', f.id, 'folderName', f.name, 'purpose', f.purpose, 'teamId', f.team_id, 'visibility', ft.visibility) end as place
    from shown n
      join users u on u.id = n.user_id
      left join users p on p.id = n.actor_id
      left join comments c on c.id = n.comment_id
      left join articles a on a.id = c.article_id
      left join (memberships m join teams t on t.id = m.team_id) on n.kind = 'role' and m.team_id = n.subject_id and m.user_id = n.user_id
      left join lateral (
        select o.role, f.name from ownerships o join folders f on f.id = o.folder_id
        where n.kind = 'role' and o.folder_id = n.subject_id and o.user_id = n.user_id) o on true
      left join clients k on n.kind = 'role' and k.id = n.subject_id
      left join exports e on e.id = n.subject_id
      left join mailings l on l.id = n.subject_id
      left join sources s on s.id = n.subject_id
      left join folders f on f.id = coalesce(l.folder_id, s.folder_id)
      left join teams ft on ft.id = f.team_id
    order by n.created_at desc, n.id desc`);
  return rows;
}

/** Marks all events of a group as read, up to the given one; `false` if the viewer has no such notification. */
export async function markGroupRead(db: Queryable, { userId }: Viewer, id: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    with opened as (select kind, subject_id, created_at from notifications where id = ${id} and user_id = ${userId}),
    marked as (
      update notifications n set read_at = now() from opened o
      where n.user_id = ${userId} and n.kind = o.kind and n.subject_id = o.subject_id and n.created_at <= o.created_at and n.read_at is null)
    select 1 from opened`);
  return rowCount === 1;
}

export async function markRead(db: Queryable, { userId }: Viewer, until: Date): Promise<void> {
  await db
    .update(notifications)
    .set({ readAt: sql`now()` })
    .where(and(eq(notifications.userId, userId), lte(notifications.createdAt, until), sql`${notifications.readAt} is null`));
}

export interface Settings {
  modes: Partial<Record<NotificationKind, NotificationMode>>;
  timeZone: string | null;
}

/** The person's choices. */
export async function findSettings(db: Queryable, userId: string): Promise<Settings> {
  const [row] = await db.select({ modes: users.notificationModes, timeZone: users.timeZone }).from(users).where(eq(users.id, userId));
  return row ?? { modes: {}, timeZone: null };
}

/** Returns `false`, without a change, if the database does not know the time zone. */
export async function updateSettings(tx: Transaction, userId: string, { modes, timeZone }: Settings): Promise<boolean> {
  const { rowCount } = await tx
    .update(users)
    .set({ notificationModes: modes, timeZone })
    .where(and(eq(users.id, userId), sql`(${timeZone}::text is null or ${timeZone} in (select name from pg_timezone_names))`));
  return rowCount === 1;
}

/** Switches off mails about all kinds. */
export async function switchOffMails(tx: Transaction, userId: string): Promise<void> {
  const notificationModes = Object.fromEntries(notificationKinds.map((kind) => [kind, "off" as const]));
  await tx.update(users).set({ notificationModes }).where(eq(users.id, userId));
}

/** Deletes what is older, read or not. */
export async function deleteOldNotifications(db: Queryable, days: number): Promise<void> {
  await db.delete(notifications).where(sql`${notifications.createdAt} < now() - make_interval(days => ${days})`);
}
