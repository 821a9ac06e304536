import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireSession } from "~/session/session.server";
import { requireMailing } from "./newsletter-draft.server";

/** The mail as it will arrive, to be shown inside the summary: nothing in it is run, and its links open beside. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { upstream } = await requireSession(request);
  const { htmlContent } = await requireMailing(upstream, params);
  const isDark = new URL(request.url).searchParams.get("scheme") === "dark";
  const html = htmlContent
    .replace(/<head\b[^<>]*>/i, '$&<base target="_blank">')
    // A frame has the colours of the window around it: the ones asked for are put in their place.
    .replaceAll("(prefers-color-scheme: dark)", isDark ? "all" : "not all")
    .replaceAll("(prefers-color-scheme:dark)", isDark ? "all" : "not all");
  return new Response(html, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy":
        "default-src 'none'; img-src 'self' data: https: http:; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox",
      "Cache-Control": "private, no-store",
      "Referrer-Policy": "no-referrer",
      "X-Robots-Tag": "noindex",
    },
  });
}
