import { OutboundError } from "./outbound-error";

/** Gives work a signal that aborts with the caller's, or with OutboundError `timeout` when the time is over. */
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
