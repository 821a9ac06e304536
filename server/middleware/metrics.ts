import type { Context, Middleware } from "../context";
import { pathnameOf } from "../routes";

const methods = new Set(["GET", "HEAD", "POST"]);

/** Times requests by route pattern, never by path, which anybody can invent. */
export function metrics({ app: { httpRequests }, config, findRoute, files }: Context): Middleware {
  if (config.metrics.port === undefined) return (_request, _response, next) => next();
  const labelOf = (path: string) => {
    if (files.has(path)) return "static";
    // Without the suffixes of React's data requests.
    const pattern = findRoute(path.replace(/^\/_root\.data$/, "/").replace(/\.data$/, ""))?.pattern ?? "/*";
    return pattern === "/*" ? "unknown" : pattern;
  };
  return ({ url, method = "" }, response, next) => {
    const end = httpRequests.startTimer({ method: methods.has(method) ? method : "other", route: labelOf(pathnameOf(url)) });
    response.once("close", () => end({ status: response.writableFinished ? response.statusCode : "aborted" }));
    return next();
  };
}
