import { OutboundError } from "./outbound-error";

/** Runs work with a signal that aborts with the caller's signal, or with OutboundError `timeout` after the time limit. */
export async function withinTime<T>(
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(new OutboundError("timeout", { timeoutMs })), timeoutMs);
  try {
    return await work(signal ? AbortSignal.any([deadline.signal, signal]) : deadline.signal);
  } finally {
    clearTimeout(timer);
  }
}
