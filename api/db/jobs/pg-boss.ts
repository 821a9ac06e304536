import { type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../pool";
import { jobs } from "../schema";

/** Whether the database was used by a version that kept its jobs with pg-boss. */
export async function hasPgBoss(db: Queryable): Promise<boolean> {
  const { rows } = await db.execute<{ exists: boolean }>(sql`select to_regclass('pgboss.job') is not null as exists`);
  return rows[0]?.exists === true;
}

/**
 * Takes over the jobs of that version, which adds some until its last process has ended. The next version deletes this file and the schema.
 */
export function takenFromPgBoss(alone: readonly string[]): SQL {
  // A negative limit forbids another attempt.
  return sql`
    with taken as (
      delete from pgboss.job where state in ('created', 'retry', 'failed') or (state = 'active' and started_on + expire_in < now())
      returning *),
    read as (
      select *, retry_count + case when started_on is null then 0 else 1 end as attempts, retry_limit >= 0 as may_retry,
        greatest(retry_limit, -1 - retry_limit) + 1 as max_attempts
      from taken)
    insert into ${jobs} (id, name, payload, is_alone, created_at, due_at, attempts, max_attempts, may_retry, failure, failed_at)
    select id, name, coalesce(data, '{}'), name = any(${`{${alone.join()}}`}::text[]), created_on, start_after, attempts, max_attempts, may_retry,
      output->>'failure',
      case when state = 'failed' then completed_on
        when state = 'active' and (not may_retry or attempts >= max_attempts) then now() end
    from read on conflict do nothing`;
}
