import type { serveUntilEnd } from "../../contract/ending.server";
import type { Middleware } from "../context";
import { pathnameOf } from "../routes";

export type Ending = Pick<ReturnType<typeof serveUntilEnd>, "isEnding" | "track">;

/** Makes a shutdown wait for the response. From its beginning `/readyz` fails, which tells proxies. */
export const shutdown =
  (ending: Ending): Middleware =>
  (request, response, next) => {
    ending.track(response);
    if (!ending.isEnding || pathnameOf(request.url) !== "/readyz") return next();
    response.statusCode = 503;
    response.setHeader("Content-Type", "text/plain; charset=utf-8").setHeader("Cache-Control", "no-store");
    return response.end("ending\n");
  };
