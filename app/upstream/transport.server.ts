import { config } from "~/config.server";
import { log } from "~/http/log.server";
import { pathForLog } from "~/http/path-for-log.server";
import { unavailable } from "./failure.server";

const answerMs = 25_000;
/** Bytes of an answer that is read as a whole. The largest of ours, a list of a hundred articles or a newsletter with its page, is a tenth of it. */
const longestAnswer = 32 * 1024 * 1024;
/** A host for the embedded API's URLs; nothing is ever sent there. */
const embeddedOrigin = "http://embedded.invalid";

/** The address of a call, with the path below `UPSTREAM_API_URL` or the embedded API's root. */
export function upstreamUrl(path: string): URL {
  const base = config.upstreamApiUrl ?? embeddedOrigin;
  return new URL(`${base.replace(/\/$/, "")}${path}`);
}

/** What a body that is sent as it is read has to say; the types of browsers do not know it. */
const halfDuplex: object = { duplex: "half" };

/** The embedded API's front door, or `undefined` when another API is configured. */
const embeddedApi = async () => (config.upstreamApiUrl ? undefined : import("../../api/fetch.server"));

/** Ends the reading of an answer that does not end by itself. */
export class AnswerTooLong extends Error {
  override readonly name = "AnswerTooLong";
}

async function deliver(request: Request, streams: boolean): Promise<Response> {
  const embedded = await embeddedApi();
  if (embedded) return embedded.fetchApi(request);
  const response = await fetch(request);
  return streams || !response.body ? response : new Response(response.body.pipeThrough(upTo(longestAnswer)), response);
}

/** Lets so many bytes through, unpacked ones, and then fails. */
function upTo(most: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > most) throw new AnswerTooLong(`longer than ${most} bytes`);
      controller.enqueue(chunk);
    },
  });
}

/**
 * Sends a request to the upstream API, over HTTP or in this process. A GET that fails on the way or meets a 502 or 503 is
 * tried once more, within the same time. Throws a 503 `Response` when there is no answer. A body that `streams` on to the
 * browser may take as long as the browser does; the reading of any other ends with `AnswerTooLong` where it is endless.
 */
export async function send(url: URL, init: RequestInit, { streams = false, timeoutMs = answerMs } = {}): Promise<Response> {
  const attempts = init.method === "GET" ? 2 : 1;
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(new DOMException(`no answer within ${timeoutMs} ms`, "TimeoutError")), timeoutMs);
  timer.unref();
  for (let attempt = 1; ; attempt++) {
    const last = attempt === attempts || deadline.signal.aborted;
    try {
      const response = await deliver(new Request(url, { ...init, ...halfDuplex, redirect: "manual", signal: deadline.signal }), streams);
      if (!last && (response.status === 502 || response.status === 503)) {
        // Unread, it would keep its connection.
        void response.body?.cancel().catch(() => undefined);
        continue;
      }
      if (streams) clearTimeout(timer);
      return response;
    } catch (error) {
      if (!last && !deadline.signal.aborted) continue;
      const request = new Headers(init.headers).get("X-Request-Id") ?? "";
      log.error({ call: `${init.method} ${pathForLog(url.pathname)}`, request, reason: reasonOf(error) }, "upstream unreachable");
      throw unavailable(request);
    }
  }
}

/** With what it was caused by: `fetch` itself says only that it failed, and not of a certificate that has expired. */
const reasonOf = (error: unknown): string =>
  error instanceof Error && error.cause !== undefined ? `${error}: ${error.cause}` : String(error);

/** Whether the time for an answer was over while its body was read. */
export const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === "TimeoutError";

/** Whether the upstream API says that it is ready. */
export async function isUpstreamReady(): Promise<boolean> {
  try {
    const embedded = await embeddedApi();
    if (embedded) return embedded.isApiReady();
    const response = await fetch(upstreamUrl("/readyz"), { signal: AbortSignal.timeout(5_000) });
    return response.ok;
  } catch {
    return false;
  }
}

/** Opens the embedded API, so that the first request does not wait for its database. */
export async function openUpstream(): Promise<void> {
  await (await embeddedApi())?.warmApi();
}

/** Closes the embedded API's database after the last answer. */
export async function closeUpstream(): Promise<void> {
  await (await embeddedApi())?.closeApi();
}
