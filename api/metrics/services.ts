import { Gauge, type Registry } from "prom-client";
import { type Backlog, readBacklog } from "../db/jobs/backlog";
import { type Database, outsideRequests } from "../db/pool";
import { type JobName, jobRules } from "../job-types";
import { type Collectors, within } from "./collectors";
import { jobRuns } from "./instruments";

/** Milliseconds that a scrape waits for the database, whose pool may be exhausted. */
const databaseMs = 2_000;

const jobStates = ["waiting", "scheduled", "retrying", "active", "failed"];

/** The database, its pool, jobs and newsletters. */
export function collectServices({ database }: { database: Database }): Collectors {
  for (const name of Object.keys(jobRules)) for (const result of ["done", "retry", "failed"]) jobRuns.inc({ name, result }, 0);
  let asking: Promise<Backlog[]> | undefined;
  return {
    pool: async (registry) => collectPool(registry, database),
    async database(registry) {
      // Do not start a second query while one hangs.
      asking ??= outsideRequests(() => readBacklog(database.pool)).finally(() => {
        asking = undefined;
      });
      const backlog = await within(databaseMs, asking).catch(() => undefined);
      const up = gauge(registry, "database_up", "Whether the database answered the scrape within two seconds");
      up.set(backlog ? 1 : 0);
      if (backlog) collectBacklog(registry, backlog);
    },
  };
}

async function collectPool(registry: Registry, { pool }: Database): Promise<void> {
  const { totalCount, idleCount, waitingCount, options } = pool;
  gauge(registry, "database_pool_connections", "Connections to the database that this process has").set(totalCount);
  gauge(registry, "database_pool_idle", "Connections that nobody uses").set(idleCount);
  gauge(registry, "database_pool_waiting", "Calls that wait for a connection").set(waitingCount);
  gauge(registry, "database_pool_limit", "Connections that this process may have").set(options.max);
}

function collectBacklog(registry: Registry, backlog: Backlog[]): void {
  const jobs = gauge(registry, "jobs", "Background jobs in the database, by name and state", ["name", "state"]);
  const oldest = gauge(registry, "jobs_oldest_due_seconds", "How long the oldest job has been due without running", ["name"]);
  const ofJob = (name: string, state: string) => backlog.find((row) => row.job === name && row.state === state);
  for (const name of Object.keys(jobRules) as JobName[]) {
    for (const state of jobStates) jobs.set({ name, state }, ofJob(name, state)?.count ?? 0);
    oldest.set({ name }, Math.max(...["waiting", "retrying"].map((state) => ofJob(name, state)?.oldestSeconds ?? 0)));
  }
  const deliveries = gauge(registry, "newsletter_deliveries", "Mails of published newsletters that are not sent yet", ["state"]);
  const states = backlog.filter(({ job }) => job === null);
  for (const state of ["waiting", "sending"]) deliveries.set({ state }, states.find((row) => row.state === state)?.count ?? 0);
  gauge(registry, "newsletter_oldest_due_seconds", "How long the oldest of these mails has been due, or at the mail server").set(
    Math.max(0, ...states.map(({ oldestSeconds }) => oldestSeconds)),
  );
}

const gauge = (registry: Registry, name: string, help: string, labelNames: string[] = []) =>
  new Gauge({ name, help, labelNames, registers: [registry] });
