import { parse, serialize } from "cookie";
import { config } from "~/config.server";
import { cookieOptions } from "~/http/cookies.server";
import { cookieNames, framedWebview } from "../../contract/cookies";

const markOf = (request: Request) => parse(request.headers.get("Cookie") ?? "")[cookieNames.webview] ?? "";

/** Whether the page is shown inside an embedding app, which has a navigation of its own. */
export const isWebview = (request: Request): boolean => ["1", framedWebview].includes(markOf(request));

/** Whether it is shown in a frame of the app's page: on the way in the browser says so, from then on the cookie does. */
const isFramed = (request: Request): boolean => markOf(request) === framedWebview || request.headers.get("Sec-Fetch-Dest") === "iframe";

/** Who may show the answer in a frame, as a Content-Security-Policy names them: apps of the configuration, in their own sessions. */
export const framesOf = (request: Request): readonly string[] =>
  new URL(request.url).pathname.startsWith("/webview/") || isFramed(request) ? config.webview.frameOrigins : [];

/** A `Set-Cookie` that marks the session of an embedding app for as long as it lasts: an app that starts again finds its own. */
export const beginWebview = (request: Request, lifetime: { expires?: Date }) =>
  serialize(cookieNames.webview, config.webview.frameOrigins.length > 0 && isFramed(request) ? framedWebview : "1", {
    ...cookieOptions,
    ...lifetime,
  });

/** A `Set-Cookie` that ends it. */
export const endWebview = () => serialize(cookieNames.webview, "", { ...cookieOptions, maxAge: 0 });
