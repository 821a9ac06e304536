import type { IncomingHttpHeaders } from "node:http";
import { parseUrl } from "../../contract/parse-url";
import { serverPaths } from "../../contract/paths.server";
import type { Context, Middleware } from "../context";
import { pathnameOf } from "../routes";

/**
 * Rejects forms posted from other sites with an explanatory page. Routes can accept them (`acceptsOtherSites`): mail providers unsubscribe
 * their users with one click (RFC 8058), which only the token in the path authorises.
 */
export const sameOrigin =
  ({ config, findRoute, log, logPath }: Context): Middleware =>
  (request, _response, next) => {
    const { method = "", headers, url } = request;
    const { origin } = headers;
    const publicUrl = config.publicUrl.origin;
    const isForm = method !== "GET" && method !== "HEAD";
    const isForeign = isForm && !isOwnForm(headers, publicUrl);
    // Tells routes that accept such forms, also for browsers without this header.
    if (isForeign) headers["sec-fetch-site"] = "cross-site";
    if (isForeign && !findRoute(pathnameOf(url))?.handle.acceptsOtherSites) {
      const requestId = headers["x-request-id"];
      log.info({ requestId, method, path: logPath(url), origin, publicUrl }, "cross-site form rejected");
      request.method = "GET";
      request.url = serverPaths.formRefused;
    }
    // Remix compares it with `Host`, knows no PUBLIC_URL and responds with 500. The check above is the one that counts.
    delete headers.origin;
    return next();
  };

/**
 * Whether a page of this site sent the form. Browsers without `Sec-Fetch-Site` send `Origin`. Text browsers send neither, and many do not know
 * `SameSite`; they run no scripts, so a person has to press the button.
 */
function isOwnForm({ "sec-fetch-site": site, origin, host }: IncomingHttpHeaders, publicOrigin: string): boolean {
  if (site) return site === "same-origin" || site === "none";
  if (!origin) return true;
  return origin === publicOrigin || (host !== undefined && parseUrl(origin)?.host === host);
}
