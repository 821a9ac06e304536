import type pg from "pg";
import { isUniqueViolation } from "../pool";

/** The state of a row of `jobs` as operators know it: a job that is not due yet is `scheduled`. */
export const jobState = `case when failed_at is not null then 'failed' when leased_until is not null then 'active' when failure is not null then 'retrying'
  when due_at > now() then 'scheduled' else 'waiting' end`;

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
    select id, name, ${jobState} as state, attempts as tries, created_at as "createdAt",
      case when leased_until is null and failed_at is null then due_at end as "nextAt", failure
    from jobs order by name, created_at`);
  return rows;
}

/** The ids of jobs that have failed permanently; those of one name, or all. */
export async function listFailedJobs(database: Connection, name: string | undefined): Promise<string[]> {
  const text = "select id from jobs where failed_at is not null and ($1::text is null or name = $1) order by created_at";
  return (await database.query<{ id: string }>(text, [name ?? null])).rows.map(({ id }) => id);
}

/**
 * Makes a job due now, with all attempts again if it has failed permanently. Returns `false` if there is no such job, if it is running, or if it has
 * to be alone and another one of its name is waiting.
 */
export async function retryJob(database: Connection, id: string): Promise<boolean> {
  const text = `update jobs set due_at = now(), attempts = case when failed_at is null then attempts else 0 end, may_retry = true, failed_at = null
    where id = $1 and leased_until is null`;
  try {
    return (await database.query(text, [id])).rowCount === 1;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

/** Deletes a job. Returns `false` if there is no such job, or if it is running. */
export async function dropJob(database: Connection, id: string): Promise<boolean> {
  return (await database.query("delete from jobs where id = $1 and leased_until is null", [id])).rowCount === 1;
}
