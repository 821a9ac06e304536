import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";
import { parse } from "cookie";
import { cookieNames } from "../../contract/cookies";
import * as limits from "../../contract/limits";
import { withRequestSource } from "../../contract/request-scope.server";
import { findAddress, networkOf } from "../../contract/visitor-address.server";
import type { App, Context, Middleware } from "../context";
import { type Client, createFairSemaphore } from "../fair-semaphore";
import { createFormMemory } from "../form-memory";
import { onHeaders } from "../on-headers";
import { pathnameOf } from "../routes";

/** Acquires a slot for the form of the current request. */
const slots = new AsyncLocalStorage<() => Promise<boolean>>();

/** Waits for a slot once the form has been read. While it arrives, however slowly, it occupies none. */
export const waitForFormSlot = async (): Promise<void> => void (await slots.getStore()?.());

/**
 * Admission control: limits the requests processed at once. Others wait for a slot and get a 503 if too many wait or if forms would take too
 * much memory. A page waits before any work is done for it; a form waits after it has been read, and is then never rejected.
 */
export function admission({ app, config, log, logPath, findRoute, files }: Context): Middleware {
  const semaphore = createFairSemaphore(config.pagesAtOnce);
  const memory = createFormMemory();

  /** The memory to reserve for a form: its declared length, capped at the maximum for text, since files go to the disk. */
  const formOf = (request: IncomingMessage) => {
    const { "content-length": length, "transfer-encoding": encoding, "x-request-id": requestId } = request.headers;
    return {
      bytes: Math.min(Number(length ?? (encoding ? limits.form : 0)), limits.form),
      isArriving: () => !request.complete,
      cancel() {
        log.info({ requestId, path: logPath(request.url) }, "upload cancelled, its sender holds the most form memory");
        request.destroy();
      },
    };
  };

  return async (request, response, next) => {
    const { method, url, socket } = request;
    const path = pathnameOf(url);
    if (files.has(path) || findRoute(path)?.handle.skipsAdmission) return next();
    const client = clientOf(request, { config, findMember: app.findMember });
    const proceed = () => withRequestSource(client.source, next);
    const isGone = () => socket.destroyed || response.closed;
    const acquire = (isSheddable: boolean) => {
      const { acquired, release } = semaphore.acquire(client, { isSheddable });
      onceAnswered(response, release);
      return acquired;
    };
    const reject = () => {
      app.shedRequests.inc({ queue: client.queue });
      return app.answerBusy(request, response);
    };
    if (semaphore.isFull(client)) return reject();
    if (isGone()) return undefined;
    if (method === "GET" || method === "HEAD") {
      if (!(await acquire(true))) return reject();
      return isGone() ? undefined : proceed();
    }
    const release = memory.reserve(client, formOf(request));
    if (!release) return reject();
    onceAnswered(response, release);
    let acquired: Promise<boolean> | undefined;
    return slots.run(() => {
      acquired ??= acquire(false);
      return acquired;
    }, proceed);
  };
}

/** Calls `release` (possibly twice) when the response begins or the client disconnects: a client that reads slowly occupies no slot. */
function onceAnswered(response: ServerResponse, release: () => void): void {
  response.once("close", release);
  onHeaders(response, release);
}

/** A member by a session that the API has confirmed, since tokens can be invented; everybody else by address. */
export function clientOf(
  { headers, socket }: IncomingMessage,
  { config, findMember }: Pick<Context, "config"> & Pick<App, "findMember">,
): Client {
  const token = parse(headers.cookie ?? "")[cookieNames.session];
  const member = token && findMember(token);
  if (member) return { queue: "members", source: member };
  const forwardedFor = headers["x-forwarded-for"]?.toString();
  return { queue: "visitors", source: findAddress(forwardedFor, config.trustedProxies) ?? networkOf(socket.remoteAddress ?? "") ?? "" };
}
