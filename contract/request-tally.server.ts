import { findCode } from "./describe-error.server";
import type { Logger } from "./log.server";

/** The cost and failure of a request so far, for its single log line. */
export interface RequestTally {
  /** Calls of the API. */
  calls: number;
  /** SQL statements, as far as this process sent them. */
  statements: number;
  failure?: Failure;
}

interface Failure {
  level: "warn" | "error";
  /** In our words, such as `database unavailable`. */
  failure: string;
  /** Of the error behind it, such as `ECONNREFUSED`. */
  code?: string;
  /** The call of the API that failed. */
  call?: string;
}

const open = new Map<string, RequestTally>();

export const createTally = (): RequestTally => ({ calls: 0, statements: 0 });

/** Begins the tally of a request that this process answers to a browser; `end` forgets it. */
export function openTally(requestId: string): { tally: RequestTally; end(): void } {
  const tally = createTally();
  open.set(requestId, tally);
  return { tally, end: () => void (open.get(requestId) === tally && open.delete(requestId)) };
}

/** The tally of a request whose line is still to be written; `undefined` in a process that does not answer it to a browser. */
export const findTally = (requestId: string): RequestTally | undefined => open.get(requestId);

/** Notes what made a request fail; the first cause is kept. */
export function noteFailure(tally: RequestTally, failure: string, error?: unknown, { level = "error", call }: Partial<Failure> = {}): void {
  tally.failure ??= { level, failure, ...(error === undefined ? {} : { code: findCode(error) }), ...(call ? { call } : {}) };
}

/** The same for a request known by its id, with a line of its own where nothing else will be written about it. */
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

/** Writes the line of a request: at the level of its failure, if it had one. */
export function logRequest(log: Logger, fields: Record<string, string | number | undefined>, tally: RequestTally): void {
  const { level, ...failure } = tally.failure ?? { level: "info" as const };
  log[level]({ ...fields, ...failure }, "request");
}
