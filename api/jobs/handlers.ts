import type { JobName, JobPayload } from "../job-types";

/**
 * The handlers of jobs by name; each must be idempotent. `signal` is aborted when the process ends or the job has taken too long: the handler is
 * then no longer waited for.
 */
export type JobHandlers<Name extends JobName> = { [Key in Name]: (payload: JobPayload<Key>, signal: AbortSignal) => Promise<void> };
