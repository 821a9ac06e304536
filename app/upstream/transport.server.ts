import { AsyncLocalStorage } from "node:async_hooks";
import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { config } from "~/config.server";
import { log } from "~/http/log.server";
import { sendHttp, toWebStream } from "../../contract/http-client.server";
import { callForLog } from "../../contract/path-for-log";
import { withRequestSignal } from "../../contract/request-signal.server";
import { findTally, reportFailure } from "../../contract/request-tally.server";
import { unavailable } from "./failure.server";

/**
 * Milliseconds for one call, and for all calls that one request of a browser causes: what remains is for the page that reports a failure. A write
 * has longer than the API takes at most, which then tells whether it was stored.
 */
const answerMs = 20_000;
const writeMs = 24_000;
const requestMs = 25_000;
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

/** Until when (`performance.now()`) the calls of the present request have to be answered; unset before the first. */
const deadlines = new AsyncLocalStorage<{ until?: number }>();

/**
 * Runs what answers one request of a browser, whose signal is aborted when the browser has gone: all its upstream calls share one deadline, so
 * that a dead upstream is waited for once.
 */
export const withDeadline = <Result>(signal: AbortSignal, answer: () => Result): Result =>
  withRequestSignal(signal, () => deadlines.run({}, answer));

/** Milliseconds left for a call without a custom limit. */
function remainingMs(method = "GET"): number {
  const now = performance.now();
  const deadline = deadlines.getStore();
  const longestMs = method === "GET" ? answerMs : writeMs;
  if (!deadline) return longestMs;
  deadline.until ??= now + requestMs;
  return Math.max(0, Math.min(longestMs, deadline.until - now));
}

/** Ends the reading of an answer that does not end by itself. */
export class AnswerTooLong extends Error {
  override readonly name = "AnswerTooLong";
}

async function deliver(request: Request, body: RequestInit["body"], streams: boolean): Promise<Response> {
  const embedded = await embeddedApi();
  // Not raced against the signal: the API itself ends soon after it, and its answer tells whether a write was stored.
  if (embedded) return embedded.fetchApi(request);
  const response = await sendHttp(new URL(request.url), {
    method: request.method,
    headers: { ...Object.fromEntries(request.headers), "accept-encoding": "identity" },
    body: body instanceof ReadableStream ? Readable.fromWeb(body as NodeReadableStream) : ((body ?? undefined) as string | undefined),
    signal: request.signal,
  });
  const status = response.statusCode ?? 0;
  const headers = new Headers();
  for (const [name, values] of Object.entries(response.headersDistinct)) for (const value of values ?? []) headers.append(name, value);
  if (status === 204 || status === 205 || status === 304) {
    response.resume();
    return new Response(null, { status, headers });
  }
  const received = toWebStream(response);
  return new Response(streams ? received : received.pipeThrough(upTo(longestAnswer)), { status, headers });
}

/** Lets that many bytes through and then fails. */
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
 * tried once more, within the same time. Throws a 503 `Response` when there is no answer within `timeoutMs`, or without it within the
 * deadline of the browser's request. A body that `streams` on to the browser may take as long as the browser does; the reading of any other
 * ends with `AnswerTooLong` where it is endless.
 */
export async function send(url: URL, init: RequestInit, options: { streams?: boolean; timeoutMs?: number } = {}): Promise<Response> {
  const deadline = deadlines.getStore();
  if (options.timeoutMs === undefined || !deadline) return attempt(url, init, options);
  const begun = performance.now();
  try {
    return await attempt(url, init, options);
  } finally {
    // A call with a custom limit does not use up the shared time.
    if (deadline.until !== undefined) deadline.until += performance.now() - begun;
  }
}

async function attempt(
  url: URL,
  init: RequestInit,
  { streams = false, timeoutMs = remainingMs(init.method) }: { streams?: boolean; timeoutMs?: number },
): Promise<Response> {
  const attempts = init.method === "GET" ? 2 : 1;
  const deadline = new AbortController();
  const abort = () => deadline.abort(new DOMException(`no answer within ${Math.round(timeoutMs)} ms`, "TimeoutError"));
  const timer = setTimeout(abort, timeoutMs);
  timer.unref();
  const requestId = new Headers(init.headers).get("X-Request-Id") ?? "";
  const tally = findTally(requestId);
  // Other calls of the same request have used all of its time: nothing is sent.
  if (timeoutMs === 0) abort();
  for (let attempt = 1; ; attempt++) {
    if (tally) tally.calls += 1;
    const last = attempt === attempts || deadline.signal.aborted;
    try {
      deadline.signal.throwIfAborted();
      const request = new Request(url, { ...init, ...halfDuplex, signal: deadline.signal });
      const response = await deliver(request, init.body, streams);
      if (!last && (response.status === 502 || response.status === 503)) {
        // Unread, it would keep its connection.
        void response.body?.cancel().catch(() => undefined);
        continue;
      }
      if (streams) clearTimeout(timer);
      return response;
    } catch (error) {
      if (!last && !deadline.signal.aborted) continue;
      reportFailure(log, requestId, "upstream unreachable", { error, call: callForLog(init.method ?? "GET", url.pathname) });
      throw unavailable(requestId);
    }
  }
}

/** Whether the time for an answer was over while its body was read. */
export const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === "TimeoutError";

/** Whether the upstream API says that it is ready. */
export async function isUpstreamReady(): Promise<boolean> {
  try {
    const embedded = await embeddedApi();
    if (embedded) return embedded.isApiReady();
    const response = await sendHttp(upstreamUrl("/readyz"), { method: "GET", signal: AbortSignal.timeout(5_000) });
    response.resume();
    return response.statusCode === 200;
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
