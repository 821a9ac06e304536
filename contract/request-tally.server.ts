import { findCode } from "./describe-error.server";
import type { Logger } from "./log.server";

/** Cost and failure of a request so far, for its log entry. */
export interface RequestTally {
  calls: number;
  /** SQL statements executed by this process. */
  statements: number;
  failure?: Failure;
}

interface Failure {
  level: "warn" | "error";
  /** For example `database unavailable`. */
  failure: string;
  /** The code of the error, for example `ECONNREFUSED`. */
  code?: string;
  /** The API call that failed. */
  call?: string;
}

const open = new Map<string, RequestTally>();

export const createTally = (): RequestTally => ({ calls: 0, statements: 0 });

/** Starts the tally of a browser's request; `end` removes it. */
export function openTally(requestId: string): { tally: RequestTally; end(): void } {
  const tally = createTally();
  open.set(requestId, tally);
  return { tally, end: () => void (open.get(requestId) === tally && open.delete(requestId)) };
}

/** The tally of a request whose entry has not been logged yet; `undefined` in a process that does not serve the browser. */
export const findTally = (requestId: string): RequestTally | undefined => open.get(requestId);

/** Records the failure of a request. Only the first one is kept. */
export function noteFailure(tally: RequestTally, failure: string, error?: unknown, { level = "error", call }: Partial<Failure> = {}): void {
  tally.failure ??= { level, failure, ...(error === undefined ? {} : { code: findCode(error) }), ...(call ? { call } : {}) };
}

/** Like `noteFailure`, by request id. If the request has no tally, the failure is logged separately. */
export function reportFailure(
  log: Logger,
  requestId: string,
  failure: string,
  { error, ...more }: { error?: unknown } & Partial<Failure> = {},
): void {
  const tally = findTally(requestId) ?? createTally();
  noteFailure(tally, failure, error, more);
  if (findTally(requestId) === tally || !tally.failure) return;
  const { level, ...fields } = tally.failure;
  log[level]({ requestId, ...fields }, "request failed");
}

/** Writes the log entry of a request, at the level of its failure, if any. */
export function logRequest(log: Logger, fields: Record<string, string | number | undefined>, tally: RequestTally): void {
  const { level, ...failure } = tally.failure ?? { level: "info" as const };
  log[level]({ ...fields, ...failure }, "request");
}
