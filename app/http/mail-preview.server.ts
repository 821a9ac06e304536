/** A mail as it will arrive, for an iframe. Scripts do not run, and links open in a new window. */
export function mailPreview(mail: string, scheme: string | null): Response {
  // An iframe inherits the colour scheme of its page, so apply the requested one by rewriting the media queries.
  const isDark = scheme === "dark" ? "all" : "not all";
  const html = mail
    .replace(/<head\b[^<>]*>/i, '$&<base target="_blank">')
    .replaceAll("(prefers-color-scheme: dark)", isDark)
    .replaceAll("(prefers-color-scheme:dark)", isDark);
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
