import { config } from "~/config.server";

/** Who may show an answer in a frame: nobody, or pages of these origins. */
export const frameAncestors = (frames: readonly string[]): string => `frame-ancestors ${frames.length > 0 ? frames.join(" ") : "'none'"}`;

/** Headers of every document. What a preview shows is framed by our own pages, a session of an embedding app by that app's; a page without a nonce has no script at all. The nonce is the only way for a script or style that is not a file of ours. */
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
