import type { Locale } from "~/i18n/locale";
import { blankPage } from "~/layouts/blank-page.server";
import { framesOf } from "~/session/webview.server";

/** A page for an app, which reads the text of one element; the heading is all there is. */
export function webviewPage(
  request: Request,
  { locale, id, text, headers }: { locale: Locale; id: string; text: string; headers: Headers },
): Response {
  const page = blankPage({ locale, title: "Webview", children: <h1 id={id}>{text}</h1> }, { frames: framesOf(request), headers });
  // Its address holds a token.
  page.headers.set("Referrer-Policy", "no-referrer");
  return page;
}

/**
 * Whether somebody opens the page, in a window or a frame: then it may change what this browser keeps. Looking whether it is there,
 * loading it ahead, and naming it as a picture changes nothing, and neither does another site's link.
 */
export function isOpened({ method, headers }: Request): boolean {
  const [dest, site] = [headers.get("Sec-Fetch-Dest"), headers.get("Sec-Fetch-Site")];
  if (method !== "GET" || headers.has("Sec-Purpose") || headers.has("Purpose") || headers.has("Service-Worker-Navigation-Preload"))
    return false;
  if (dest === "document") return site !== "cross-site" && site !== "same-site";
  return dest === null || dest === "iframe";
}
