import type { IncomingHttpHeaders } from "node:http";
import type { Context, Middleware } from "../context";
import { pathnameOf } from "../routes";

/** The page that explains why a form was refused. */
const refusedPath = "/form-refused";

/**
 * Answers the form of another site with a page that says so. Routes may accept them (`acceptsOtherSites`): mail providers unsubscribe for their
 * users (RFC 8058), where the token in the path is all that counts.
 */
export const sameOrigin =
  ({ app: { config }, findRoute, log, logPath }: Context): Middleware =>
  (request, _response, next) => {
    const { method = "", headers, url } = request;
    const { origin } = headers;
    const publicUrl = config.publicUrl.origin;
    const isForm = method !== "GET" && method !== "HEAD";
    if (isForm && !isOwnForm(headers, publicUrl) && !findRoute(pathnameOf(url))?.handle.acceptsOtherSites) {
      const requestId = headers["x-request-id"];
      log.info({ requestId, method, path: logPath(url), origin, publicUrl }, "a form of another site is refused");
      request.method = "GET";
      request.url = refusedPath;
    }
    // Remix compares it with `Host`, knows no PUBLIC_URL, and answers 500: only the check above counts.
    delete headers.origin;
    return next();
  };

/**
 * Whether a page of this site sent the form. Browsers without `Sec-Fetch-Site` send `Origin`. Text browsers send neither, and many do not know
 * `SameSite`: there a person has to press the button, because nothing runs.
 */
function isOwnForm({ "sec-fetch-site": site, origin, host }: IncomingHttpHeaders, publicOrigin: string): boolean {
  if (site) return site === "same-origin" || site === "none";
  if (!origin) return true;
  return origin === publicOrigin || (URL.canParse(origin) && new URL(origin).host === host);
}
