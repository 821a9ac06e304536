import { randomUUID } from "node:crypto";
import type { HonoRequest, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";
import { matchedRoutes } from "hono/route";
import { createTally, findTally, logRequest, noteFailure } from "../../contract/request-tally.server";
import { hasRoom, reserved } from "../../contract/room.server";
import { withinTime } from "../deadline";
import { NoRoom } from "../domain/errors";
import { measureCost } from "../log";
import { apiRequests } from "../metrics/instruments";
import type { Services } from "../services";
import type { ApiEnv } from "./context";
import { apiText, findLocale } from "./texts";

type Middleware = MiddlewareHandler<ApiEnv>;

const megabyte = 1024 * 1024;
const requestIdPattern = /^[A-Za-z0-9_-]{8,64}$/;

/** The pattern of the route that answers, such as `/folders/:id`; undefined when none does. */
export function findRoutePattern(c: Parameters<Middleware>[0]): string | undefined {
  return matchedRoutes(c).find((route) => route.method !== "ALL")?.path;
}

/**
 * Knows language and request id from here on. A call counts towards the line of the request that this process answers to a browser; without one, it
 * gets its own line.
 */
export function observe({ log }: Services): Middleware {
  return async (c, next) => {
    const given = c.req.header("X-Request-Id");
    const requestId = given && requestIdPattern.test(given) ? given : randomUUID();
    c.set("requestId", requestId);
    c.set("locale", findLocale(c.req.header("Accept-Language")));
    const outer = findTally(requestId);
    const tally = outer ?? createTally();
    c.set("tally", tally);
    const { ms, statements } = await measureCost(next);
    tally.statements += statements;
    c.header("X-Request-Id", requestId);
    c.header("Content-Language", c.get("locale"));
    const route = findRoutePattern(c) ?? "unknown";
    apiRequests.observe({ method: c.req.method, route, status: c.res.status }, ms / 1000);
    if (outer) return;
    logRequest(log, { requestId, method: c.req.method, route, status: c.res.status, ms, statements }, tally);
  };
}

/** Answers are for one person and are never a page; a route may allow more for its files. */
export const protect =
  ({ config }: Services): Middleware =>
  async (c, next) => {
    await next();
    if (config.publicUrl.protocol === "https:") c.header("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
    const defaults = {
      "Cache-Control": "private, no-store",
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
      "Referrer-Policy": "no-referrer",
      Vary: "Authorization, Accept-Language",
    };
    for (const [name, value] of Object.entries(defaults)) if (!c.res.headers.has(name)) c.header(name, value);
    c.header("X-Content-Type-Options", "nosniff");
  };

/**
 * Milliseconds for an answer; `files` is for those that come at the pace of somebody's line, `grace` for work that has begun to commit. A 503
 * says truly whether something may have been stored: no transaction of the request commits after one that does not say so. A caller that
 * aborts its request, or closes its connection, ends the time: what it has reported as failed must not be stored afterwards.
 */
export function limitTime({ others, files, grace }: { others: number; files: number; grace: number }): Middleware {
  return async (c, next) => {
    const limitMs = c.req.method === "POST" && c.req.path === "/attachments" ? files : others;
    const { signal } = c.req.raw;
    const outcome = await withinTime({ limitMs, graceMs: grace, signal }, next);
    if (outcome === "done") return undefined;
    if (signal.aborted) noteFailure(c.get("tally"), "caller waits no longer", undefined, { level: "warn" });
    if (outcome === "stopped") throw new HTTPException(503);
    noteFailure(c.get("tally"), "time limit of the API, during a commit");
    c.header("Retry-After", "10");
    return c.json({ message: apiText(c.get("locale"), "tooSlowUnclear"), code: "unclear" }, 503);
  };
}

/** Throws `NoRoom` while the disk of the embedded database has hardly any: it ends with a commit that finds none. */
export async function requireRoom({ config, database }: Services): Promise<void> {
  if (database.engine === "embedded" && !(await hasRoom(config.dataDir, reserved.database))) throw new NoRoom();
}

/** Where a POST is no writing, or asks for room itself. */
export const pathsWithoutRoom = ["/auth", "/webview_keys", "/password_strength", "/graphql"];

/** Refuses what would write where there is no room. Signing in and deleting go on, so that people read on and make room. */
export const requireRoomToWrite =
  (services: Services): Middleware =>
  async ({ req }, next) => {
    const writes = (req.method === "POST" || req.method === "PUT") && !pathsWithoutRoom.includes(req.path);
    if (writes) await requireRoom(services);
    await next();
  };

const limitJson = bodyLimit({
  maxSize: 2 * megabyte,
  onError: () => {
    throw new HTTPException(413);
  },
});

/** Levels of arrays and objects; the deepest body of the API has five. 900,000 levels keep JSON.parse busy for half a second. */
const deepestJson = 100;

/** Forms with files are counted where they are read: here they would be held in memory. */
export const limitBody: Middleware = (c, next) => {
  if (isMultipart(c.req)) return next();
  return limitJson(c, async () => {
    if (c.req.raw.body) {
      const text = await c.req.text();
      if (isDeeperThan(deepestJson, text)) throw new HTTPException(400);
      // GraphQL reads the request itself.
      c.req.raw = new Request(c.req.raw, { body: text });
    }
    await next();
  });
};

/** Looks at each character once, before anything reads the text that takes longer for more. */
function isDeeperThan(deepest: number, json: string): boolean {
  let depth = 0;
  let isString = false;
  for (let at = 0; at < json.length && depth <= deepest; at += 1) {
    const sign = json[at];
    if (sign === '"') isString = !isString;
    else if (isString) at += sign === "\\" ? 1 : 0;
    else if (sign === "[" || sign === "{") depth += 1;
    else if (sign === "]" || sign === "}") depth -= 1;
  }
  return depth > deepest;
}

export const isMultipart = (request: HonoRequest): boolean =>
  request.header("Content-Type")?.toLowerCase().startsWith("multipart/form-data") ?? false;
