import { AsyncLocalStorage } from "node:async_hooks";
import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { config } from "~/config.server";
import { log } from "~/http/log.server";
import { perProduct } from "~/product.server";
import type { EmbeddedApi } from "../../api/fetch.server";
import { sendHttp, toWebStream } from "../../contract/http-client.server";
import { callForLog } from "../../contract/path-for-log";
import { withRequestSignal } from "../../contract/request-scope.server";
import { findTally, reportFailure } from "../../contract/request-tally.server";
import { unavailable } from "./failure.server";

/**
 * Milliseconds for one call, and for all calls caused by one browser request. The rest of the request's time is for rendering an error
 * page. A write may take longer than the API's own time limit, because its response tells whether it was stored.
 */
const answerMs = 20_000;
const writeMs = 24_000;
const requestMs = 24_500;
/** How often the upstream is probed while a call with its own time limit waits, and the time limit of a probe. */
const probeEveryMs = 15_000;
const probeMs = 5_000;
/** Limit for responses that are read completely. The largest real ones, a hundred articles or a newsletter, take a tenth of it. */
const longestAnswer = 32 * 1024 * 1024;
/** The host in URLs of the embedded API; never contacted. */
const embeddedOrigin = "http://embedded.invalid";

/** The URL of a call, below `UPSTREAM_API_URL` or the embedded API's root. */
export function upstreamUrl(path: string): URL {
  const base = config.upstreamApiUrl ?? embeddedOrigin;
  return new URL(`${base.replace(/\/$/, "")}${path}`);
}

/** Required for streamed bodies, but missing in the DOM types. */
const halfDuplex: object = { duplex: "half" };

/** Exported for the metrics of the process. */
export const api = perProduct("api", (environment): EmbeddedApi => ({ environment }));

/** The functions of the embedded API, or `undefined` if an external one is configured. */
const embeddedApi = async () => (config.upstreamApiUrl ? undefined : import("../../api/fetch.server"));

/** The deadline (`performance.now()`) of the current request's calls; set by the first call. */
const deadlines = new AsyncLocalStorage<{ until?: number }>();

/**
 * Handles one browser request, whose signal is aborted when the browser disconnects. All its upstream calls share one deadline, so that a
 * dead upstream delays the page only once.
 */
export const withDeadline = <Result>(signal: AbortSignal, answer: () => Result): Result =>
  withRequestSignal(signal, () => deadlines.run({}, answer));

/** Milliseconds left for a call with this time limit. */
function remainingMs(longestMs: number): number {
  const now = performance.now();
  const deadline = deadlines.getStore();
  if (!deadline) return longestMs;
  deadline.until ??= now + requestMs;
  return Math.max(0, Math.min(longestMs, deadline.until - now));
}

/** The response exceeds `longestAnswer`. */
export class AnswerTooLong extends Error {
  override readonly name = "AnswerTooLong";
}

async function deliver(request: Request, body: RequestInit["body"], streams: boolean): Promise<Response> {
  const embedded = await embeddedApi();
  // Not raced against the signal: the API stops soon after it, and its response tells whether a write was stored.
  if (embedded) return embedded.fetchApi(api(), request);
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

/** Fails after `most` bytes. */
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
 * Sends a request to the upstream API, over HTTP or in this process. A GET that fails in transit, or with 502 or 503, is retried once
 * within the same deadline. Throws a 503 `Response` if there is no response within the deadline of the browser's request. With `timeoutMs`,
 * a call may take longer: it does not use up that deadline, and is aborted, along with the rest of the request, if the upstream stops
 * responding to probes. With `streams`, the body may take any amount of time; otherwise reading it fails with `AnswerTooLong` if it is too
 * long.
 */
export async function send(url: URL, init: RequestInit, options: { streams?: boolean; timeoutMs?: number } = {}): Promise<Response> {
  const { streams = false, timeoutMs } = options;
  const limitMs = remainingMs(init.method === "GET" ? answerMs : writeMs);
  if (timeoutMs === undefined || limitMs === 0) return attempt(url, init, { streams, timeoutMs: limitMs });
  const deadline = deadlines.getStore();
  const begun = performance.now();
  const dead = new AbortController();
  const probe = setInterval(async () => {
    if (await isUpstreamAnswering()) return;
    if (deadline) deadline.until = 0;
    dead.abort(new DOMException("upstream does not respond", "TimeoutError"));
  }, probeEveryMs).unref();
  try {
    return await attempt(url, init, { streams, timeoutMs, dead: dead.signal });
  } finally {
    clearInterval(probe);
    if (deadline?.until) deadline.until += performance.now() - begun;
  }
}

async function attempt(
  url: URL,
  init: RequestInit,
  { streams, timeoutMs, dead }: { streams: boolean; timeoutMs: number; dead?: AbortSignal },
): Promise<Response> {
  const attempts = init.method === "GET" ? 2 : 1;
  const deadline = new AbortController();
  const abort = () => deadline.abort(new DOMException(`no response within ${Math.round(timeoutMs)} ms`, "TimeoutError"));
  const timer = setTimeout(abort, timeoutMs);
  timer.unref();
  dead?.addEventListener("abort", () => deadline.abort(dead.reason), { once: true });
  const requestId = new Headers(init.headers).get("X-Request-Id") ?? "";
  const tally = findTally(requestId);
  // Earlier calls have used up the request's time, so nothing is sent.
  if (timeoutMs === 0) abort();
  for (let attempt = 1; ; attempt++) {
    if (tally) tally.calls += 1;
    const last = attempt === attempts || deadline.signal.aborted;
    try {
      deadline.signal.throwIfAborted();
      const request = new Request(url, { ...init, ...halfDuplex, signal: deadline.signal });
      const response = await deliver(request, init.body, streams);
      if (!last && (response.status === 502 || response.status === 503)) {
        // An unread body would occupy its connection.
        void response.body?.cancel().catch(() => undefined);
        continue;
      }
      if (streams || dead) clearTimeout(timer);
      if (dead) setTimeout(abort, answerMs).unref();
      return response;
    } catch (error) {
      if (!last && !deadline.signal.aborted) continue;
      reportFailure(log(), requestId, "upstream unreachable", { error, call: callForLog(init.method ?? "GET", url.pathname) });
      throw unavailable(requestId);
    }
  }
}

/** Whether the time limit was exceeded while the body was read. */
export const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === "TimeoutError";

/** Whether the upstream API reports itself as ready. */
export async function isUpstreamReady(): Promise<boolean> {
  try {
    const embedded = await embeddedApi();
    return embedded ? embedded.isApiReady(api()) : (await probeUpstream()) === 200;
  } catch {
    return false;
  }
}

/** Whether the upstream API responds at all. */
const isUpstreamAnswering = async (): Promise<boolean> =>
  (await embeddedApi()) !== undefined ||
  probeUpstream().then(
    () => true,
    () => false,
  );

/** The status of the upstream's readiness check. Rejects if it does not respond in time. */
async function probeUpstream(): Promise<number | undefined> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), probeMs);
  try {
    const response = await sendHttp(upstreamUrl("/readyz"), { method: "GET", signal: deadline.signal });
    response.resume();
    return response.statusCode;
  } finally {
    clearTimeout(timer);
  }
}

/** Opens the embedded API, so that the first request does not wait for its database. */
export async function openUpstream(): Promise<void> {
  await (await embeddedApi())?.warmApi(api());
}

/** Closes the embedded API's database after the last response. */
export async function closeUpstream(): Promise<void> {
  await (await embeddedApi())?.closeApi(api());
}
