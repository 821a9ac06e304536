import type { Locale } from "~/i18n/locale";
import { blankPage } from "~/layouts/blank-page.server";
import { framesOf } from "~/session/webview.server";

/** A page for an app, which reads the text of its only element. */
export function webviewPage(
  request: Request,
  { locale, id, text, headers }: { locale: Locale; id: string; text: string; headers: Headers },
): Response {
  const page = blankPage({ locale, title: "Webview", children: <h1 id={id}>{text}</h1> }, { frames: framesOf(request), headers });
  // The URL contains a token.
  page.headers.set("Referrer-Policy", "no-referrer");
  return page;
}

/**
 * Whether the page is being opened in a window or frame, and may therefore change cookies. HEAD requests, prefetching, loading it as an
 * image, and links from other sites must not.
 */
export function isOpened({ method, headers }: Request): boolean {
  const [dest, site] = [headers.get("Sec-Fetch-Dest"), headers.get("Sec-Fetch-Site")];
  if (method !== "GET" || headers.has("Sec-Purpose") || headers.has("Purpose") || headers.has("Service-Worker-Navigation-Preload"))
    return false;
  if (dest === "document") return site !== "cross-site" && site !== "same-site";
  return dest === null || dest === "iframe";
}
