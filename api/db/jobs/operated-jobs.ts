import type pg from "pg";
import { isUniqueViolation } from "../pool";

/** The state of a row of `pgboss.job` as operators know it: a job that is not due yet is `scheduled`. */
export const jobState = `case when state = 'created' then case when start_after > now() then 'scheduled' else 'waiting' end
  when state = 'retry' then 'retrying' else state::text end`;

export interface OperatedJob {
  id: string;
  name: string;
  state: "waiting" | "scheduled" | "retrying" | "active" | "failed";
  /** The number of attempts. */
  tries: number;
  createdAt: Date;
  /** Null if it is running or has failed permanently. */
  nextAt: Date | null;
  /** The class of the last failure. */
  failure: string | null;
}

type Connection = pg.Pool | pg.Client;

/** All jobs in the database, without payloads, because these contain addresses. */
export async function listJobs(database: Connection): Promise<OperatedJob[]> {
  const { rows } = await database.query<OperatedJob>(`
    select id, name, ${jobState} as state, retry_count + case when started_on is null then 0 else 1 end as tries, created_on as "createdAt",
      case when state < 'active' then start_after end as "nextAt",
      coalesce(output->>'failure', case when output->'value'->>'message' like '%timeout%' then 'timed_out' end) as failure
    from pgboss.job where state in ('created', 'retry', 'active', 'failed') order by name, created_on`);
  return rows;
}

/** The ids of jobs that have failed permanently; those of one name, or all. */
export async function listFailedJobs(database: Connection, name: string | undefined): Promise<string[]> {
  const text = "select id from pgboss.job where state = 'failed' and ($1::text is null or name = $1) order by created_on";
  return (await database.query<{ id: string }>(text, [name ?? null])).rows.map(({ id }) => id);
}

/**
 * Makes a job due now, with all attempts again if it has failed permanently. Returns `false` if there is no such job, if it is running, or if its
 * queue allows only one waiting job and has one.
 */
export async function retryJob(database: Connection, id: string): Promise<boolean> {
  const text = `update pgboss.job set start_after = now(), keep_until = greatest(keep_until, now() + interval '1 day'), completed_on = null,
      state = case state when 'failed' then 'retry' else state end, started_on = case state when 'failed' then null else started_on end,
      retry_count = case state when 'failed' then 0 else retry_count end,
      retry_limit = greatest(retry_limit, -1 - retry_limit)
    where id = $1 and state in ('created', 'retry', 'failed')`;
  try {
    return (await database.query(text, [id])).rowCount === 1;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

/** Deletes a job. Returns `false` if there is no such job, or if it is running. */
export async function dropJob(database: Connection, id: string): Promise<boolean> {
  return (await database.query("delete from pgboss.job where id = $1 and state <> 'active'", [id])).rowCount === 1;
}
