import type { JobName, JobPayload } from "../domain/jobs";

/** What does the jobs of these names; each bears being called twice with the same payload. `signal` says that the process wants to end. */
export type JobHandlers<Name extends JobName> = { [Key in Name]: (payload: JobPayload<Key>, signal: AbortSignal) => Promise<void> };
