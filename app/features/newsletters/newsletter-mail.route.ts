import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireSession } from "~/session/session.server";
import { requireMailing } from "./newsletter-draft.server";

/** The mail as it will arrive, for an iframe in the summary. Scripts do not run, and links open in a new window. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { upstream } = await requireSession(request);
  const { htmlContent } = await requireMailing(upstream, params);
  const isDark = new URL(request.url).searchParams.get("scheme") === "dark";
  const html = htmlContent
    .replace(/<head\b[^<>]*>/i, '$&<base target="_blank">')
    // An iframe inherits the colour scheme of its page, so apply the requested one by rewriting the media queries.
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
