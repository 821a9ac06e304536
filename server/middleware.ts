import type { Context, Middleware } from "./context";
import { accessLog } from "./middleware/access-log";
import { admission } from "./middleware/admission";
import { drainBody, limitBodies } from "./middleware/body-limit";
import { headers } from "./middleware/headers";
import { metrics } from "./middleware/metrics";
import { pageCache } from "./middleware/page-cache";
import { requestId } from "./middleware/request-id";
import { requestTarget } from "./middleware/request-target";
import { sameOrigin } from "./middleware/same-origin";
import { type Ending, shutdown } from "./middleware/shutdown";
import type { Routes } from "./routes";

const compose = (middleware: Middleware[]): Middleware =>
  middleware.reduceRight(
    (following, one) => (request, response, next) => one(request, response, () => following(request, response, next)),
    (_request, _response, next) => next(),
  );

/** All upstream calls of one request share a deadline, so that a dead upstream delays a page only once, and they end when the client disconnects. */
const deadline =
  ({ app }: Context): Middleware =>
  (_request, response, next) => {
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    return app.withDeadline(gone.signal, next);
  };

const inProduct =
  ({ app, product }: Context): Middleware =>
  (_request, _response, next) =>
    app.inProduct(product, next);

const always = (context: Context) => [inProduct(context), requestId, requestTarget, headers(context), sameOrigin(context)];

/** In the order in which a request passes them, before remix-serve. */
export const createMiddleware = (context: Context, ending: Ending): Middleware =>
  compose([
    ...always(context),
    metrics(context),
    accessLog(context),
    shutdown(ending),
    drainBody,
    pageCache(context),
    admission(context),
    deadline(context),
  ]);

/** The same for `vite dev`. */
export const createDevMiddleware = (context: Context): Middleware => compose([...always(context), deadline(context)]);

/**
 * The routes as served: the body limit comes first, then the wait for a slot (`admission`); the form is kept if the action fails, and errors
 * of routes without a page get a body.
 */
export const wrapRoutes = ({ app, routes, build }: Context): Routes => limitBodies(app.explainErrors(app.keepTyped(routes), build));
