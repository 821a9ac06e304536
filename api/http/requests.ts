import { randomUUID } from "node:crypto";
import type { HonoRequest, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";
import { matchedRoutes } from "hono/route";
import { timeout } from "hono/timeout";
import { hasRoom, reserved } from "../../contract/room.server";
import { NoRoom } from "../domain/errors";
import { measureCost } from "../log";
import type { Services } from "../services";
import type { ApiEnv } from "./app";
import { findLocale } from "./texts";

type Middleware = MiddlewareHandler<ApiEnv>;

const megabyte = 1024 * 1024;
const requestIdPattern = /^[A-Za-z0-9_-]{8,64}$/;

/** The pattern of the route that answers, such as `/folders/:id`; undefined when none does. */
export function findRoutePattern(c: Parameters<Middleware>[0]): string | undefined {
  return matchedRoutes(c).find((route) => route.method !== "ALL")?.path;
}

/** Knows language and request id from here on, and writes the one line that every request leaves in the log. */
export function observe({ log }: Services): Middleware {
  return async (c, next) => {
    const given = c.req.header("X-Request-Id");
    const requestId = given && requestIdPattern.test(given) ? given : randomUUID();
    c.set("requestId", requestId);
    c.set("locale", findLocale(c.req.header("Accept-Language")));
    const cost = await measureCost(next);
    c.header("X-Request-Id", requestId);
    c.header("Content-Language", c.get("locale"));
    const route = findRoutePattern(c) ?? "unknown";
    log.info({ requestId, method: c.req.method, route, status: c.res.status, ...cost }, "request");
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

/** Milliseconds for an answer; `files` is for those that come at the pace of somebody's line. */
export function limitTime({ others, files }: { others: number; files: number }): Middleware {
  const tooSlow = new HTTPException(503);
  const limitOthers = timeout(others, tooSlow) as Middleware;
  const limitFiles = timeout(files, tooSlow) as Middleware;
  return (c, next) => (c.req.method === "POST" && c.req.path === "/attachments" ? limitFiles : limitOthers)(c, next);
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

/** Forms with files are counted where they are read: here they would be held in memory. */
export const limitBody: Middleware = (c, next) => (isMultipart(c.req) ? next() : limitJson(c, next));

export const isMultipart = (request: HonoRequest): boolean =>
  request.header("Content-Type")?.toLowerCase().startsWith("multipart/form-data") ?? false;
