import { parse, serialize } from "cookie";
import { config } from "~/config.server";
import { cookieOptions } from "~/http/cookies.server";
import { cookieNames, framedWebview } from "../../contract/cookies";

const markOf = (request: Request) => parse(request.headers.get("Cookie") ?? "")[cookieNames.webview] ?? "";

/** Whether the page is embedded in an app, which has its own navigation. */
export const isWebview = (request: Request): boolean => ["1", framedWebview].includes(markOf(request));

/** Whether it is in a frame on the app's page. The browser marks only the request that opens the frame; our cookie marks later ones. */
const isFramed = (request: Request): boolean => markOf(request) === framedWebview || request.headers.get("Sec-Fetch-Dest") === "iframe";

/** Origins for `frame-ancestors`: those of the configured apps, but only in their own sessions. */
export const framesOf = (request: Request): readonly string[] =>
  new URL(request.url).pathname.startsWith("/webview/") || isFramed(request) ? config.webview.frameOrigins : [];

/** A `Set-Cookie` that marks a session as embedded until it expires, so that it is still marked after the app restarts. */
export const beginWebview = (request: Request, lifetime: { expires?: Date }) =>
  serialize(cookieNames.webview, config.webview.frameOrigins.length > 0 && isFramed(request) ? framedWebview : "1", {
    ...cookieOptions,
    ...lifetime,
  });

export const endWebview = () => serialize(cookieNames.webview, "", { ...cookieOptions, maxAge: 0 });
