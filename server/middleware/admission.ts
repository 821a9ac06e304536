import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";
import { parse } from "cookie";
import { cookieNames } from "../../contract/cookies";
import { findAddress, networkOf } from "../../contract/visitor-address.server";
import type { App, Context, Middleware } from "../context";
import { createFormMemory, maxFormBytes } from "../form-memory";
import { onHeaders } from "../on-headers";
import { pathnameOf } from "../routes";
import { type Client, createSemaphore } from "../semaphore";

/** Acquires the slot of the form that is being answered. */
const slots = new AsyncLocalStorage<() => Promise<boolean>>();

/** Waits for the slot of a form that has been read: while it arrives, on whatever slow line, it holds none. */
export const waitForFormSlot = async (): Promise<void> => void (await slots.getStore()?.());

/**
 * Answers as many requests at once as one process is good for. The others wait for a slot, and are rejected with 503 when too many wait or when
 * forms would take too much memory. A page waits before anything is done for it; a form waits once it has been read, and is then never rejected.
 */
export function admission({ app, log, logPath, findRoute, files }: Context): Middleware {
  const semaphore = createSemaphore(app.config.pagesAtOnce);
  const memory = createFormMemory();

  /** What a form may hold in memory: its declared length, and at most what the text of one may have, since files go to the disk. */
  const formOf = (request: IncomingMessage) => {
    const { "content-length": length, "transfer-encoding": encoding, "x-request-id": requestId } = request.headers;
    return {
      bytes: Math.min(Number(length ?? (encoding ? maxFormBytes : 0)), maxFormBytes),
      isArriving: () => !request.complete,
      cancel() {
        log.info({ requestId, path: logPath(request.url) }, "an arriving form is cut off, as its sender has the most under way");
        request.destroy();
      },
    };
  };

  return async (request, response, next) => {
    const { method, url, socket } = request;
    const path = pathnameOf(url);
    if (files.has(path) || findRoute(path)?.handle.skipsAdmission) return next();
    const client = clientOf(request, app);
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
      return isGone() ? undefined : next();
    }
    const release = memory.reserve(client, formOf(request));
    if (!release) return reject();
    onceAnswered(response, release);
    let acquired: Promise<boolean> | undefined;
    return slots.run(() => {
      acquired ??= acquire(false);
      return acquired;
    }, next);
  };
}

/** Calls `release`, perhaps twice, when the response begins or nobody waits for it any more: a client that reads slowly holds no slot. */
function onceAnswered(response: ServerResponse, release: () => void): void {
  response.once("close", release);
  onHeaders(response, release);
}

/** A member by their session, once the API has confirmed it: other tokens may be invented. Everybody else by the address. */
export function clientOf({ headers, socket }: IncomingMessage, { config, findMember }: Pick<App, "config" | "findMember">): Client {
  const token = parse(headers.cookie ?? "")[cookieNames.session];
  const member = token && findMember(token);
  if (member) return { queue: "members", source: member };
  const forwardedFor = headers["x-forwarded-for"]?.toString();
  return { queue: "visitors", source: findAddress(forwardedFor, config.trustedProxies) ?? networkOf(socket.remoteAddress ?? "") ?? "" };
}
