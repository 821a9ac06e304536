import { parseArgs } from "node:util";
import type pg from "pg";
import { idSchema } from "../../contract/rest/shared";
import { dropJob, listFailedJobs, listJobs, type OperatedJob, retryJob } from "../db/jobs/operated-jobs";
import { jobRules } from "../job-types";
import { commonHelp, type Outcome, toTable, UsageError } from "./commands";

type Connection = pg.Pool | pg.Client;

/** The job was left unchanged. */
class JobUntouched extends Error {}

/** The only command that needs nothing but the queue, so it works while a running product has the embedded database open. */
export const jobs = {
  summary: "list background jobs, retry or drop them",
  help: `operator jobs
operator jobs retry ID | --failed [NAME]
operator jobs drop ID | --failed [NAME]

Lists the jobs that wait, run, or have failed permanently: state, tries, age, next attempt and the class of the last failure. Finished jobs are
not kept, failed ones for a day. "retry" makes a job due now; a running product takes it within seconds. "drop" deletes it, so its work is not
done. A newsletter whose job was dropped gets another one within an hour: stop the newsletter instead.

  --failed [NAME]    all jobs that have failed permanently, or those of one name
${commonHelp}`,

  prepare(args: string[]): (database: Connection) => Promise<Outcome> {
    const { positionals, isFailed } = readArguments(args);
    const [action, target, ...others] = positionals;
    if (others.length > 0) throw new UsageError(`${others[0]} is one argument too many`);
    if (action === undefined && !isFailed) return list;
    if (action !== "retry" && action !== "drop")
      throw new UsageError(`there is no ${action ?? "--failed"} of jobs; there are retry and drop`);
    if (isFailed && target !== undefined && !(target in jobRules)) throw new UsageError(`there are no jobs called ${target}`);
    if (!isFailed && !idSchema.safeParse(target).success) throw new UsageError("ID is missing: operator jobs lists them");
    return (database) => act(database, action, isFailed ? { failedOf: target } : { id: target ?? "" });
  },
};

function readArguments(args: string[]) {
  const options = { json: { type: "boolean" }, failed: { type: "boolean" } } as const;
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: true });
    return { positionals, isFailed: values.failed === true };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function list(database: Connection): Promise<Outcome> {
  const found = await listJobs(database);
  const now = Date.now();
  const rows = found.map(({ id, name, state, tries, createdAt, nextAt, failure }) => [
    id,
    name,
    state,
    String(tries),
    inTime(now - createdAt.getTime()),
    nextAt ? (nextAt.getTime() <= now ? "now" : `in ${inTime(nextAt.getTime() - now)}`) : "–",
    failure ?? "–",
  ]);
  const text = rows.length === 0 ? "There is no job." : toTable([["ID", "NAME", "STATE", "TRIES", "AGE", "NEXT", "LAST FAILURE"], ...rows]);
  return { text, data: found.map(toData) };
}

const toData = ({ createdAt, nextAt, ...job }: OperatedJob) => ({ ...job, created_at: createdAt, next_at: nextAt });

async function act(
  database: Connection,
  action: "retry" | "drop",
  target: { id: string } | { failedOf: string | undefined },
): Promise<Outcome> {
  const ids = "id" in target ? [target.id] : await listFailedJobs(database, target.failedOf);
  const done: string[] = [];
  for (const id of ids) if (await (action === "retry" ? retryJob(database, id) : dropJob(database, id))) done.push(id);
  if ("id" in target && done.length === 0) {
    throw new JobUntouched(`there is no job ${target.id}, it is running, or another one of its name is already waiting`);
  }
  const left = ids.length - done.length;
  const word = action === "retry" ? "due now" : "dropped";
  const text = `Jobs ${word}: ${done.length}.${left > 0 ? ` Left unchanged, because they are running or another one is waiting: ${left}.` : ""}`;
  return { text, data: { [action === "retry" ? "retried" : "dropped"]: done, left } };
}

function inTime(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 2 * 3600) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3600)} h`;
}
