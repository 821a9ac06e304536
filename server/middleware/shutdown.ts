import type { serveUntilEnd } from "../../contract/ending.server";
import type { Middleware } from "../context";
import { pathnameOf } from "../routes";

export type Ending = Pick<ReturnType<typeof serveUntilEnd>, "isEnding" | "track">;

/** Lets a shutdown wait for the response, and tells proxies of it: `/readyz` fails from then on. */
export const shutdown =
  (ending: Ending): Middleware =>
  (request, response, next) => {
    ending.track(response);
    if (!ending.isEnding || pathnameOf(request.url) !== "/readyz") return next();
    response.statusCode = 503;
    response.setHeader("Content-Type", "text/plain; charset=utf-8").setHeader("Cache-Control", "no-store");
    return response.end("ending\n");
  };
