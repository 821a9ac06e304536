import { sql } from "drizzle-orm";
import { zoneOf } from "../days";
import type { Queryable } from "../pool";
import { modeOf, nextDaily } from "./notifications";

/** People with notifications to mail now, the longest waiting first. */
export async function listDuePeople(db: Queryable, limit: number): Promise<{ userId: string }[]> {
  const { rows } = await db.execute<{ userId: string }>(sql`
    select user_id as "userId" from notifications where mail_due_at <= now() group by user_id order by min(mail_due_at) limit ${limit}`);
  return rows;
}

/**
 * Gives up mails that are no longer wanted: the kind was switched off, or the notification read in the meantime. Also those that could not be
 * sent for `days` days, which are counted.
 */
export async function dropUnwanted(db: Queryable, userId: string, days: number): Promise<number> {
  const { rows } = await db.execute<{ isOld: boolean }>(sql`
    update notifications n set mail_due_at = null, mail_state = case when n.created_at < now() - make_interval(days => ${days}) then 'refused' end
    from users u
    where n.user_id = ${userId} and n.mail_due_at <= now() and u.id = n.user_id
      and (n.read_at is not null or ${modeOf(sql`n.kind`)} = 'off' or n.created_at < now() - make_interval(days => ${days}))
    returning n.mail_state is not null as "isOld"`);
  return rows.filter(({ isOld }) => isOld).length;
}

/** Gives up the due mails of a person, except these: nothing may be said about the others any more. */
export async function dropOthers(db: Queryable, userId: string, ids: string[]): Promise<void> {
  await db.execute(sql`
    update notifications set mail_due_at = null
    where user_id = ${userId} and mail_due_at <= now() and id <> all(${sql.param(ids)}::uuid[])`);
}

/** How many mails a person got within the last hour, and whether any of these notifications has waited longer. */
export async function findPace(db: Queryable, userId: string, ids: string[]): Promise<{ sent: number; hasWaited: boolean }> {
  const { rows } = await db.execute<{ sent: number; hasWaited: boolean }>(sql`
    select count(distinct mail_id) filter (where mailed_at > now() - interval '1 hour')::int as sent,
      coalesce(bool_or(id = any(${sql.param(ids)}::uuid[]) and created_at < now() - interval '1 hour'), false) as "hasWaited"
    from notifications where user_id = ${userId}`);
  return rows[0] ?? { sent: 0, hasWaited: false };
}

/** Leaves these notifications to the next daily mail. */
export async function postpone(db: Queryable, ids: string[], timeZone: string): Promise<void> {
  await db.execute(sql`
    update notifications n set mail_due_at = ${nextDaily(zoneOf(timeZone))} from users u
    where n.id = any(${sql.param(ids)}::uuid[]) and n.mail_due_at is not null and u.id = n.user_id`);
}

/** Marks these notifications as being mailed by this attempt; `false`, without a change, if another attempt has taken one of them. */
export async function beginMail(db: Queryable, mailId: string, ids: string[]): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    with taken as (
      select id from notifications where id = any(${sql.param(ids)}::uuid[]) and mail_due_at is not null order by id for update)
    update notifications set mail_due_at = null, mail_state = 'sending', mail_id = ${mailId}, mailed_at = now()
    where id in (select id from taken) and (select count(*) from taken) = ${ids.length}`);
  return rowCount === ids.length;
}

/** Stores the result of an attempt that has begun; nothing for one that has not. */
export async function endMail(db: Queryable, mailId: string, state: "sent" | "refused" | "unknown"): Promise<void> {
  await db.execute(sql`update notifications set mail_state = ${state} where mail_id = ${mailId} and mail_state = 'sending'`);
}

/** Has these notifications mailed again after some minutes, unless another attempt has taken them. */
export async function retryMail(db: Queryable, mailId: string, ids: string[], minutes: number): Promise<void> {
  await db.execute(sql`
    update notifications set mail_due_at = now() + make_interval(mins => ${minutes}), mail_state = null, mail_id = null, mailed_at = null
    where id = any(${sql.param(ids)}::uuid[]) and ((mail_id = ${mailId} and mail_state = 'sending') or mail_due_at is not null)`);
}

/** Has a person's due notifications mailed after some minutes. */
export async function delay(db: Queryable, userId: string, minutes: number): Promise<void> {
  await db.execute(sql`
    update notifications set mail_due_at = now() + make_interval(mins => ${minutes}) where user_id = ${userId} and mail_due_at <= now()`);
}

/** Gives up attempts whose process died more than some minutes ago: nobody knows whether their mails were sent. Returns their number. */
export async function endInterrupted(db: Queryable, minutes: number): Promise<number> {
  const { rows } = await db.execute<{ mailId: string }>(sql`
    update notifications set mail_state = 'unknown' where mail_state = 'sending' and mailed_at < now() - make_interval(mins => ${minutes})
    returning mail_id as "mailId"`);
  return new Set(rows.map(({ mailId }) => mailId)).size;
}
