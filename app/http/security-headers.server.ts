import { config } from "~/config.server";

/** Headers of every document. Only what a preview shows is framed, by our own pages; a page without a nonce has no script at all. The nonce is the only way for a script or style that is not a file of ours. */
export function setSecurityHeaders(headers: Headers, nonce: string | undefined, { isFramed = false } = {}): void {
  headers.set(
    "Content-Security-Policy",
    [
      "default-src 'none'",
      ...(nonce ? [`script-src 'self' 'nonce-${nonce}'`, `style-src 'self' 'nonce-${nonce}'`] : ["style-src 'self'"]),
      "img-src 'self' data: blob:",
      "connect-src 'self'",
      "frame-src 'self'",
      "manifest-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      `frame-ancestors ${isFramed ? "'self'" : "'none'"}`,
      ...(config.secureCookies ? ["upgrade-insecure-requests"] : []),
    ].join("; "),
  );
  // `no-referrer` would make Chromium send `Origin: null` with every form posted without JavaScript.
  headers.set("Referrer-Policy", "strict-origin-when-cross-origin");
  headers.set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), browsing-topics=()");
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  if (config.secureCookies) headers.set("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
}
