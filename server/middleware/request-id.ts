import { randomUUID } from "node:crypto";
import type { Middleware } from "../context";

/** Gives the request an id unless it came with one, for log lines and the response. */
export const requestId: Middleware = ({ headers }, response, next) => {
  const given = headers["x-request-id"];
  const id = typeof given === "string" && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
  headers["x-request-id"] = id;
  response.setHeader("X-Request-Id", id);
  return next();
};
