import { config } from "~/config.server";

/** The `frame-ancestors` directive: no one, or pages of these origins. */
export const frameAncestors = (frames: readonly string[]): string => `frame-ancestors ${frames.length > 0 ? frames.join(" ") : "'none'"}`;

/**
 * Headers of every document. The product's own pages may frame previews, and an embedding app its own sessions. Only scripts and styles
 * from our own files or with the nonce run; without a nonce, no scripts at all.
 */
export function setSecurityHeaders(
  headers: Headers,
  nonce: string | undefined,
  { frames = [] }: { frames?: readonly string[] } = {},
): void {
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
      frameAncestors(frames),
      ...(config.secureCookies ? ["upgrade-insecure-requests"] : []),
    ].join("; "),
  );
  // `no-referrer` would make Chromium send `Origin: null` with every form posted without JavaScript.
  headers.set("Referrer-Policy", "strict-origin-when-cross-origin");
  headers.set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), browsing-topics=()");
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
}
