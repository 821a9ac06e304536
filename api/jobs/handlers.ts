import type { JobName, JobPayload } from "../domain/jobs";

/**
 * The handlers of jobs by name; each must be idempotent. `signal` is aborted when the process ends or the job has taken too long: then
 * nothing waits for the handler any more.
 */
export type JobHandlers<Name extends JobName> = { [Key in Name]: (payload: JobPayload<Key>, signal: AbortSignal) => Promise<void> };
