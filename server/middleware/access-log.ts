import type { Context, Middleware } from "../context";
import { onHeaders } from "../on-headers";

/** Polled by health probes every few seconds. */
const unlogged = new Set(["/healthz", "/readyz"]);

/** nginx's status for a client that disconnected before the response began. */
const clientClosedRequest = 499;

/** Writes one line for each request, static files and probes excepted. `ms` is the time until the response began. */
export const accessLog =
  ({ app, log, logPath, files }: Context): Middleware =>
  (request, response, next) => {
    const begin = performance.now();
    const requestId = String(request.headers["x-request-id"]);
    const { tally, end } = app.openTally(requestId);
    let answered: number | undefined;
    onHeaders(response, () => {
      answered = performance.now();
    });
    response.once("close", () => {
      end();
      const { method = "", url = "/" } = request;
      const path = logPath(url);
      const isFile = (method === "GET" || method === "HEAD") && files.has(url.split("?")[0] ?? "");
      if (isFile || unlogged.has(path)) return;
      const status = answered === undefined ? clientClosedRequest : response.statusCode;
      const ms = Number(((answered ?? performance.now()) - begin).toFixed(1));
      const { calls, statements } = tally;
      app.logRequest(log, { requestId, method, path, status, ms, calls, statements }, tally);
    });
    return next();
  };
