import { createSemaphore } from "../../contract/semaphore.server";
import { downloadGuarded, type Lookup } from "./fetch-guarded";
import { OutboundError } from "./outbound-error";
import { timeLimit } from "./within-time";

interface Options {
  urls: readonly string[];
  /** `host` or `host:port`, as in `IMPORT_ALLOW_HOSTS`. */
  allowHosts: readonly string[];
  /** Milliseconds for all addresses together. Those that have not responded by then count as alive. */
  timeoutMs: number;
  lookup?: Lookup;
}

const perLinkMs = 6_000;
const atOnce = 10;

/**
 * The dead ones of these addresses: no server, no response in time, a redirect loop, or a response with "gone" or a server error. Pages that
 * require a login or block bots count as alive, and so do addresses that must not be requested.
 */
export async function findDeadLinks({ urls, timeoutMs, ...options }: Options): Promise<string[]> {
  const deadline = AbortSignal.timeout(timeLimit.insteadMs ?? timeoutMs);
  const withPermit = createSemaphore(atOnce);
  const judged = await Promise.all(
    urls.map((url) => withPermit(async () => (!deadline.aborted && (await isDead(url, { ...options, signal: deadline })) ? [url] : []))),
  );
  return judged.flat();
}

async function isDead(url: string, options: { allowHosts: readonly string[]; lookup?: Lookup; signal: AbortSignal }): Promise<boolean> {
  const limits = { timeoutMs: perLinkMs, maxBytes: Number.MAX_SAFE_INTEGER, maxRedirects: 10, accept: ["*/*"] };
  try {
    await downloadGuarded(url, { ...options, ...limits }, async () => undefined);
    return false;
  } catch (error) {
    if (options.signal.aborted) return false;
    if (!(error instanceof OutboundError)) throw error;
    const { code, data } = error;
    if (code === "status") return data.status === 404 || data.status === 410 || Number(data.status) >= 500;
    return code === "unreachable" || code === "timeout" || code === "too_many_redirects";
  }
}
