import { randomUUID } from "node:crypto";

/** The id that follows a request from the browser to every log line; `server/middleware/request-id.ts` gives each request one. */
export function requestId(request: Request): string {
  return request.headers.get("X-Request-Id") ?? randomUUID();
}
