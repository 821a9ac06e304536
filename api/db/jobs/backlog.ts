import type pg from "pg";
import { jobState } from "./operated-jobs";

export interface Backlog {
  /** Null if the row counts mails of published newsletters instead of jobs. */
  job: string | null;
  state: string;
  count: number;
  /** Seconds for which the oldest one has been due, or at the mail server; 0 if there is none. */
  oldestSeconds: number;
}

/**
 * Returns the pending background work and its age, in one statement. Retries count from the creation of their job. Newsletters of disabled
 * workspaces wait on purpose and are left out.
 */
export async function readBacklog(pool: pg.Pool): Promise<Backlog[]> {
  const text = `
    select name as job, ${jobState} as state,
      count(*)::int as count,
      coalesce(max(extract(epoch from now() - case when attempts > 0 then created_at else due_at end))
        filter (where leased_until is null and failed_at is null and due_at <= now()), 0)::float8 as "oldestSeconds"
    from jobs group by 1, 2
    union all
    select null, case d.state when 'waiting' then 'waiting' else 'sending' end, count(*)::int,
      greatest(max(extract(epoch from now() - case d.state when 'waiting' then d.next_attempt_at else d.claimed_at end)), 0)::float8
    from mailing_deliveries d join clients c on c.id = d.client_id and c.disabled_at is null
    where d.state in ('waiting', 'handing_over') group by 2`;
  // A connection that died silently must not keep later scrapes from asking.
  const query = { text, query_timeout: 5_000 };
  return (await pool.query<Backlog>(query)).rows;
}
