import { eq, type SQL, sql } from "drizzle-orm";
import type { DigestSettings } from "../../../contract/rest/digests";
import type { Viewer } from "../../permissions/viewer";
import { nextHour, zoneOf } from "../days";
import { visibleFolders } from "../folders/folders";
import type { Queryable, Transaction } from "../pool";
import { digests } from "../schema";

/** When a digest `d` is due next; null while digests are off. */
export const nextDigest = (timeZone: SQL, after?: SQL): SQL =>
  nextHour({
    timeZone,
    hour: sql`d.hour`,
    onDay: sql`(d.frequency = 'daily' or d.frequency = 'weekly' and extract(isodow from day) = d.weekday)`,
    after,
  });

/** The person's time zone, or the product's. */
const zoneOfUser = (userId: SQL, timeZone: string): SQL => sql`(select ${zoneOf(timeZone)} from users u where u.id = ${userId})`;

/** The person's choices. */
export async function findSettings(db: Queryable, { userId }: Viewer): Promise<DigestSettings | undefined> {
  const { frequency, weekday, hour } = digests;
  const [row] = await db.select({ frequency, weekday, hour }).from(digests).where(eq(digests.userId, userId));
  return row;
}

/** Stores when the person wants digests. The first one after they were off begins at this moment. */
export async function saveSettings(
  tx: Transaction,
  { userId, clientId }: Viewer,
  { frequency, weekday, hour }: DigestSettings,
  timeZone: string,
): Promise<void> {
  await tx.execute(sql`
    with d as (select ${frequency}::text as frequency, ${weekday}::int as weekday, ${hour}::int as hour)
    insert into digests (user_id, client_id, frequency, weekday, hour, due_at)
    select ${userId}::uuid, ${clientId}::uuid, frequency, weekday, hour, ${nextDigest(zoneOfUser(sql`${userId}::uuid`, timeZone))} from d
    on conflict (user_id) do update set frequency = excluded.frequency, weekday = excluded.weekday, hour = excluded.hour,
      due_at = excluded.due_at, told_until = case when digests.frequency = 'off' then excluded.told_until else digests.told_until end`);
}

/** Moves the next digest of a person, if it is not due yet, to its hour in their new time zone. */
export async function moveToZone(tx: Transaction, userId: string, timeZone: string): Promise<void> {
  await tx.execute(sql`
    update digests d set due_at = ${nextDigest(zoneOfUser(sql`d.user_id`, timeZone))} where user_id = ${userId} and due_at > now()`);
}

/** Ends the digests of a person. */
export async function endDigests(tx: Transaction, userId: string): Promise<void> {
  await tx.update(digests).set({ frequency: "off", dueAt: null }).where(eq(digests.userId, userId));
}

export interface DueDigest extends Record<string, unknown> {
  userId: string;
  /** Identifies this occasion. */
  dueAt: string;
  after: string;
  until: string;
}

/**
 * Digests to send now, the longest waiting first. They end `lagMinutes` ago: articles get their moment before they are committed, and those that
 * are being filed now are told the next time.
 */
export async function listDue(db: Queryable, { limit, lagMinutes }: { limit: number; lagMinutes: number }): Promise<DueDigest[]> {
  const { rows } = await db.execute<DueDigest>(sql`
    select user_id as "userId", to_json(due_at) #>> '{}' as "dueAt", to_json(told_until) #>> '{}' as after,
      to_json(greatest(told_until, date_trunc('milliseconds', now() - make_interval(mins => ${lagMinutes})))) #>> '{}' as until
    from digests where due_at <= now() order by due_at limit ${limit}`);
  return rows;
}

/** When a preview begins: with the last digest, or a week ago if there is none. */
export async function findPreviewed(db: Queryable, { userId }: Viewer): Promise<{ after: string; until: string }> {
  const { rows } = await db.execute<{ after: string; until: string }>(sql`
    select to_json(coalesce((select told_until from digests where user_id = ${userId} and frequency <> 'off'), now() - interval '7 days')) #>> '{}' as after,
      to_json(now()) #>> '{}' as until`);
  const [row] = rows;
  if (!row) throw new Error("no moments returned");
  return row;
}

/** Waits for the next occasion without a mail. */
export async function skip(db: Queryable, { userId, dueAt, until }: DueDigest, timeZone: string): Promise<void> {
  await db.execute(sql`
    update digests d set due_at = ${nextDigest(zoneOfUser(sql`d.user_id`, timeZone))}, told_until = ${until} where user_id = ${userId} and due_at = ${dueAt}`);
}

/** Marks a digest as being sent by this attempt; `false`, without a change, if another attempt has taken it, or it was switched off. */
export async function begin(db: Queryable, mailId: string, { userId, dueAt, until }: DueDigest, timeZone: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update digests d set due_at = ${nextDigest(zoneOfUser(sql`d.user_id`, timeZone))}, told_until = ${until}, mail_id = ${mailId}, mail_state = 'sending', mailed_at = now()
    where user_id = ${userId} and due_at = ${dueAt}`);
  return rowCount === 1;
}

/** Stores the result of an attempt that has begun; nothing for one that has not. */
export async function end(db: Queryable, mailId: string, state: "sent" | "refused" | "unknown"): Promise<void> {
  await db.execute(sql`update digests set mail_state = ${state} where mail_id = ${mailId} and mail_state = 'sending'`);
}

/** Has a digest sent again after some minutes, unless another attempt has taken it, or it was switched off. */
export async function retry(db: Queryable, mailId: string, { userId, dueAt, after }: DueDigest, minutes: number): Promise<void> {
  await db.execute(sql`
    update digests set due_at = now() + make_interval(mins => ${minutes}), told_until = ${after}, mail_id = null, mail_state = null
    where user_id = ${userId} and frequency <> 'off' and ((mail_id = ${mailId} and mail_state = 'sending') or due_at = ${dueAt})`);
}

/** Has a digest whose mail was not begun sent after some minutes. */
export async function postpone(db: Queryable, { userId, dueAt }: DueDigest, minutes: number): Promise<void> {
  await db.execute(
    sql`update digests set due_at = now() + make_interval(mins => ${minutes}) where user_id = ${userId} and due_at = ${dueAt}`,
  );
}

/** Gives up attempts whose process died more than some minutes ago: nobody knows whether their mails were sent. Returns their number. */
export async function endInterrupted(db: Queryable, minutes: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update digests set mail_state = 'unknown' where mail_state = 'sending' and mailed_at < now() - make_interval(mins => ${minutes})`);
  return rowCount ?? 0;
}

/** Articles filed after a moment, up to another one. */
export interface Period {
  after: string;
  until: string;
}

/**
 * The newest articles of the folders and tags that the viewer follows and of the folders that they see, by follow: those filed in the period, and
 * since they follow it, but not by themselves. At most `limit` of each.
 */
export async function listNewOfFollows(
  db: Queryable,
  viewer: Viewer,
  { after, until }: Period,
  limit: number,
): Promise<{ followId: string; articleIds: string[] }[]> {
  const isNew = (table: SQL) =>
    sql`${table}.created_at > greatest(f.created_at, ${after}::timestamptz) and ${table}.created_at <= ${until}`;
  const isShown = sql`a.user_id <> ${viewer.userId} and a.folder_id in (select id from seen)`;
  const { rows } = await db.execute<{ followId: string; articleIds: string[] }>(sql`
    with seen as materialized (${visibleFolders(viewer)})
    select f.id as "followId", case when f.folder_id is not null
      then array(select a.id from articles a where a.folder_id = f.folder_id and ${isNew(sql`a`)} and ${isShown}
        order by a.created_at desc, a.id desc limit ${limit})
      else array(select a.id from article_tags x join articles a on a.id = x.article_id where x.tag_id = f.tag_id and ${isNew(sql`x`)} and ${isShown}
        order by x.created_at desc, x.article_id desc limit ${limit}) end as "articleIds"
    from follows f where f.user_id = ${viewer.userId} and f.query is null`);
  return rows;
}

/** Selects the articles that others have filed. */
export async function listOfOthers(db: Queryable, { userId }: Viewer, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from articles where id = any(${sql.param(ids)}::uuid[]) and user_id <> ${userId}`);
  return new Set(rows.map(({ id }) => id));
}
