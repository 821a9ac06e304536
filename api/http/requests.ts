import { randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";
import { matchedRoutes } from "hono/route";
import { hasDiskSpace, reservedBytes } from "../../contract/disk-space.server";
import { isMultipart } from "../../contract/multipart.server";
import { createTally, findTally, logRequest, noteFailure } from "../../contract/request-tally.server";
import { withinTime } from "../deadline";
import { InsufficientStorage } from "../domain/errors";
import { measureCost } from "../log";
import { apiRequests } from "../metrics/instruments";
import type { SignedIn, Viewer } from "../permissions/viewer";
import type { Services } from "../services";
import type { ApiEnv } from "./context";
import { apiText, findLocale } from "./texts";

type Middleware = MiddlewareHandler<ApiEnv>;

const megabyte = 1024 * 1024;
const requestIdPattern = /^[A-Za-z0-9_-]{8,64}$/;

/** The pattern of the matching route, such as `/folders/:id`; `undefined` if there is none. */
export function findRoutePattern(c: Parameters<Middleware>[0]): string | undefined {
  return matchedRoutes(c).find((route) => route.method !== "ALL")?.path;
}

/**
 * Sets language and request id, and logs the call. If this process also serves the browser's request that led to it, the call counts towards the
 * log line of that request; otherwise it gets its own.
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
    const person: SignedIn | Viewer | undefined = c.get("viewer") ?? c.get("keyHolder");
    if (c.res.status === 403 && person)
      log.info({ requestId, method: c.req.method, route, userId: person.userId }, "request not permitted");
    if (outer) return;
    logRequest(log, { requestId, method: c.req.method, route, status: c.res.status, ms, statements }, tally);
  };
}

/** Headers for responses that are private and never a page. Routes may override them for files. */
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

/** Their requests last as long as a file takes to arrive. */
const uploadPaths = ["/attachments", "/uploads", "/bookmark_imports"];

/**
 * Time limits in milliseconds; `files` applies to uploads, whose speed depends on the connection, `grace` to work that has begun to commit. Unless a
 * 503 has the code `unclear`, no transaction of the request commits after it. If the caller aborts the request or closes the connection, the time
 * is over, because something that the caller has reported as failed must not be stored afterwards.
 */
export function limitTime({ others, files, grace }: { others: number; files: number; grace: number }): Middleware {
  return async (c, next) => {
    const limitMs = c.req.method === "POST" && uploadPaths.includes(c.req.path) ? files : others;
    const { signal } = c.req.raw;
    const outcome = await withinTime({ limitMs, graceMs: grace, signal }, next);
    if (outcome === "done") return undefined;
    if (signal.aborted) noteFailure(c.get("tally"), "caller aborted the request", undefined, { level: "warn" });
    if (outcome === "stopped") throw new HTTPException(503);
    noteFailure(c.get("tally"), "API time limit exceeded during a commit");
    c.header("Retry-After", "10");
    return c.json({ message: apiText(c.get("locale"), "tooSlowUnclear"), code: "unclear" }, 503);
  };
}

/** Throws `InsufficientStorage` while the disk of the embedded database is nearly full: the engine dies if a commit finds it full. */
export async function requireDiskSpace({ config, database }: Services): Promise<void> {
  if (database.engine === "embedded" && !(await hasDiskSpace(config.dataDir, reservedBytes.database))) throw new InsufficientStorage();
}

/** POST requests that write nothing large, or check the disk themselves. */
export const pathsWithoutDiskCheck = ["/auth", "/webview_keys", "/password_strength", "/graphql"];

/** Rejects writes while the disk is nearly full. Signing in, reading and deleting continue, so that people can free space. */
export const requireDiskSpaceToWrite =
  (services: Services): Middleware =>
  async ({ req }, next) => {
    const writes = (req.method === "POST" || req.method === "PUT") && !pathsWithoutDiskCheck.includes(req.path);
    if (writes) await requireDiskSpace(services);
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
/** Values of one body. A newsletter with 10,000 recipients has 31,000; an object with 100,000 keys takes a fifth of a second to parse and check. */
const mostJsonValues = 40_000;
/** Variables are a few ids. Errors about an object with 39,000 keys take a third of a second to write. */
const mostGraphqlValues = 1_000;

/** Forms with files are limited where they are read; here they would be held in memory. */
export const limitBody: Middleware = (c, next) => {
  if (isMultipart(c.req.raw.headers)) return next();
  return limitJson(c, async () => {
    if (c.req.raw.body) {
      const text = await c.req.text();
      requireSimpleJson(text, c.req.path === "/graphql" ? mostGraphqlValues : mostJsonValues);
      // GraphQL reads the request itself.
      c.req.raw = new Request(c.req.raw, { body: text });
    }
    await next();
  });
};

/** Throws 400 or 413 for nesting or values above the limits. Scans the text once, because parsing such a text would already be slow. */
export function requireSimpleJson(json: string, mostValues = mostJsonValues): void {
  let depth = 0;
  let values = 1;
  let isString = false;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at];
    if (sign === '"') isString = !isString;
    else if (isString) at += sign === "\\" ? 1 : 0;
    else if (sign === "[" || sign === "{") {
      depth += 1;
      values += 1;
    } else if (sign === "]" || sign === "}") depth -= 1;
    else if (sign === ",") values += 1;
    if (depth > deepestJson) throw new HTTPException(400);
    if (values > mostValues) throw new HTTPException(413);
  }
}
