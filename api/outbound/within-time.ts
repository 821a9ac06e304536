import { OutboundError } from "./outbound-error";

/** If set, the milliseconds of every time limit, for tests. */
export const timeLimit: { insteadMs?: number | undefined } = {};

/** Runs work with a signal that aborts with the caller's signal, or with OutboundError `timeout` after the time limit. */
export async function withinTime<T>(
  { timeoutMs: usualMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeoutMs = timeLimit.insteadMs ?? usualMs;
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(new OutboundError("timeout", { timeoutMs })), timeoutMs);
  try {
    return await work(signal ? AbortSignal.any([deadline.signal, signal]) : deadline.signal);
  } finally {
    clearTimeout(timer);
  }
}
