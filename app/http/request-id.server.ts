import { randomUUID } from "node:crypto";

/** The id in all log entries of a request, set by `server/middleware/request-id.ts`. */
export function requestId(request: Request): string {
  return request.headers.get("X-Request-Id") ?? randomUUID();
}
