import type { IncomingHttpHeaders } from "node:http";
import { parse } from "cookie";
import { cookieNames, framedWebview } from "../../contract/cookies";
import type { Context, Middleware } from "../context";
import { onHeaders } from "../on-headers";
import { pathnameOf } from "../routes";

const svg = "image/svg+xml";

/** Default headers of every response; headers that a route sets take precedence. */
export function headers({ config, findRoute }: Context): Middleware {
  const isHttps = config.publicUrl.protocol === "https:";
  const mayBeFramed = config.webview.frameOrigins.length > 0;
  return (request, response, next) => {
    response.setHeader("X-Content-Type-Options", "nosniff");
    if (isHttps) response.setHeader("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
    onHeaders(response, (status) => {
      const setDefault = (name: string, value: string) => response.hasHeader(name) || response.setHeader(name, value);
      // lynx only knows `Pragma`: without it, it shows signed-in people the cached sign-in page again, including what they typed.
      if (!response.hasHeader("Cache-Control")) response.setHeader("Cache-Control", "private, no-store").setHeader("Pragma", "no-cache");
      // Express adds the charset to other text types only. Uploads are never sent as SVG.
      if (response.getHeader("Content-Type") === svg) response.setHeader("Content-Type", `${svg}; charset=utf-8`);
      if (!findRoute(pathnameOf(request.url))?.handle.isPolled) {
        const isRedirect = status >= 300 && status < 400;
        if (!isRedirect) setDefault("Content-Security-Policy", "frame-ancestors 'none'");
        setDefault("Referrer-Policy", "strict-origin-when-cross-origin");
      }
      const cookies = [response.getHeader("Set-Cookie") ?? []].flat().map(String);
      if (cookies.length > 0 && mayBeFramed && isFramed(request.headers)) response.setHeader("Set-Cookie", cookies.map(toPartitioned));
    });
    return next();
  };
}

/** Whether the response is for a frame on another site's page: the browser marks the request that opens the frame, our cookie the later ones. */
const isFramed = ({ "sec-fetch-dest": destination, "sec-fetch-site": site, cookie = "" }: IncomingHttpHeaders): boolean =>
  (destination === "iframe" && site === "cross-site") || parse(cookie)[cookieNames.webview] === framedWebview;

/** The cookie as a partitioned one (CHIPS), which browsers that block third-party cookies keep per embedding site. Needs https or localhost. */
const toPartitioned = (cookie: string): string =>
  `${cookie.replace(/; (?:SameSite=Lax|Secure)(?=;|$)/gi, "")}; SameSite=None; Secure; Partitioned`;
